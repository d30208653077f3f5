// Notes and what happened as one list, newest first. Each source gives its newest rows up to a place in the list, so that a
// page reads as many rows of each as it shows. Only a search and a keyword read all of them, a search kind by kind.
import type { Database } from 'better-sqlite3'
import { ANNOTATION_KINDS } from '../../../src-shared/desk/annotation-kinds.ts'
import type { Annotation, AnnotationKind } from '../../../src-shared/desk/annotations.ts'
import type { CallOutput, ParsedInput } from '../../../src-shared/desk/contract.ts'
import { DAY_MS, dayFromNumber, dayNumber, toDay, toInstant } from '../../base/clock.ts'
import { isSlugInPage } from '../../base/page-slugs.ts'
import { caseFold } from '../../base/text.ts'
import { type ReadableDb, stampOf } from '../../store/db.ts'
import { cursorPage } from '../../store/paging.ts'
import type { EventsOf } from '../../store/time-span.ts'
import { namesIn } from '../../team/public.ts'
import { EVENTS, type EventKind, type Happened } from './events.ts'
import { countNotes, type NoteHead, newestNotes, notesById, type StoredNote, wordsOf } from './notes.ts'

type Input = ParsedInput<'annotations.list'>

export type ListArgs = Omit<Input, 'brandIds'> & {
  readonly brandIds: 'all' | readonly string[]
  /** Of the keyword that is asked about: the pages that rank for it; null: no keyword is. */
  readonly pages: readonly string[] | null
}

/** A note stands at the end of its day. */
type Found = { readonly orderMs: number } & (
  | { readonly kind: 'note'; readonly note: NoteHead }
  | { readonly kind: EventKind; readonly event: Happened }
)

const LAST_DAY = dayNumber('9999-12-31')
const ALL = -1

/** Whether a note is about the keyword, or about everything. */
const concerns = ({ keyword, page }: NoteHead, asked: string, pages: readonly string[]): boolean => {
  if (keyword !== null) return caseFold(keyword) === caseFold(asked)
  const part = page === null ? null : caseFold(page)
  return part === null || pages.some((each) => caseFold(each).includes(part))
}

const notesOf = (db: ReadableDb, { brandIds, from, to, search }: ListArgs): EventsOf<Found> => {
  const days = {
    brandIds,
    fromDay: from === undefined ? 0 : dayNumber(from),
    toDay: to === undefined ? LAST_DAY : dayNumber(to),
    words: wordsOf(search),
  }
  return {
    newest: ({ untilMs, limit }) =>
      newestNotes(db, { ...days, beginBy: Math.floor(untilMs / DAY_MS) - 1, limit }).map((note) => ({
        kind: 'note',
        orderMs: (note.day + 1) * DAY_MS - 1,
        note,
      })),
    count: () => countNotes(db, { ...days, beginBy: LAST_DAY }),
  }
}

const eventsOf = (db: ReadableDb, kind: EventKind, { pages }: ListArgs): EventsOf<Found> => {
  const { newest, count } = EVENTS[kind](db, pages)
  return { newest: (span) => newest(span).map((event) => ({ kind, orderMs: event.atMs, event })), count }
}

const isWanted = ({ search, keyword, pages }: ListArgs): ((found: Found) => boolean) => {
  const words = wordsOf(search)
  return (found) => {
    if (found.kind === 'note') return keyword === undefined || concerns(found.note, keyword, pages ?? [])
    const { subject, text } = found.event
    const slug = found.kind === 'audit' ? undefined : subject
    const isOfPages = pages === null || slug === undefined || pages.some((page) => isSlugInPage(slug, page))
    if (!isOfPages || words.length === 0) return isOfPages
    const folded = caseFold(text())
    return words.every((word) => folded.includes(word))
  }
}

const toRow = (
  found: Found,
  notes: ReadonlyMap<string, StoredNote>,
  nameOf: ReturnType<typeof namesIn>,
): Annotation[] => {
  if (found.kind !== 'note') {
    const { id, brandId, atMs, text, subject = null, madeBy, link } = found.event
    const none = { untilDay: null, keyword: null, page: null }
    const [at, by] = [toInstant(atMs), nameOf(madeBy)]
    const key = `${found.kind} ${brandId} ${id}`
    return [
      {
        id: key,
        kind: found.kind,
        day: toDay(atMs),
        ...none,
        brandIds: [brandId],
        text: text(),
        subject,
        at,
        by,
        link,
      },
    ]
  }
  const note = notes.get(found.note.noteId)
  if (note === undefined) return []
  const { noteId, day, untilDay, brandIds, keyword, page, text, atMs, madeBy } = note
  return [
    {
      id: noteId,
      kind: 'note',
      day: dayFromNumber(day),
      untilDay: untilDay === day ? null : dayFromNumber(untilDay),
      brandIds: brandIds === null ? 'all' : [...brandIds],
      keyword,
      page,
      text,
      subject: null,
      at: toInstant(atMs),
      by: nameOf(madeBy),
      link: null,
    },
  ]
}

/** Rows in their order, each with its number among those of the same instant: its place in the list. */
type Placed = { readonly found: Found; readonly same: number }
const placed = (rows: readonly Found[]): Placed[] => {
  let same = 0
  return rows.map((found, index) => {
    same = found.orderMs === rows[index - 1]?.orderMs ? same + 1 : 1
    return { found, same }
  })
}

type Kept = {
  readonly stamp: string
  readonly byList: Map<string, number>
  /** Of the last search alone: by kind. */
  search: { readonly of: string; readonly byKind: Map<AnnotationKind, readonly Found[]> } | null
}
const connections = new WeakMap<Database, Kept>()

/** What was found, as long as no file changes. */
const keptOf = ({ core, cache }: ReadableDb): Kept => {
  const stamp = `${stampOf(core)} ${stampOf(cache)}`
  const known = connections.get(core)
  const kept = known?.stamp === stamp ? known : { stamp, byList: new Map<string, number>(), search: null }
  connections.set(core, kept)
  return kept
}

/** Counted once: a person who scrolls asks for the same list again. */
const totalOf = (db: ReadableDb, list: string, count: () => number): number => {
  const { byList } = keptOf(db)
  const total = byList.get(list) ?? count()
  byList.set(list, total)
  return total
}

/** A search over years is asked for kind by kind first (calls.ts), so that no read takes long; then all are here. */
const matchesOf = (db: ReadableDb, args: ListArgs, kind: AnnotationKind, read: () => readonly Found[]) => {
  const { brandIds, from, to, keyword, search, pages } = args
  const kept = keptOf(db)
  const of = JSON.stringify([brandIds, from, to, keyword, search, pages])
  if (kept.search?.of !== of) kept.search = { of, byKind: new Map() }
  const found = kept.search.byKind.get(kind) ?? read().filter(isWanted(args))
  kept.search.byKind.set(kind, found)
  return found
}

/** Notes and what happened, newest first. */
export const listAnnotations = (db: ReadableDb, args: ListArgs): CallOutput<'annotations.list'> => {
  const { brandIds, from, to, kinds, keyword, search, limit, cursor, offset } = args
  const wanted: readonly AnnotationKind[] = ANNOTATION_KINDS.filter((kind) => kinds?.includes(kind) !== false)
  const sources = wanted.map((kind) => (kind === 'note' ? notesOf(db, args) : eventsOf(db, kind, args)))
  const span = {
    brandIds,
    fromMs: (from === undefined ? 0 : dayNumber(from)) * DAY_MS,
    untilMs: ((to === undefined ? LAST_DAY : dayNumber(to)) + 1) * DAY_MS,
  }
  /** Stable: rows of the same instant keep the order of their source. */
  const inOrder = (rows: readonly Found[]): Found[] => rows.toSorted((one, other) => other.orderMs - one.orderMs)
  const read = (untilMs: number, count: number): Found[] =>
    inOrder(
      sources.flatMap(({ newest }) => newest({ ...span, untilMs: Math.min(untilMs, span.untilMs), limit: count })),
    )
  const matches = () =>
    wanted.flatMap((kind, at) => matchesOf(db, args, kind, () => sources[at]?.newest({ ...span, limit: ALL }) ?? []))
  const isNarrowed = keyword !== undefined || wordsOf(search).length > 0
  const all = isNarrowed ? inOrder(matches()) : null
  const upTo = (untilMs: number, count: number) =>
    all?.filter(({ orderMs }) => orderMs < untilMs) ?? read(untilMs, count)

  const list = JSON.stringify([brandIds, from, to, kinds, keyword, search])
  const page = cursorPage<Placed>(
    {
      limit,
      cursor: offset === undefined ? cursor : null,
      keys: [{ by: 'at', direction: 'desc', nullable: false }],
      list,
    },
    {
      take: (after, count) => {
        const skipped = after?.tie ?? offset ?? 0
        const untilMs = (after?.keys[0] ?? Number.POSITIVE_INFINITY) + 1
        return placed(upTo(untilMs, skipped + count)).slice(skipped, skipped + count)
      },
      placeOf: ({ found, same }) => ({ keys: [found.orderMs], tie: same }),
    },
  )
  const ids = page.rows.flatMap(({ found }) => (found.kind === 'note' ? [found.note.noteId] : []))
  const notes = new Map(notesById(db, { ids }).map((note) => [note.noteId, note]))
  const nameOf = namesIn(db)
  return {
    rows: page.rows.flatMap(({ found }) => toRow(found, notes, nameOf)),
    total: all?.length ?? totalOf(db, list, () => sources.reduce((sum, { count }) => sum + count(span), 0)),
    nextCursor: page.nextCursor,
    freshAsOf: null,
  }
}
