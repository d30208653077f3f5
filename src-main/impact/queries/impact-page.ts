import type { CallOutput, ParsedInput } from '../../../src-shared/desk/contract.ts'
import type { ImpactRow, ImpactSort, ImpactVerdict } from '../../../src-shared/desk/impact.ts'
import { IMPACT_VERDICTS } from '../../../src-shared/desk/values/state-names.ts'
import { dayFromNumber, dayNumber } from '../../base/clock.ts'
import { brandScope } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import { freshAsOf } from '../../store/freshness.ts'
import { listPage, type SortKey } from '../../store/paging.ts'
import { all, type Condition, holds, isOneOf } from '../../store/search-text.ts'

const COLUMNS = `(SELECT id FROM brand WHERE no = brand_no) AS brandId, slug, title, day, page, is_new_page AS isNewPage, verdict,
  reason, effect, low, high, detectable, keywords, clicks_before AS clicksBefore, clicks_after AS clicksAfter,
  control_change AS controlChange, days_after AS daysAfter`

type Stored = Omit<ImpactRow, 'articleSlug' | 'publishedDay' | 'isNewPage' | 'interval'> & {
  readonly slug: string
  readonly day: number
  readonly isNewPage: number
  readonly low: number | null
  readonly high: number | null
}

const SORTS: Readonly<Record<ImpactSort, Pick<SortKey, 'sql' | 'nullable'>>> = {
  publishedDay: { sql: 'day', nullable: false },
  title: { sql: 'lower(coalesce(title, slug))', nullable: false },
  verdict: { sql: 'verdict', nullable: false },
  effect: { sql: 'effect', nullable: true },
  detectable: { sql: 'detectable', nullable: true },
  keywords: { sql: 'keywords', nullable: false },
  clicksBefore: { sql: 'clicks_before', nullable: true },
  clicksAfter: { sql: 'clicks_after', nullable: true },
}

const toRow = ({ slug, day, isNewPage, low, high, ...row }: Stored): ImpactRow => ({
  ...row,
  articleSlug: slug,
  publishedDay: dayFromNumber(day),
  isNewPage: isNewPage === 1,
  interval: low === null || high === null ? null : { low, high },
})

const LAST = `SELECT i.verdict, i.day FROM brand b CROSS JOIN impact i ON i.brand_no = b.no
  WHERE b.id = ? AND i.slug = ? ORDER BY i.day DESC LIMIT 1`

type Slug = { readonly brandId: string; readonly articleSlug: string }
type LastImpact = { readonly verdict: ImpactVerdict; readonly day: string } | null

/** What followed the last publish of these articles, in their order. */
export const lastImpacts = (db: ReadableDb, { articles }: { articles: readonly Slug[] }): LastImpact[] =>
  articles.map(({ brandId, articleSlug }) => {
    const row = prepared<{ verdict: ImpactVerdict; day: number }>(db.cache, LAST).get(brandId, articleSlug)
    return row === undefined ? null : { ...row, day: dayFromNumber(row.day) }
  })

type Verdicts = CallOutput<'impact.list'>['verdicts']

const countVerdicts = ({ cache }: ReadableDb, conditions: readonly (Condition | undefined)[]): Verdicts => {
  const { sql, params } = all(conditions)
  const rows = prepared<{ verdict: ImpactVerdict; count: number }>(
    cache,
    `SELECT verdict, count(*) AS count FROM impact WHERE ${sql} GROUP BY verdict`,
  ).all(...params)
  const counts = new Map(rows.map(({ verdict, count }) => [verdict, count]))
  return Object.fromEntries(IMPACT_VERDICTS.map((verdict) => [verdict, counts.get(verdict) ?? 0])) as Verdicts // one of each
}

/** Throws not-found for an unknown brand. */
export const impactPage = (
  db: ReadableDb,
  input: ParsedInput<'impact.list'>,
): Omit<CallOutput<'impact.list'>, 'waiting'> => {
  const { brandIds, search, filter, sort } = input
  const { from, to, verdict } = filter
  const conditions = [
    brandScope(db, brandIds),
    holds('folded', search),
    from === undefined ? undefined : { sql: 'day >= ?', params: [dayNumber(from)] },
    to === undefined ? undefined : { sql: 'day <= ?', params: [dayNumber(to)] },
  ]
  const { rows, ...page } = listPage<Stored>(db.cache, input, {
    columns: COLUMNS,
    from: 'impact',
    keys: sort.map(({ by, direction }) => ({ by, direction, ...SORTS[by] })),
    tie: 'id',
    conditions: [...conditions, isOneOf('verdict', verdict)],
  })
  return {
    ...page,
    rows: rows.map(toRow),
    verdicts: countVerdicts(db, conditions),
    freshAsOf: freshAsOf(db, 'rankings', brandIds),
  }
}
