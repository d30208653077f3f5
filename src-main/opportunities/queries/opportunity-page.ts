import type { CallOutput, ParsedInput } from '../../../src-shared/desk/contract.ts'
import type { OpportunityRow } from '../../../src-shared/desk/opportunities.ts'
import { joinKeyword, joinPage, pageNo, textOf } from '../../rankings/public.ts'
import { brandScope } from '../../store/cache-brands.ts'
import type { ReadableDb } from '../../store/db.ts'
import { freshAsOf } from '../../store/freshness.ts'
import { countRows, readPage, type SortKey } from '../../store/paging.ts'
import { all, type Condition, holds, isOneOf } from '../../store/search-text.ts'

type Input = ParsedInput<'opportunities.page'>

const OF_KIND = {
  keyword: { join: joinKeyword, text: textOf('keywords', 'o.subject') },
  page: { join: joinPage, text: textOf('pages', 'o.subject') },
} as const

const columnsOf = (kind: OpportunityRow['kind']): string =>
  `(SELECT id FROM brand WHERE brand.no = o.brand_no) AS brandId, o.kind, ${OF_KIND[kind].text} AS subject,
  ${textOf('pages', 'o.page')} AS page, o.keywords, o.position, o.reachable, o.basis, o.similar, o.word, o.clicks,
  o.impressions, o.expected, o.low, o.high, o.gain, o.needs`

const key = (sql: string, nullable = false): Pick<SortKey, 'sql' | 'nullable'> => ({ sql, nullable })
const SORT_COLUMNS: Record<Input['sort'][number]['by'], Pick<SortKey, 'sql' | 'nullable'>> = {
  gain: key('o.gain'),
  expected: key('o.expected'),
  clicks: key('o.clicks'),
  impressions: key('o.impressions'),
  position: key('o.position', true),
  reachable: key('o.reachable', true),
  subject: key('t.folded'),
  keywords: key('o.keywords'),
}

/** Only a search and an order by name need the texts of all rows. */
const fromOf = ({ search, filter, sort }: Input): string => {
  const isNamed = (search ?? '').trim() !== '' || sort.some(({ by }) => by === 'subject')
  return isNamed ? `opportunity o ${OF_KIND[filter.kind].join('t', 'o.subject')}` : 'opportunity o'
}

const atLeast = (value: number | undefined): Condition | undefined =>
  value === undefined ? undefined : { sql: 'o.gain >= ?', params: [value] }

const ofPage = (address: string | undefined): Condition | undefined =>
  address === undefined ? undefined : { sql: `o.page = ${pageNo('o.brand_no', '?')}`, params: [address.toWellFormed()] }

type Page = CallOutput<'opportunities.page'>

/** As `saveOpportunities` kept them. */
export const opportunityPage = (db: ReadableDb, input: Input): Page => {
  const { brandIds, search, filter, sort, limit, offset, cursor } = input
  const from = fromOf(input)
  const { sql: where, params } = all([
    brandScope(db, brandIds, 'o.brand_no'),
    { sql: 'o.kind = ?', params: [filter.kind] },
    holds('t.folded', search),
    isOneOf('o.needs', filter.needs),
    atLeast(filter.gainMin),
    ofPage(filter.pageAddress),
  ])
  const total = countRows(db.cache, { from, where, params })
  const { rows, nextCursor } = readPage<OpportunityRow>(db.cache, {
    columns: columnsOf(filter.kind),
    from,
    where,
    params,
    keys: sort.map(({ by, direction }) => ({ by, direction, ...SORT_COLUMNS[by] })),
    tie: '((o.brand_no << 32) + o.subject)',
    list: filter.kind,
    ...{ limit, offset, cursor },
  })
  return { rows, nextCursor, total, freshAsOf: freshAsOf(db, 'rankings', brandIds) }
}
