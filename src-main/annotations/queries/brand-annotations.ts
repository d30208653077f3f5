import { ANNOTATION_KINDS } from '../../../src-shared/desk/annotation-kinds.ts'
import type { AnnotationKind } from '../../../src-shared/desk/annotations.ts'
import { DAY_MS } from '../../base/clock.ts'
import type { ReadableDb } from '../../store/db.ts'
import { happened } from './events.ts'
import { notesOf, type StoredNote } from './notes.ts'

export type BrandAnnotation = Pick<StoredNote, 'day' | 'untilDay' | 'keyword' | 'page' | 'text' | 'atMs'> & {
  readonly brandId: string
  readonly kind: AnnotationKind
}

const KINDS: ReadonlySet<AnnotationKind> = new Set(ANNOTATION_KINDS)

/** Notes and what happened, of all time and in no order: a row for each of these brands that they are about. */
export const brandAnnotations = (db: ReadableDb, brandIds: readonly string[]): BrandAnnotation[] => {
  const asked = new Set(brandIds)
  const notes = notesOf(db, { brandIds, fromDay: 0, toDay: Number.MAX_SAFE_INTEGER, words: [] })
  const span = { brandIds, fromMs: 0, untilMs: Number.MAX_SAFE_INTEGER }
  return [
    ...notes.flatMap(({ brandIds: named, ...note }) =>
      (named ?? brandIds).flatMap((brandId) =>
        asked.has(brandId) ? [{ ...note, brandId, kind: 'note' as const }] : [],
      ),
    ),
    ...happened(db, { ...span, kinds: KINDS, pages: null }).map(({ brandId, kind, text, atMs }) => {
      const day = Math.floor(atMs / DAY_MS)
      return { brandId, kind, text, atMs, day, untilDay: day, keyword: null, page: null }
    }),
  ]
}
