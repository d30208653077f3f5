import { ANNOTATION_KINDS } from '../../../src-shared/desk/annotation-kinds.ts'
import type { Annotation, AnnotationKind } from '../../../src-shared/desk/annotations.ts'
import type { CallOutput, ParsedInput } from '../../../src-shared/desk/contract.ts'
import { DAY_MS, dayFromNumber, dayNumber, toDay, toInstant } from '../../base/clock.ts'
import { caseFold } from '../../base/text.ts'
import type { ReadableDb } from '../../store/db.ts'
import { cursorPage } from '../../store/paging.ts'
import { namesIn } from '../../team/public.ts'
import { type Happened, happened } from './events.ts'
import { notesOf, type StoredNote, wordsOf } from './notes.ts'

type Input = ParsedInput<'annotations.list'>

export type ListArgs = Omit<Input, 'brandIds'> & {
  readonly brandIds: readonly string[]
  /** Whether these are all brands of the desk. */
  readonly isAll: boolean
  /** Of the keyword that is asked about: the pages that rank for it; null: no keyword is. */
  readonly pages: readonly string[] | null
}

type Found =
  | { readonly day: number; readonly atMs: number; readonly id: string; readonly note: StoredNote }
  | { readonly day: number; readonly atMs: number; readonly id: string; readonly event: Happened }

const FIRST_DAY = 0
const LAST_DAY = dayNumber('9999-12-31')

const byNewest = (one: Found, other: Found): number =>
  other.day - one.day || other.atMs - one.atMs || (one.id < other.id ? -1 : 1)

/** Whether a note is about the keyword, or about everything. */
const concerns = ({ keyword, page }: StoredNote, asked: string | undefined, pages: ListArgs['pages']): boolean => {
  if (asked === undefined) return true
  if (keyword !== null) return caseFold(keyword) === caseFold(asked)
  const part = page === null ? null : caseFold(page)
  return part === null || pages?.some((each) => caseFold(each).includes(part)) === true
}

const find = (db: ReadableDb, { search, from, to, kinds, keyword, ...args }: ListArgs): Found[] => {
  const wanted: ReadonlySet<AnnotationKind> = new Set(kinds ?? ANNOTATION_KINDS)
  const words = wordsOf(search)
  const fromDay = from === undefined ? FIRST_DAY : dayNumber(from)
  const toDay = to === undefined ? LAST_DAY : dayNumber(to)
  const brandIds = args.isAll ? ('all' as const) : args.brandIds
  const notes = wanted.has('note')
    ? notesOf(db, { brandIds, fromDay, toDay, words }).filter((note) => concerns(note, keyword, args.pages))
    : []
  const span = { brandIds: args.brandIds, fromMs: fromDay * DAY_MS, untilMs: (toDay + 1) * DAY_MS }
  const events = happened(db, { ...span, kinds: wanted, pages: args.pages })
  const holdsWords = ({ text }: Happened) => words.every((word) => caseFold(text).includes(word))
  return [
    ...notes.map((note) => ({ day: note.day, atMs: note.atMs, id: note.noteId, note })),
    ...(words.length === 0 ? events : events.filter(holdsWords)).map((event) => ({
      day: Math.floor(event.atMs / DAY_MS),
      atMs: event.atMs,
      id: `${event.kind} ${event.brandId} ${event.id}`,
      event,
    })),
  ].toSorted(byNewest)
}

const toRow =
  (nameOf: ReturnType<typeof namesIn>) =>
  (found: Found): Annotation => {
    const { id, atMs } = found
    if ('event' in found) {
      const { kind, brandId, text, subject = null, madeBy, link } = found.event
      const none = { untilDay: null, keyword: null, page: null }
      const at = toInstant(atMs)
      return { id, kind, day: toDay(atMs), ...none, brandIds: [brandId], text, subject, at, by: nameOf(madeBy), link }
    }
    const { day, untilDay, brandIds, keyword, page, text, madeBy } = found.note
    return {
      id,
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
    }
  }

/** Notes and what happened, newest first. A cursor goes on at a row's number. */
export const listAnnotations = (db: ReadableDb, args: ListArgs): CallOutput<'annotations.list'> => {
  const found = find(db, args)
  const { limit, cursor, offset = 0 } = args
  const list = JSON.stringify([args.brandIds.join(' '), args.from, args.to, args.kinds, args.keyword, args.search])
  const page = cursorPage<number>(
    { limit, cursor, keys: [], list },
    {
      take: (after, count) => {
        const first = after === undefined ? offset : after.tie + 1
        const last = Math.min(first + count, found.length)
        return Array.from({ length: Math.max(0, last - first) }, (_, index) => first + index)
      },
      placeOf: (row) => ({ keys: [], tie: row }),
    },
  )
  const shown = page.rows.flatMap((row) => found[row] ?? [])
  return { rows: shown.map(toRow(namesIn(db))), total: found.length, nextCursor: page.nextCursor, asOf: null }
}
