// Rows of the audits table, filtered and sorted here: the page holds all brands anyway.
import type { Brand } from '../../../src-shared/desk/brands.ts'
import type { AuditRow, AuditSite } from '../../../src-shared/desk/research.ts'
import { fuzzyFilter } from '../../../src-shared/desk/values/fuzzy.ts'
import { compareNames } from '../../../src-shared/desk/values/names.ts'
import type { Params } from '../../state/location.ts'

export type AuditTableRow = {
  readonly brand: Brand
  readonly site: AuditSite
}

export const AUDIT_SORTS = ['name', 'url', 'score', 'passed', 'change', 'at', 'remind'] as const
export type AuditSort = (typeof AUDIT_SORTS)[number]
export type AuditQuery = {
  readonly text: string
  readonly tag: string
  readonly isDueOnly: boolean
  readonly sort: AuditSort
  readonly isDescending: boolean
}

export const auditQuery = ({ q = '', tag = '', due, sort, order }: Params): AuditQuery => ({
  text: q,
  tag,
  isDueOnly: due === '1',
  sort: AUDIT_SORTS.find((one) => one === sort) ?? 'name',
  isDescending: order === 'desc',
})

export const auditRows = (sites: readonly AuditSite[], brands: ReadonlyMap<string, Brand>): AuditTableRow[] =>
  sites.flatMap((site) => {
    const brand = brands.get(site.brandId)
    return brand === undefined ? [] : [{ brand, site }]
  })

type Key = string | number | null

const passedShare = ({ passedTests, totalTests }: AuditRow): number | null =>
  passedTests === null || totalTests === null || totalTests === 0 ? null : passedTests / totalTests

const keyOf = ({ brand, site }: AuditTableRow, sort: AuditSort): Key => {
  const { last } = site
  if (sort === 'name') return brand.name.toLocaleLowerCase()
  if (sort === 'url') return site.url
  if (sort === 'remind') return site.remindEveryDays
  if (last === null) return null
  if (sort === 'score') return last.overallScore
  if (sort === 'passed') return passedShare(last)
  return sort === 'change' ? last.scoreChange : last.at
}

const compareKeys = (a: NonNullable<Key>, b: NonNullable<Key>): number =>
  typeof a === 'string' && typeof b === 'string' ? compareNames(a, b) : Number(a) - Number(b)

/** No value comes last in either direction; equal values are sorted by name. */
export const selectAudits = (rows: readonly AuditTableRow[], query: AuditQuery): AuditTableRow[] =>
  fuzzyFilter(query.text, rows, ({ brand, site }) => `${brand.name} ${site.url ?? ''}`)
    .filter(
      ({ brand, site }) => (!query.isDueOnly || site.isDue) && (query.tag === '' || brand.tags.includes(query.tag)),
    )
    .toSorted((a, b) => {
      const [left, right] = [keyOf(a, query.sort), keyOf(b, query.sort)]
      const byName = compareNames(a.brand.name, b.brand.name)
      if (left === null || right === null) return left === right ? byName : left === null ? 1 : -1
      return compareKeys(left, right) * (query.isDescending ? -1 : 1) || byName
    })
