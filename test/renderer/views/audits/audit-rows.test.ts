import { expect, test } from 'vitest'
import {
  type AuditSort,
  auditQuery,
  auditRows,
  scoredAudits,
  scoresByDay,
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
  const rest = { totalTests: tests, passedTests, scoreChange: null, error: null }
  return { id: String(count), brandId, url: URL_A, at, state, overallScore, ...rest, ...more }
}
const siteOf = (brandId: string, last: AuditRow | null, more: Partial<AuditSite> = {}): AuditSite => ({
  brandId,
  url: URL_A,
  isGuessed: false,
  remindEveryDays: null,
  last,
  isDue: false,
  ...more,
})

const old = auditOf('a', '2026-11-01T10:00:00.000Z', 60)
const again = auditOf('a', '2026-11-01T12:00:00.000Z', 64)
const latest = auditOf('a', '2026-11-05T10:00:00.000Z', 70, { scoreChange: 6 })
const lost = auditOf('b', '2026-11-06T10:00:00.000Z', null)
const elsewhere = auditOf('a', '2026-11-04T10:00:00.000Z', 10, { url: 'https://other.example/' })
const brands = new Map([
  ['a', brandOf('a', { name: 'Acme', tags: ['retail'] })],
  ['b', brandOf('b', { name: 'Bolt' })],
  ['c', brandOf('c', { name: 'Cedar' })],
])
const rows = auditRows(
  [siteOf('a', latest), siteOf('b', lost, { isDue: true }), siteOf('c', null, { url: null }), siteOf('gone', null)],
  brands,
  [latest, lost, elsewhere, again, old],
)
const names = (params: Record<string, string>) => selectAudits(rows, auditQuery(params)).map(({ brand }) => brand.name)

test('a brand has the scores of its own site, oldest first; one without a score has none', () => {
  expect(rows.map(({ brand, scores }) => [brand.name, scores])).toEqual([
    ['Acme', [60, 64, 70]],
    ['Bolt', []],
    ['Cedar', []],
  ])
})

test('no value comes last in either direction', () => {
  for (const sort of ['score', 'change', 'passed'] satisfies AuditSort[])
    for (const order of ['asc', 'desc']) expect(names({ sort, order })).toEqual(['Acme', 'Bolt', 'Cedar'])
  expect(names({ sort: 'at', order: 'desc' })).toEqual(['Bolt', 'Acme', 'Cedar'])
  expect(names({ sort: 'nonsense' })).toEqual(['Acme', 'Bolt', 'Cedar'])
})

test('brands are found by name, tag and what is due', () => {
  expect(names({ due: '1' })).toEqual(['Bolt'])
  expect(names({ tag: 'retail' })).toEqual(['Acme'])
  expect(names({ q: 'ced' })).toEqual(['Cedar'])
})

test('a day shows its last audit', () => {
  expect(scoresByDay(scoredAudits([latest, again, old, elsewhere], URL_A))).toEqual({
    days: ['2026-11-01', '2026-11-05'],
    scores: [64, 70],
  })
})
