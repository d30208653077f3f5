// The person's own marks on prospects. They are saved at once and can be undone: the desk returns the marks before.
import type { ProspectRow } from '../../src-shared/desk/prospects.ts'
import { ask } from '../data/desk.ts'
import { isolate } from '../format/isolate.ts'
import { plural } from '../format/numbers.ts'
import { orNotify } from './notices.ts'
import { hideUndo, notifyWithUndo } from './undo.tsx'

export type Triage = NonNullable<ProspectRow['triage']>
export type Before = Pick<ProspectRow, 'brandId' | 'id' | 'triage' | 'tags'>
type Marked = Pick<ProspectRow, 'brandId' | 'id' | 'domain'>
export type MarkChange = {
  readonly triage?: Triage | null
  readonly addTags?: readonly string[]
  readonly removeTags?: readonly string[]
}
type Step = MarkChange & { readonly brandId: string; readonly ids: readonly string[] }

const IDS_PER_CALL = 10_000

/** One step for each brand. */
const stepsOn = (rows: readonly Pick<Marked, 'brandId' | 'id'>[], change: MarkChange): Step[] =>
  [...Map.groupBy(rows, (row) => row.brandId)].map(([brandId, all]) => ({
    ...change,
    brandId,
    ids: all.map(({ id }) => id),
  }))

/** Steps that undo the change, by brand and by earlier mark. */
export const stepsBack = (rows: readonly Before[], { triage, addTags = [], removeTags = [] }: MarkChange): Step[] => {
  const having = (tag: string) => rows.filter(({ tags }) => tags.includes(tag))
  const lacking = (tag: string) => rows.filter(({ tags }) => !tags.includes(tag))
  const marks = triage === undefined ? [] : [...Map.groupBy(rows, (row) => row.triage)]
  return [
    ...marks.flatMap(([before, some]) => stepsOn(some, { triage: before })),
    ...addTags.flatMap((tag) => stepsOn(lacking(tag), { removeTags: [tag] })),
    ...removeTags.flatMap((tag) => stepsOn(having(tag), { addTags: [tag] })),
  ]
}

const keyOf = ({ brandId, id }: Pick<Marked, 'brandId' | 'id'>): string => `${brandId} ${id}`

type Taken = {
  /** The marks before of those that changed. */
  readonly before: readonly Before[]
  readonly saved: ReadonlySet<string>
}

/** Makes the steps, until the desk refuses one. */
const take = async (steps: readonly Step[]): Promise<Taken> => {
  const before: Before[] = []
  const saved = new Set<string>()
  for (const { brandId, ids, triage, addTags = [], removeTags = [] } of steps)
    for (let from = 0; from < ids.length; from += IDS_PER_CALL) {
      const some = ids.slice(from, from + IDS_PER_CALL)
      const marking = ask('prospects.mark', {
        brandId,
        prospectIds: some,
        ...(triage === undefined ? {} : { triage }),
        addTags: [...addTags],
        removeTags: [...removeTags],
      })
      const title = saved.size === 0 ? 'The marks were not saved' : 'Not all marks were saved'
      const reply = await orNotify(title, marking)
      if (!reply.ok) return { before, saved }
      for (const id of some) saved.add(keyOf({ brandId, id }))
      before.push(...reply.value.before.map(({ prospectId: id, ...marks }) => ({ brandId, id, ...marks })))
    }
  return { before, saved }
}

const TRIAGE_SAID = { keep: 'kept', later: 'marked for later', drop: 'dropped' } as const

const saidOf = (rows: readonly Marked[], { triage, addTags = [], removeTags = [] }: MarkChange): string => {
  const [first] = rows
  const who = rows.length === 1 ? isolate(first?.domain ?? 'The prospect') : plural(rows.length, 'prospect')
  if (triage !== undefined) return `${who} ${triage === null ? 'no longer marked' : TRIAGE_SAID[triage]}`
  const parts = [
    ...addTags.map((tag) => `tagged ${isolate(tag)}`),
    ...removeTags.map((tag) => `without ${isolate(tag)}`),
  ]
  return `${who} ${parts.join(', ')}`
}

type Made = { readonly said: string; readonly back: readonly Step[]; readonly onDone: () => void }
const UNDO_MAX = 200
/** Marks made on this page, latest last: quick marks are undone one by one. */
const made: Made[] = []

const offerUndo = ({ said }: Made): void => notifyWithUndo(said, () => void undoLastMark(), 'marks')

const remember = (one: Made): void => {
  made.push(one)
  if (made.length > UNDO_MAX) made.shift()
  offerUndo(one)
}

/** Undoes the last mark, then offers the one before it. False if there is none left. */
export const undoLastMark = async (): Promise<boolean> => {
  const last = made.pop()
  if (last === undefined) return false
  hideUndo('marks')
  await take(last.back)
  last.onDone()
  const before = made.at(-1)
  if (before !== undefined) offerUndo(before)
  return true
}

/** Makes the change and offers undo. `onDone` runs after the change and after the undo. */
export const markProspects = async (
  rows: readonly Marked[],
  change: MarkChange,
  onDone: () => void = () => {},
): Promise<boolean> => {
  if (rows.length === 0) return false
  const { before, saved } = await take(stepsOn(rows, change))
  onDone()
  const marked = rows.filter((row) => saved.has(keyOf(row)))
  if (marked.length > 0) remember({ said: saidOf(marked, change), back: stepsBack(before, change), onDone })
  return marked.length === rows.length
}

export const saveNote = async (
  { brandId, id }: Pick<ProspectRow, 'brandId' | 'id'>,
  note: string,
): Promise<boolean> => {
  const reply = await orNotify('The note was not saved', ask('prospects.mark', { brandId, prospectIds: [id], note }))
  return reply.ok
}
