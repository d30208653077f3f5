import { expect, test } from 'vitest'
import {
  type AuditSort,
  auditQuery,
  auditRows,
  selectAudits,
} from '../../../../src-renderer/views/audits/audit-rows.ts'
import type { AuditRow, AuditSite } from '../../../../src-shared/desk/research.ts'
import { brandOf } from '../../../support/renderer-brands.ts'

const URL_A = 'https://a.example/'
let count = 0
const auditOf = (brandId: string, at: string, overallScore: number | null, more: Partial<AuditRow> = {}): AuditRow => {
  count += 1
  const state = overallScore === null ? ('unknown' as const) : ('done' as const)
  const tests = overallScore === null ? null : 40
  const passedTests = overallScore === null ? null : Math.round(overallScore * 0.4)
  const rest = { totalTests: tests, passedTests, scoreChange: null, error: null, answeredUrl: null }
  return { id: String(count), brandId, url: URL_A, at, state, overallScore, ...rest, ...more }
}
const siteOf = (brandId: string, last: AuditRow | null, more: Partial<AuditSite> = {}): AuditSite => ({
  brandId,
  url: URL_A,
  isGuessed: false,
  remindEveryDays: null,
  last,
  scores: [],
  isDue: false,
  ...more,
})

const latest = auditOf('a', '2026-11-05T10:00:00.000Z', 70, { scoreChange: 6 })
const lost = auditOf('b', '2026-11-06T10:00:00.000Z', null)
const brands = new Map([
  ['a', brandOf('a', { name: 'Acme', tags: ['retail'] })],
  ['b', brandOf('b', { name: 'Bolt' })],
  ['c', brandOf('c', { name: 'Cedar' })],
])
const rows = auditRows(
  [siteOf('a', latest), siteOf('b', lost, { isDue: true }), siteOf('c', null, { url: null }), siteOf('gone', null)],
  brands,
)
const names = (params: Record<string, string>) => selectAudits(rows, auditQuery(params)).map(({ brand }) => brand.name)

test('a site of a removed brand is left out', () => {
  expect(rows.map(({ brand }) => brand.name)).toEqual(['Acme', 'Bolt', 'Cedar'])
})

test('missing values are sorted last in either direction', () => {
  for (const sort of ['score', 'change', 'passed'] satisfies AuditSort[])
    for (const order of ['asc', 'desc']) expect(names({ sort, order })).toEqual(['Acme', 'Bolt', 'Cedar'])
  expect(names({ sort: 'at', order: 'desc' })).toEqual(['Bolt', 'Acme', 'Cedar'])
  expect(names({ sort: 'nonsense' })).toEqual(['Acme', 'Bolt', 'Cedar'])
})

test('passed tests are sorted by their share of all tests', () => {
  const tests = (passedTests: number, totalTests: number) => ({ passedTests, totalTests })
  const sites = [
    siteOf('a', auditOf('a', '2026-11-05T10:00:00.000Z', 60, tests(30, 50))),
    siteOf('b', auditOf('b', '2026-11-05T10:00:00.000Z', 90, tests(9, 10))),
    siteOf('c', auditOf('c', '2026-11-05T10:00:00.000Z', 50, tests(20, 40))),
  ]
  const sorted = (order: string) =>
    selectAudits(auditRows(sites, brands), auditQuery({ sort: 'passed', order })).map(({ brand }) => brand.name)
  expect(sorted('asc')).toEqual(['Cedar', 'Acme', 'Bolt'])
  expect(sorted('desc')).toEqual(['Bolt', 'Acme', 'Cedar'])
})

test('brands are found by name, tag and due audit', () => {
  expect(names({ due: '1' })).toEqual(['Bolt'])
  expect(names({ tag: 'retail' })).toEqual(['Acme'])
  expect(names({ q: 'ced' })).toEqual(['Cedar'])
})
