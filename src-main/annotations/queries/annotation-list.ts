// Notes and what happened as one list, newest first. Each source gives its newest rows up to a place in the list, so that a
// page reads as many rows of each as it shows. Only a keyword of a brand has all of them read.
import type { Database } from 'better-sqlite3'
import type { Annotation, AnnotationKind } from '../../../src-shared/desk/annotations.ts'
import type { CallOutput, ParsedInput } from '../../../src-shared/desk/contract.ts'
import { ANNOTATION_KINDS } from '../../../src-shared/desk/values/annotation-kinds.ts'
import { DAY_MS, dayFromNumber, dayNumber, toDay, toInstant } from '../../base/clock.ts'
import { isSlugInPage } from '../../base/page-slugs.ts'
import { caseFold } from '../../base/text.ts'
import { type ReadableDb, stampOf } from '../../store/db.ts'
import { cursorPage } from '../../store/paging.ts'
import { accentFoldedWords, addAccentFold } from '../../store/search-text.ts'
import type { EventsOf, TimeSpan } from '../../store/time-span.ts'
import { namesIn } from '../../team/public.ts'
import { EVENTS, type EventKind, type Happened } from './events.ts'
import { countNotes, type NoteHead, newestNotes, notesById, type StoredNote } from './notes.ts'

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
    words: accentFoldedWords(search),
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

const eventsOf = (db: ReadableDb, kind: EventKind, { pages, search }: ListArgs): EventsOf<Found> => {
  const { newest, count } = EVENTS[kind](db, { pages, words: accentFoldedWords(search) })
  return { newest: (span) => newest(span).map((event) => ({ kind, orderMs: event.atMs, event })), count }
}

/** The notes on a keyword, or on everything; the articles on the pages that rank for it; and all of the other kinds. */
const isOfKeyword =
  (keyword: string, pages: readonly string[]) =>
  (found: Found): boolean => {
    if (found.kind === 'note') return concerns(found.note, keyword, pages)
    const slug = found.kind === 'audit' ? undefined : found.event.subject
    return slug === undefined || pages.some((page) => isSlugInPage(slug, page))
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

type Kept = { readonly stamp: string; readonly byList: Map<string, number> }
const connections = new WeakMap<Database, Kept>()

/** Counted once as long as no file changes: a person who scrolls asks for the same list again. */
const totalOf = ({ core, cache }: ReadableDb, list: string, count: () => number): number => {
  const stamp = `${stampOf(core)} ${stampOf(cache)}`
  const known = connections.get(core)
  const { byList } = known?.stamp === stamp ? known : { byList: new Map<string, number>() }
  connections.set(core, { stamp, byList })
  const total = byList.get(list) ?? count()
  byList.set(list, total)
  return total
}

/** A source that gave fewer rows of the span than it was asked for has no others to count. */
const counted = ({ newest, count }: EventsOf<Found>, span: TimeSpan): EventsOf<Found> => {
  let total: number | undefined
  return {
    newest: (asked) => {
      const rows = newest(asked)
      if (asked.untilMs === span.untilMs && (asked.limit < 0 || rows.length < asked.limit)) total = rows.length
      return rows
    },
    count: () => total ?? count(span),
  }
}

/** Notes and what happened, newest first. */
export const listAnnotations = (db: ReadableDb, args: ListArgs): CallOutput<'annotations.list'> => {
  const { brandIds, from, to, kinds, keyword, pages, search, limit, cursor, offset } = args
  const wanted: readonly AnnotationKind[] = ANNOTATION_KINDS.filter((kind) => kinds?.includes(kind) !== false)
  for (const file of [db.core, db.cache]) addAccentFold(file)
  const span = {
    brandIds,
    fromMs: (from === undefined ? 0 : dayNumber(from)) * DAY_MS,
    untilMs: ((to === undefined ? LAST_DAY : dayNumber(to)) + 1) * DAY_MS,
  }
  const sources = wanted.map((kind) => counted(kind === 'note' ? notesOf(db, args) : eventsOf(db, kind, args), span))
  /** Stable: rows of the same instant keep the order of their source. */
  const inOrder = (rows: readonly Found[]): Found[] => rows.toSorted((one, other) => other.orderMs - one.orderMs)
  const read = (untilMs: number, count: number): Found[] =>
    inOrder(
      sources.flatMap(({ newest }) => newest({ ...span, untilMs: Math.min(untilMs, span.untilMs), limit: count })),
    )
  const ofKeyword = keyword === undefined ? null : isOfKeyword(keyword, pages ?? [])
  const all = ofKeyword && read(span.untilMs, ALL).filter(ofKeyword)
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
