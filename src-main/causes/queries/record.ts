// What the desk said of drops of keywords, pages and brands, as it said it first, and how often that was right.
import type { CauseKind } from '../../../src-shared/desk/values/cause-kinds.ts'
import { dayFromNumber, toInstant } from '../../base/clock.ts'
import { addressesOf, findKeyword, keywordTexts } from '../../rankings/public.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'
import type { BrandSums } from '../rules/brand-sums.ts'
import type { DropCauses } from '../rules/causes-of.ts'
import { JUDGED_KIND, type Judgeable, verdictOf } from '../rules/verdict.ts'
import { dropKey, NEAR_DAYS } from './answers.ts'
import { allRows, asOne, rowsOfPage } from './group-sums.ts'

const KEPT_DAYS = 400
const KEPT_MOST = 500

/** `keyword`: what fell, as answers have it. */
type Saying = Judgeable & { readonly keyword: string; readonly day: number; readonly kind: CauseKind }
type Verdict = { readonly keyword: string; readonly day: number; readonly isRight: 0 | 1 }
/** What is new since the causes of a brand were worked out before. */
export type Said = { readonly said: readonly Saying[]; readonly verdicts: readonly Verdict[] }

const OPEN = `SELECT keyword, day, drop_kind AS dropKind, clicks_before AS clicksBefore, clicks_now AS clicksNow,
    data_day AS dataDay
  FROM cause_said WHERE brand_id = ? AND day > ? AND kind = '${JUDGED_KIND}' AND is_right IS NULL`

/** Which keywords a page had is read from these days before those that were known. */
const PAGE_DAYS = 28

/** Of a page, or of the brand itself; null: not yet, or its keywords of then are not known any more. */
const groupVerdict = (
  { cache }: ReadableDb,
  brand: BrandSums,
  { keyword, ...said }: Judgeable & Pick<Saying, 'keyword'>,
) => {
  const until = said.dataDay + 1 - brand.firstDay
  const before = { from: Math.max(0, until - PAGE_DAYS), until: Math.max(0, until) }
  const isSaid = (page: string) => dropKey({ keyword: null, page }) === keyword
  const pages = keyword === '' ? [] : [...addressesOf(cache, new Set(brand.days.pages))]
  const page = pages.find(([, address]) => isSaid(address))?.[0] ?? 0
  const rows = keyword === '' ? allRows(brand) : rowsOfPage(brand, page, before)
  return rows.length === 0 ? null : verdictOf(asOne(brand, rows, before), 0, said)
}

/** A drop was there before the newest day of its time, so its days are held no longer than it is. */
const verdictsOf = (db: ReadableDb, brandId: string, brand: BrandSums): Verdict[] =>
  prepared<Judgeable & Pick<Saying, 'keyword' | 'day'>>(db.core, OPEN)
    .all(brandId, brand.firstDay - brand.length)
    .flatMap(({ keyword, day, ...said }) => {
      const isGroup = keyword === '' || keyword.startsWith('\n')
      const row = brand.days.keywords.indexOf(findKeyword(db, brandId, keyword) ?? -1)
      const isRight = isGroup ? groupVerdict(db, brand, { keyword, ...said }) : verdictOf(brand, row, said)
      return isRight === null ? [] : [{ keyword, day, isRight: isRight ? 1 : 0 }]
    })

const NEW = `SELECT w.key FROM json_each(?) w WHERE NOT EXISTS (SELECT 1 FROM cause_said s
  WHERE s.brand_id = ? AND s.keyword = w.value ->> 0
    AND s.day BETWEEN (w.value ->> 1) - ${NEAR_DAYS} AND (w.value ->> 1) + ${NEAR_DAYS})`

const sayingsOf = (db: ReadableDb, brand: BrandSums, drops: readonly DropCauses[]): Saying[] => {
  const named = drops.filter(({ causes }) => causes.length > 0)
  const texts = keywordTexts(
    db,
    named.map(({ keyword }) => keyword),
  )
  const addresses = addressesOf(
    db.cache,
    named.map(({ drop }) => drop.page),
  )
  const keyOf = ({ keyword, drop: { of, page } }: DropCauses): string | undefined => {
    const [text, address] = [texts.get(keyword), addresses.get(page)]
    if (of === 'keyword') return text === undefined ? undefined : dropKey({ keyword: text })
    if (of === 'page') return address === undefined ? undefined : dropKey({ keyword: null, page: address })
    return dropKey({ keyword: null })
  }
  const dataDay = brand.firstDay + brand.length - 1
  return named.flatMap((one) => {
    const [keyword, [first]] = [keyOf(one), one.causes]
    if (keyword === undefined || first === undefined) return []
    const { kind: dropKind, clicksBefore, clicksNow } = one.drop
    return [{ keyword, day: one.day, kind: first.kind, dropKind, clicksBefore, clicksNow, dataDay }]
  })
}

export const newlySaid = (db: ReadableDb, brandId: string, brand: BrandSums, drops: readonly DropCauses[]): Said => {
  const all = sayingsOf(db, brand, drops)
  const asked = JSON.stringify(all.map(({ keyword, day }) => [keyword, day]))
  const fresh = new Set(prepared<number>(db.core, NEW).pluck().all(asked, brandId))
  return { said: all.filter((_, at) => fresh.has(at)), verdicts: verdictsOf(db, brandId, brand) }
}

const HELD = 'SELECT count(*) AS count, min(day) AS oldest FROM cause_said WHERE brand_id = ?'
const KEEP = `INSERT INTO cause_said (brand_id, keyword, day, kind, drop_kind, clicks_before, clicks_now, data_day, said_at_ms)
  VALUES (@brandId, @keyword, @day, @kind, @dropKind, @clicksBefore, @clicksNow, @dataDay, @atMs)
  ON CONFLICT DO NOTHING`
const JUDGE = `UPDATE cause_said SET is_right = @isRight
  WHERE brand_id = @brandId AND keyword = @keyword AND day = @day AND is_right IS NULL`
const DROP_OLD = 'DELETE FROM cause_said WHERE brand_id = ? AND day < ?'
const DROP_MOST = `DELETE FROM cause_said WHERE no IN (SELECT no
  FROM cause_said WHERE brand_id = @brandId ORDER BY day DESC, keyword LIMIT -1 OFFSET ${KEPT_MOST})`

export type KeepSaidArgs = Said & { readonly brandId: string; readonly atMs: number }

/** Of a drop the first saying stays. Where a brand has the most that are kept, none that is older is taken in again later. */
export const keepSaid = ({ core }: WritableDb, { brandId, atMs, said, verdicts }: KeepSaidArgs): void =>
  core
    .transaction(() => {
      // Removed meanwhile.
      if (prepared(core, 'SELECT 1 FROM brand WHERE id = ?').get(brandId) === undefined) return
      for (const one of verdicts) prepared(core, JUDGE).run({ brandId, ...one })
      const held = prepared<{ count: number; oldest: number }>(core, HELD).get(brandId)
      const after = held !== undefined && held.count >= KEPT_MOST ? held.oldest + NEAR_DAYS : 0
      for (const one of said) if (one.day > after) prepared(core, KEEP).run({ brandId, atMs, ...one })
      const newest = Math.max(0, ...said.map(({ dataDay }) => dataDay))
      prepared(core, DROP_OLD).run(brandId, newest - KEPT_DAYS)
      prepared(core, DROP_MOST).run({ brandId })
    })
    .immediate()

const FORGET = 'DELETE FROM cause_said WHERE brand_id IN (SELECT value FROM json_each(?))'
type Brands = { readonly brandIds: readonly string[] }

/** For brands of which a part of what happened was not known. */
export const forgetSaid = ({ core }: WritableDb, { brandIds }: Brands): void =>
  void prepared(core, FORGET).run(JSON.stringify(brandIds))

/** A person's answer tells more than later days; one in own words, or about another kind that was rejected, judges nothing. */
const RECORD = `WITH answered AS (
    SELECT s.brand_id, s.keyword, s.day, max(iif(a.is_named, a.kind = s.kind, 0)) AS is_right
    FROM cause_answer a CROSS JOIN cause_said s ON s.brand_id = a.brand_id AND s.keyword = a.keyword
      AND s.day BETWEEN a.day - ${NEAR_DAYS} AND a.day + ${NEAR_DAYS}
    WHERE s.kind = @kind AND a.kind IS NOT NULL AND (a.is_named = 1 OR a.kind = s.kind)
    GROUP BY s.brand_id, s.keyword, s.day),
  judged AS (
    SELECT brand_id, is_right FROM answered
    UNION ALL SELECT s.brand_id, s.is_right FROM cause_said s
    WHERE s.kind = @kind AND s.is_right IS NOT NULL AND NOT EXISTS (SELECT 1 FROM answered a
      WHERE a.brand_id = s.brand_id AND a.keyword = s.keyword AND a.day = s.day))
  SELECT coalesce(sum(j.is_right), 0) AS right, count(*) AS judged FROM judged j JOIN brand b ON b.id = j.brand_id
  WHERE b.demo = (SELECT demo FROM brand WHERE id = @brandId)`

type Counted = { readonly right: number; readonly judged: number }

/** Of a kind over all brands of this desk: those of the demo and own ones apart. */
export const recordOf = ({ core }: ReadableDb, brandId: string, kind: CauseKind) => {
  const { right, judged } = prepared<Counted>(core, RECORD).get({ brandId, kind }) ?? { right: 0, judged: 0 }
  return { kind, right, judged, isByDays: kind === JUDGED_KIND }
}

const FIRST = `SELECT kind, data_day AS dataDay, said_at_ms AS saidAtMs FROM cause_said
  WHERE brand_id = @brandId AND keyword = @keyword AND day BETWEEN @day - ${NEAR_DAYS} AND @day + ${NEAR_DAYS}
  ORDER BY abs(day - @day) LIMIT 1`

/** What was said of a drop at first; null: nothing, or it is too old. */
export const firstSaid = ({ core }: ReadableDb, drop: { brandId: string; keyword: string; day: number }) => {
  const row = prepared<{ kind: CauseKind; dataDay: number; saidAtMs: number }>(core, FIRST).get(drop)
  return row === undefined ? null : { kind: row.kind, dataDay: dayFromNumber(row.dataDay), at: toInstant(row.saidAtMs) }
}
