import type { AnnotationKind } from '../../../src-shared/desk/annotations.ts'
import { DAY_MS } from '../../base/clock.ts'
import type { ReadableDb } from '../../store/db.ts'
import { EVENTS, type EventKind, type Happened } from './events.ts'
import { newestNotes, notesById, type StoredNote } from './notes.ts'

export type BrandAnnotation = Pick<StoredNote, 'day' | 'untilDay' | 'keyword' | 'page' | 'text' | 'atMs'> & {
  readonly brandId: string
  readonly kind: AnnotationKind
}

const LAST = Number.MAX_SAFE_INTEGER
const ALL = { limit: -1 }
const KINDS = Object.keys(EVENTS) as EventKind[] // its own keys

const notesOf = (db: ReadableDb, brandIds: readonly string[]): StoredNote[] => {
  const days = { fromDay: 0, toDay: LAST, beginBy: LAST }
  return notesById(db, { ids: newestNotes(db, { brandIds, ...days, words: [], ...ALL }).map(({ noteId }) => noteId) })
}

/** Notes and what happened, of all time and in no order: a row for each of these brands that they are about. */
export const brandAnnotations = (db: ReadableDb, brandIds: readonly string[]): BrandAnnotation[] => {
  const asked = new Set(brandIds)
  const span = { brandIds, fromMs: 0, untilMs: LAST, ...ALL }
  return [
    ...notesOf(db, brandIds).flatMap(({ brandIds: named, ...note }) =>
      (named ?? brandIds).flatMap((brandId) =>
        asked.has(brandId) ? [{ ...note, brandId, kind: 'note' as const }] : [],
      ),
    ),
    ...KINDS.flatMap((kind) =>
      EVENTS[kind](db)
        .newest(span)
        .map(({ brandId, text, atMs }) => {
          const day = Math.floor(atMs / DAY_MS)
          return { brandId, kind, text: text(), atMs, day, untilDay: day, keyword: null, page: null }
        }),
    ),
  ]
}

const RECENT_MAX = 300

export type RecentEvent = Happened & { readonly kind: EventKind }

const newestByBrand = (events: readonly RecentEvent[]): ReadonlyMap<string, readonly RecentEvent[]> =>
  new Map(
    Array.from(
      Map.groupBy(events, ({ brandId }) => brandId),
      ([brandId, own]) => [brandId, own.slice(0, RECENT_MAX)],
    ),
  )

type RecentOf = { readonly brandIds: readonly string[]; readonly kinds: readonly EventKind[]; readonly fromMs: number }

/** What happened to these brands since then, by brand, the newest of each kind. Many are looked up by one walk over the time. */
export const recentEvents = (
  db: ReadableDb,
  { brandIds, kinds: asked, fromMs }: RecentOf,
): ReadonlyMap<string, readonly RecentEvent[]> => {
  const of = brandIds.length === 1 ? brandIds : ('all' as const)
  const kinds = asked.map((kind) =>
    newestByBrand(
      EVENTS[kind](db)
        .newest({ brandIds: of, fromMs, untilMs: LAST, ...ALL })
        .map((event) => ({ ...event, kind })),
    ),
  )
  return new Map(brandIds.map((brandId) => [brandId, kinds.flatMap((kind) => kind.get(brandId) ?? [])]))
}
