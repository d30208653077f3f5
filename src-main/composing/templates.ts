import { randomBytes } from 'node:crypto'
import type { Template } from '../../src-shared/desk/composing.ts'
import type { Handlers } from '../../src-shared/desk/contract.ts'
import { toInstant } from '../base/clock.ts'
import type { RoomParts } from '../room.ts'
import { colleaguesOf } from '../store/team/colleagues.ts'
import type { StoredTemplate } from './queries/templates.ts'

// Templates that come with the desk: plain words, only variables that every contact has, and square brackets where a person
// must write something of their own; what is left of these is a warning before it is sent.
type Text = Pick<Template, 'id' | 'name' | 'subject' | 'body'>

const GREETING = 'Hi {{ contact.firstName | default: "there" }},'
const CLOSING = 'Kind regards,\n{{ brand.name }}'
const letter = (...parts: readonly string[]): string => [GREETING, ...parts, CLOSING].join('\n\n')

const BUILT_IN_TEMPLATES: readonly Text[] = [
  {
    id: 'built-in-guest-article',
    name: 'Guest article',
    subject: 'An article for {{ prospect.domain }}?',
    body: letter(
      'I work for {{ brand.name }} and read {{ prospect.domain | default: "your site" }}. I would like to write an article for your readers. It would be about:',
      '- [topic]',
      'It would be new, written for you, and free to edit. I would link once to a page of ours where it helps the reader. Would this be of use to you? If it is not, a short no is fine and I will not write again.',
    ),
  },
  {
    id: 'built-in-broken-link',
    name: 'Broken link',
    subject: 'A broken link on {{ prospect.domain }}',
    body: letter(
      'On your page {{ prospect.title | default: "about this topic" }} one link no longer works:',
      '{{ prospect.url | default: "[address of the page]" }}\n[address of the broken link]',
      'We have a page on the same subject that could take its place: [address of our page]. Whether you use it or another one, I thought you would want to know.',
    ),
  },
  {
    id: 'built-in-product-mention',
    name: 'Product mention',
    subject: '{{ brand.name }} in {{ prospect.title | default: "your article" }}',
    body: letter(
      'Your page {{ prospect.title | default: "on this topic" }} helps people to choose. {{ brand.name }} is not in it yet:',
      '[our offer in one sentence]',
      'Would you consider adding it? I can send facts, prices or pictures, and I will answer any question openly. If it is not right for your page, please ignore this message.',
    ),
  },
]

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
