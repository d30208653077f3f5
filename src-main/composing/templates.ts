import { randomBytes } from 'node:crypto'
import type { Template } from '../../src-shared/desk/composing.ts'
import type { Handlers } from '../../src-shared/desk/contract.ts'
import { toInstant } from '../base/clock.ts'
import type { RoomParts } from '../room.ts'
import { colleaguesOf } from '../store/team/colleagues.ts'
import { BUILT_IN_TEMPLATES } from './built-in-templates.ts'
import type { StoredTemplate } from './queries/templates.ts'

type TemplateCalls = 'template' | 'templates' | 'saveTemplate' | 'shareDraft' | 'removeTemplate'

const toTemplate = ({ updatedAtMs, sent, ...template }: StoredTemplate): Template => ({
  ...template,
  updatedAt: toInstant(updatedAtMs),
  sent: sent === null ? null : { at: toInstant(sent.atMs), intentIds: sent.intentIds },
})

export const createTemplateHandlers = ({
  store,
  clock,
  emit,
}: Pick<RoomParts, 'store' | 'clock' | 'emit'>): Pick<Handlers, `outreach.${TemplateCalls}`> => {
  const changed = (template: StoredTemplate): Template => {
    emit('changed', { brandIds: template.brandId === null ? 'all' : [template.brandId], datasets: ['templates'] })
    return toTemplate(template)
  }
  return {
    'outreach.template': async ({ id }) => toTemplate(await store.read('templates.get', { id })),
    'outreach.templates': async (input) => ({
      templates: (await store.read('templates.list', input)).map(toTemplate),
      builtIn: input.kind === 'draft' ? [] : [...BUILT_IN_TEMPLATES],
    }),
    'outreach.saveTemplate': async ({ id = `template_${randomBytes(9).toString('base64url')}`, ...template }) =>
      changed(await store.write('templates.save', { ...template, id, updatedAtMs: clock.now() })),
    'outreach.shareDraft': async ({ id }) => {
      colleaguesOf(store).assertThere('to share a draft with')
      return changed(await store.write('templates.share', { id }))
    },
    'outreach.removeTemplate': async ({ id }) => changed(await store.write('templates.remove', { id })),
  }
}
