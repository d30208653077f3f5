// Previews the pitch for each person while it is typed. People are previewed in chunks, the person in view first. One
// more call finds people who are listed twice, because a chunk does not know the others.
// Invariants: a reply for older text or other people never shows; the last rows stay until newer ones come.
import { create } from 'zustand'
import type { PreviewRow, TemplateText } from '../../../src-shared/desk/composing.ts'
import type { CallInput, CallOutput, EventPayload } from '../../../src-shared/desk/contract.ts'
import type { DeskErrorValue, Reply } from '../../../src-shared/desk/errors.ts'
import { ask } from '../../data/desk.ts'
import { onInvalidate } from '../../data/invalidate.ts'
import { startRun } from '../../data/long-call.ts'
import { type Addressee, brandsOfPeople, type Compose, recipientsOf, useCompose } from './compose.ts'

// Calls of composing, except for drafts. Nothing is sent before the journal's hold ends.
export const previewPitches = (input: CallInput<'outreach.preview'>) => ask('outreach.preview', input)
/** People who are listed twice among all recipients. */
export const repeatedPeople = (recipients: CallInput<'outreach.repeated'>['recipients']) =>
  ask('outreach.repeated', { recipients })
/** People in a CSV text: all of them, or none and the cells that are wrong. */
export const matchPeople = (brandId: string, csv: string) => ask('outreach.matchContacts', { brandId, csv })
export const frozenPage = (input: CallInput<'outreach.frozen'>) => ask('outreach.frozen', input)
export const queuePitches = (input: CallInput<'outreach.queue'>) => ask('outreach.queue', input)

/** Kept for everyone. The texts are kept only around the person in view. */
export type Seen = Pick<PreviewRow, 'name' | 'email' | 'domain' | 'blockers' | 'warnings'>

export type Previewed = {
  readonly seen: ReadonlyMap<number, Seen>
  readonly rows: ReadonlyMap<number, PreviewRow>
  readonly isAsking: boolean
  /** How many were previewed since the last change. */
  readonly done: number
  readonly error: DeskErrorValue | null
}

type Wanted = { readonly template: TemplateText; readonly people: readonly Addressee[]; readonly at: number }

type Options = {
  readonly ask: (input: CallInput<'outreach.preview'>) => Promise<Reply<CallOutput<'outreach.preview'>>>
  readonly askRepeated: (
    recipients: CallInput<'outreach.repeated'>['recipients'],
  ) => Promise<Reply<CallOutput<'outreach.repeated'>>>
  readonly later?: (run: () => void, waitMs: number) => () => void
  readonly chunkSize?: number
}

const PAUSE_MS = 250
/** Changes pour in while many brands sync; typed text must not wait for their end. */
const OUTDATED_MS = 1500
/** The most that one call takes: variable names are compared within it. */
const CHUNK_SIZE = 500

const afterTimeout = (run: () => void, waitMs: number) => {
  const timer = setTimeout(run, waitMs)
  return () => clearTimeout(timer)
}

const NONE: Previewed = { seen: new Map(), rows: new Map(), isAsking: false, done: 0, error: null }

/** An empty pitch is not reported as missing its subject and body. */
const findingsOf = (
  { blockers, warnings }: PreviewRow,
  { subject, body }: TemplateText,
): Pick<Seen, 'blockers' | 'warnings'> =>
  subject.trim() === '' && body.trim() === ''
    ? { blockers: blockers.filter(({ code }) => code !== 'no-subject' && code !== 'no-body'), warnings }
    : { blockers, warnings }

/** First indexes of the chunks: the one in view, then those after it, then those before. */
export const chunkOrder = (total: number, at: number, size: number): readonly number[] => {
  const starts = Array.from({ length: Math.ceil(total / size) }, (_, index) => index * size)
  const own = Math.floor(at / size) * size
  return [...starts.filter((start) => start >= own), ...starts.filter((start) => start < own)]
}

type Findings = Pick<Seen, 'blockers' | 'warnings'>

/** Adds the blocker for a person who is listed twice, unless the chunk has it. */
const withRepeated = <Row extends Findings>(row: Row, message: string | undefined): Row => {
  if (message === undefined || row.blockers.some(({ code }) => code === 'duplicate-address')) return row
  return { ...row, blockers: [...row.blockers, { code: 'duplicate-address', message }] }
}

export const createPreviewer = ({ ask, askRepeated, later = afterTimeout, chunkSize = CHUNK_SIZE }: Options) => {
  const store = create<Previewed>()(() => NONE)
  let wanted: Wanted = { template: { subject: '', body: '' }, people: [], at: 0 }
  /** Grows with each change of text or people; replies to older ones are dropped. */
  let edition = 0
  let loaded = new Set<number>()
  let cancelRun = () => {}
  let isOutdated = false

  /** People listed twice among `repeatedIn`; null: to be asked. */
  let repeated: ReadonlyMap<number, string> = new Map()
  let repeatedIn: readonly Addressee[] | null = null

  const lookForRepeated = async (): Promise<void> => {
    const { people } = wanted
    if (repeatedIn === people) return
    repeatedIn = people
    repeated = new Map()
    if (people.length <= chunkSize) return
    const reply = await askRepeated(recipientsOf(people))
    if (repeatedIn !== people || !reply.ok) return
    repeated = new Map(
      reply.value.repeated.flatMap(({ index, message }) => {
        const person = people[index]
        return person === undefined ? [] : [[person.id, message] as const]
      }),
    )
    const marked = <Row extends Findings>(rows: ReadonlyMap<number, Row>): ReadonlyMap<number, Row> =>
      new Map(Array.from(rows, ([id, row]) => [id, withRepeated(row, repeated.get(id))]))
    store.setState(({ seen, rows }) => ({ seen: marked(seen), rows: marked(rows) }))
  }

  const chunkAt = (start: number) => wanted.people.slice(start, start + chunkSize)

  const receive = (people: readonly Addressee[], rows: readonly PreviewRow[], isInView: boolean): void => {
    store.setState(({ seen, rows: known }) => {
      const nextSeen = new Map(seen)
      const nextRows = isInView ? new Map<number, PreviewRow>() : new Map(known)
      for (const [index, { id }] of people.entries()) {
        const received = rows[index]
        if (received === undefined) continue
        const row = withRepeated(received, repeated.get(id))
        const { name, email, domain } = row
        nextSeen.set(id, { name, email, domain, ...findingsOf(row, wanted.template) })
        if (isInView) nextRows.set(id, row)
      }
      return { seen: nextSeen, rows: nextRows, error: null }
    })
  }

  /** Whether to go on with the next chunk. */
  const load = async (start: number): Promise<boolean> => {
    const own = edition
    const people = chunkAt(start)
    const reply = await ask({ template: wanted.template, recipients: recipientsOf(people) })
    if (own !== edition) return false
    const isInView = Math.floor(wanted.at / chunkSize) * chunkSize === start
    if (reply.ok) {
      loaded.add(start)
      receive(people, reply.value.rows, isInView)
    } else store.setState({ error: reply.error })
    return reply.ok
  }

  const run = async (): Promise<void> => {
    const own = edition
    const order = chunkOrder(wanted.people.length, wanted.at, chunkSize)
    store.setState({ isAsking: true, done: 0 })
    void lookForRepeated()
    for (const start of order) {
      if (!(await load(start))) break
      store.setState(({ done }) => ({ done: done + chunkAt(start).length }))
    }
    if (own === edition) store.setState({ isAsking: false })
  }

  const forgetGone = (people: readonly Addressee[]): void => {
    const ids = new Set(people.map(({ id }) => id))
    const { seen } = store.getState()
    if ([...seen.keys()].every((id) => ids.has(id))) return
    store.setState({ seen: new Map([...seen].filter(([id]) => ids.has(id))) })
  }

  const changed = (next: Wanted, waitMs: number): void => {
    edition += 1
    wanted = next
    loaded = new Set()
    cancelRun()
    forgetGone(next.people)
    if (next.people.length === 0) store.setState(NONE)
    else {
      store.setState({ isAsking: true })
      cancelRun = later(() => void run(), waitMs)
    }
  }

  return {
    store,
    update: (next: Wanted): void => {
      const { template, people, at } = wanted
      const isSame = template.subject === next.template.subject && template.body === next.template.body
      if (!isSame || people !== next.people) {
        changed(next, people === next.people ? PAUSE_MS : 0)
        return
      }
      if (at === next.at) return
      wanted = next
      const person = next.people[next.at]
      const start = Math.floor(next.at / chunkSize) * chunkSize
      if (person !== undefined && loaded.has(start) && !store.getState().rows.has(person.id)) void load(start)
    },
    retry: (): void => {
      repeatedIn = null
      changed(wanted, 0)
    },
    /** Data changed that pitches are checked against: previews again after a while, once for many changes. */
    outdate: (): void => {
      if (isOutdated || wanted.people.length === 0) return
      isOutdated = true
      later(() => {
        isOutdated = false
        repeatedIn = null
        changed(wanted, 0)
      }, OUTDATED_MS)
    },
  }
}

// The only previewer of the page. It follows what is composed.
const previewer = createPreviewer({ ask: previewPitches, askRepeated: repeatedPeople })
export const usePreviewed = previewer.store
export const retryPreview = previewer.retry

const feed = ({ subject, body, people, at }: Compose): void =>
  previewer.update({ template: { subject, body }, people, at })

/** Returns the function that stops it. */
export const followCompose = (): (() => void) => {
  feed(useCompose.getState())
  return useCompose.subscribe(feed)
}

/** Previews again when data changes that pitches are checked against. */
export const followChanges = (): (() => void) =>
  onInvalidate(({ isStale }) => {
    if (isStale('outreach.preview', brandsOfPeople(useCompose.getState().people))) previewer.outdate()
  })

// Freezing thousands of pitches takes a while: its progress, and how to cancel it. Leaving the review cancels it too.
type Words = { readonly subject: string; readonly body: string }
type Progress = Omit<EventPayload<'outreach.freezeProgress'>, 'runId'>

export const useFreezing = create<{ readonly progress: Progress | null }>()(() => ({ progress: null }))

/** Renders all pitches and keeps them: exactly these are queued. */
export const freezePitches = ({ subject, body }: Words, people: readonly Addressee[]) => {
  useFreezing.setState({ progress: null })
  return startRun({
    start: (runId) => ask('outreach.freeze', { template: { subject, body }, recipients: recipientsOf(people), runId }),
    progress: 'outreach.freezeProgress',
    onProgress: (progress) => useFreezing.setState({ progress }),
    cancel: (runId) => ask('outreach.cancelFreeze', { runId }),
  })
}
