// The causes of many drops as lines: one statement for what was worked out, one for what people said.
import type { Unchecked } from '../../../src-shared/desk/values/cause-kinds.ts'
import { dayFromNumber } from '../../base/clock.ts'
import { keywordNo } from '../../rankings/public.ts'
import { findBrandNo } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import type { Cause } from '../rules/cause.ts'
import { causeLine, type Line } from '../rules/cause-line.ts'
import { answersTo } from './answers.ts'

/** Null: the brand itself. */
export type Fallen = { readonly brandId: string; readonly keyword: string | null }

/** `at`: which of the asked drops; `since`: its first day. */
export type DropLine = Fallen & Line & { readonly at: number; readonly since: string }

type Row = { readonly at: number; readonly since: number; readonly causes: string; readonly unchecked: string }

const LINES = `SELECT w.key AS at, c.since, c.causes, c.unchecked FROM json_each(?) w
  CROSS JOIN cause c ON c.brand_no = w.value ->> 0
    AND c.keyword = iif(w.value ->> 1 IS NULL, 0, ${keywordNo('w.value ->> 0', 'w.value ->> 1')})
    AND c.subject = iif(w.value ->> 1 IS NULL, 'brand', 'keyword')`

/** The titles of lines name no page. */
const NO_NAMES = new Map<number, string>()

/** Those that are worked out; nothing for what did not drop. */
export const causeLines = (db: ReadableDb, { drops }: { readonly drops: readonly Fallen[] }): DropLine[] => {
  const numbers = new Map([...new Set(drops.map(({ brandId }) => brandId))].map((id) => [id, findBrandNo(db, id)]))
  const asked = drops.map(({ brandId, keyword }) => [numbers.get(brandId), keyword?.toWellFormed() ?? null])
  const rows = prepared<Row>(db.cache, LINES)
    .all(JSON.stringify(asked))
    .flatMap((row) => {
      const drop = drops[row.at]
      return drop === undefined ? [] : [{ ...row, drop }]
    })
  const answers = answersTo(
    db,
    rows.map(({ drop: { brandId, keyword }, since }) => ({ brandId, keyword, since })),
  )
  return rows.map(({ at, drop: { brandId, keyword }, since, causes, unchecked }, row): DropLine => {
    const kept = {
      causes: JSON.parse(causes) as Cause[], // as saveCauses wrote them
      unchecked: JSON.parse(unchecked) as Unchecked[], // as saveCauses wrote them
      answer: answers.get(row) ?? null,
    }
    return { at, brandId, keyword, since: dayFromNumber(since), ...causeLine(kept, NO_NAMES) }
  })
}
