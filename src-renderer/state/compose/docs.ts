// Saves what is written while the person types. Invariants: at most one save runs; text typed meanwhile is saved after it;
// a reply gives its id only to the document that it saved. Each scope keeps its document and what is known of its saving.
import { create } from 'zustand'
import type { Template } from '../../../src-shared/desk/composing.ts'
import type { CallInput } from '../../../src-shared/desk/contract.ts'
import type { DeskErrorValue, Reply } from '../../../src-shared/desk/errors.ts'
import { ask } from '../../data/desk.ts'
import { plural } from '../../format/numbers.ts'
import { useLocation } from '../location.ts'
import { notify, orNotify } from '../notices.ts'
import { notifyWithUndo } from '../undo.tsx'
import {
  type Compose,
  changeComposeScope,
  changeDoc,
  clearCompose,
  composeOf,
  forgetParked,
  newDoc,
  onlyBrand,
  recipientsOf,
  setCompose,
  showDoc,
  useCompose,
} from './compose.ts'

type SaveState = {
  /** `none`: nothing to save yet. */
  readonly state: 'none' | 'typing' | 'saving' | 'saved' | 'failed'
  readonly savedAt: string | null
  readonly error: DeskErrorValue | null
}

const NOTHING: SaveState = { state: 'none', savedAt: null, error: null }
export const useSaveState = create<SaveState>()(() => NOTHING)

const PAUSE_MS = 600
const plan: { timer: ReturnType<typeof setTimeout> | undefined; saving: Promise<void> | undefined } = {
  timer: undefined,
  saving: undefined,
}

const isBlank = ({ doc, subject, body, people }: Compose): boolean =>
  doc.id === null && subject === '' && body === '' && people.length === 0

const NAME_MAX = 120
/** A draft without a name is listed by its subject. */
export const docName = ({ doc, subject, people }: Pick<Compose, 'doc' | 'subject' | 'people'>): string => {
  const name = doc.name.trim() || subject.trim()
  return (name === '' ? `Pitch to ${plural(people.length, 'person', 'people')}` : name).slice(0, NAME_MAX).trim()
}

const inputOf = (compose: Compose): CallInput<'outreach.saveTemplate'> => {
  const { doc, subject, body, people } = compose
  const isDraft = doc.kind === 'draft'
  return {
    ...(doc.id === null ? {} : { id: doc.id }),
    kind: doc.kind,
    brandId: isDraft ? onlyBrand(people) : doc.brandId,
    name: docName(compose),
    subject,
    body,
    recipients: isDraft ? recipientsOf(people) : [],
  }
}

/** What is known of the saving of documents whose scope is not in view. */
const parkedStates = new Map<number, SaveState>()
const setSaveState = (key: number, change: Partial<SaveState>): void => {
  if (useCompose.getState().doc.key === key) useSaveState.setState(change)
  else parkedStates.set(key, { ...NOTHING, ...parkedStates.get(key), ...change })
}

const save = async (compose: Compose): Promise<void> => {
  const { key } = compose.doc
  setSaveState(key, { state: 'saving' })
  const reply = await ask('outreach.saveTemplate', inputOf(compose))
  if (!reply.ok) return setSaveState(key, { state: 'failed', error: reply.error })
  changeDoc(key, ({ doc }) => (doc.id === null ? { doc: { ...doc, id: reply.value.id } } : {}))
  const isTypedSince = plan.timer !== undefined && useCompose.getState().doc.key === key
  setSaveState(key, { state: isTypedSince ? 'typing' : 'saved', savedAt: reply.value.updatedAt, error: null })
}

/** Saves unsaved text; resolves when nothing is left to save. */
export const saveNow = async (): Promise<void> => {
  const isPlanned = plan.timer !== undefined
  clearTimeout(plan.timer)
  plan.timer = undefined
  await plan.saving
  if (!isPlanned || isBlank(useCompose.getState())) return
  plan.saving = save(useCompose.getState())
  await plan.saving
  plan.saving = undefined
}

const saveSoon = (): void => {
  useSaveState.setState({ state: 'typing' })
  clearTimeout(plan.timer)
  plan.timer = setTimeout(() => void saveNow(), PAUSE_MS)
}

const isEdited = (one: Compose, other: Compose): boolean =>
  one.subject !== other.subject ||
  one.body !== other.body ||
  one.people !== other.people ||
  one.doc.name !== other.doc.name ||
  one.doc.brandId !== other.doc.brandId

let isOpening = false
useCompose.subscribe((now, before) => {
  if (isOpening || !isEdited(now, before)) return
  if (isBlank(now)) useSaveState.setState(NOTHING)
  else saveSoon()
})

const show = (to: () => void, keeping: SaveState = NOTHING): void => {
  isOpening = true
  to()
  isOpening = false
  useSaveState.setState(keeping)
}

/** Saves this document, then opens another one. */
const change = async (to: () => void, keeping?: SaveState): Promise<void> => {
  await saveNow()
  show(to, keeping)
}

/** Saves what was typed in the scope that is left; its reply finds the document where it is parked. */
const changeScope = (from: string, to: string): void => {
  const leaving = useCompose.getState()
  const isUnsaved = plan.timer !== undefined && !isBlank(leaving)
  clearTimeout(plan.timer)
  plan.timer = undefined
  parkedStates.set(leaving.doc.key, useSaveState.getState())
  show(() => changeComposeScope(from, to))
  const { key } = useCompose.getState().doc
  useSaveState.setState(parkedStates.get(key) ?? NOTHING)
  parkedStates.delete(key)
  if (!isUnsaved) return
  const earlier = plan.saving
  plan.saving = (async () => {
    await earlier
    // The save before may have given the document its id.
    await save(composeOf(leaving.doc.key) ?? leaving)
  })()
}

useLocation.subscribe((now, before) => {
  if (now.scope !== before.scope) changeScope(before.scope, now.scope)
})

const openSaved = (template: Template): Promise<void> =>
  change(
    () => {
      forgetParked(template.id)
      showDoc(template)
    },
    template.sent === null ? { state: 'saved', savedAt: template.updatedAt, error: null } : NOTHING,
  )

/** The lists of drafts have no recipients, so it is read whole here. */
export const openDoc = async ({ id, name }: Pick<Template, 'id' | 'name'>): Promise<void> => {
  await saveNow()
  const reply = await orNotify(`“${name}” could not be opened`, ask('outreach.template', { id }))
  if (reply.ok) await openSaved(reply.value)
}

export const newDraft = (): Promise<void> => change(clearCompose)

/** The draft in the address, after a reload. */
export const openDocById = async (id: string): Promise<void> => {
  if (useCompose.getState().doc.id === id) return
  const reply = await ask('outreach.template', { id })
  if (reply.ok) await openSaved(reply.value)
}

/** Inserts a template's text; undo brings the text before back. */
export const insertTemplate = (template: Pick<Template, 'name' | 'subject' | 'body'>): void => {
  const { subject, body } = useCompose.getState()
  setCompose({ subject: template.subject, body: template.body })
  if (subject !== '' || body !== '')
    notifyWithUndo(`Template “${template.name}” inserted`, () => setCompose({ subject, body }))
}

export const saveAsTemplate = async (name: string, brandId: string | null): Promise<Reply<Template>> => {
  const { subject, body } = useCompose.getState()
  const reply = await ask('outreach.saveTemplate', { kind: 'template', brandId, name, subject, body, recipients: [] })
  if (reply.ok) notify({ title: `Template “${reply.value.name}” saved`, tone: 'good' })
  return reply
}

/** Continues with the text on the page as a new draft; the saved one stays as it is. */
export const detachDoc = (key: number, change: Partial<Compose> = {}): void => {
  const detach = () => changeDoc(key, () => ({ doc: newDoc(), ...change }))
  if (useCompose.getState().doc.key === key) {
    clearTimeout(plan.timer)
    plan.timer = undefined
    show(detach)
  } else detach()
}

const putBack = ({ updatedAt: _, sent: __, people: ___, ...template }: Template) =>
  orNotify(`“${template.name}” could not be restored`, ask('outreach.saveTemplate', template))

export const removeDoc = async ({ id, name }: Template): Promise<void> => {
  const isOpen = useCompose.getState().doc.id === id
  if (isOpen) await saveNow()
  const reply = await orNotify(`“${name}” could not be removed`, ask('outreach.removeTemplate', { id }))
  if (!reply.ok) return
  if (isOpen) detachDoc(useCompose.getState().doc.key)
  notifyWithUndo(`“${reply.value.name}” removed`, () => void putBack(reply.value))
}
