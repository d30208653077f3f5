import { describe, expect, it } from 'vitest'
import { type BrandSync, hasFailed, oldestSync, unreachableBrands } from '../../../../src-renderer/state/sync.ts'
import { nextActionOf, problems, summaryLabel, syncRows } from '../../../../src-renderer/views/sync/sync-rows.ts'
import type { DeskErrorValue } from '../../../../src-shared/desk/errors.ts'
import type { Dataset, SyncRun } from '../../../../src-shared/desk/sync.ts'
import { brandOf, statusOf } from '../../../support/renderer-brands.ts'

const brands = [brandOf('a', { name: 'Acme' }), brandOf('b', { name: 'Blue' })]
const refused: DeskErrorValue = { kind: 'unauthorized', message: 'Refused', detail: { serviceText: 'Invalid API key' } }
const offline: DeskErrorValue = { kind: 'network', message: 'Not reached' }
const failed = (dataset: 'rankings' | 'clusters', error: DeskErrorValue, nextTryAt: string | null = null) =>
  statusOf('b', { dataset, state: 'failed', error, nextTryAt })
const byBrand = new Map([
  ['a', { rankings: statusOf('a') }],
  ['b', { rankings: failed('rankings', refused), clusters: failed('clusters', refused, '2026-11-20T12:00:00.000Z') }],
])

describe('the sync centre', () => {
  it('counts each brand once, by its worst dataset', () => {
    const nowMs = Date.parse('2026-11-20T12:00:00.000Z')
    const read = (id: string, fetchedAt: string | null) => ({
      rankings: statusOf(id, { dataset: 'rankings', fetchedAt }),
    })
    const all = [...brands, brandOf('c', { name: 'Cyan' }), brandOf('d', { name: 'Dune' })]
    const sync = new Map<string, BrandSync>([
      ['a', read('a', '2026-11-20T11:00:00.000Z')],
      ['b', { ...read('b', '2026-11-20T11:00:00.000Z'), clusters: failed('clusters', refused) }],
      ['c', read('c', '2026-11-10T11:00:00.000Z')],
    ])
    expect(summaryLabel(all, sync, nowMs)).toBe('1 brand fresh · 2 stale · 1 failed')
  })
  it('shows one failure of a brand once, with its datasets and the first retry', () => {
    expect(problems(brands, byBrand)).toMatchObject([
      { brands: [{ id: 'b' }], datasets: ['rankings', 'clusters'], nextTryAt: '2026-11-20T12:00:00.000Z' },
    ])
  })
  it('shows the same error of many brands once, regardless of their names', () => {
    const many = Array.from({ length: 198 }, (_, index) => brandOf(`b${index}`, { name: `Brand ${index}` }))
    const away = (id: string, name: string) => {
      const error: DeskErrorValue = { kind: 'network', message: `${name}: the service does not answer.` }
      return { rankings: statusOf(id, { dataset: 'rankings', state: 'failed', error }) }
    }
    const list = problems(many, new Map(many.map(({ id, name }) => [id, away(id, name)])))
    expect(list).toHaveLength(1)
    expect(list[0]).toMatchObject({ datasets: ['rankings'] })
    expect(list[0]?.brands).toHaveLength(198)
  })
  it('distinguishes two operations that the service does not know', () => {
    const unknown = (operation: string): DeskErrorValue => ({
      kind: 'not-found',
      message: `Blue: the service does not know ${operation}.`,
      detail: { operation, serviceText: 'no such endpoint' },
    })
    const sync = {
      rankings: failed('rankings', unknown('rankTracking.topKeywords')),
      clusters: failed('clusters', unknown('topicClusters.list')),
    }
    expect(problems(brands, new Map([['b', sync]]))).toHaveLength(2)
  })
  it('shows that a brand without a key needs one, not its next retry', () => {
    const keyless = [brandOf('b', { name: 'Blue', keyState: 'missing' })]
    const late = new Map([['b', { rankings: failed('rankings', offline, '2026-11-20T12:00:00.000Z') }]])
    const [problem] = problems(keyless, late)
    expect(problem).toMatchObject({ error: { kind: 'keychain' }, nextTryAt: null })
    expect(problem?.error.message).toContain('No key on this computer')
    expect(unreachableBrands(late, () => false)).toEqual({ brandIds: [], nextTryAt: null })
  })
  it('filters failed brands', () => {
    expect(syncRows(brands, byBrand, { text: '', isFailedOnly: true, run: null }).map((row) => row.brand.id)).toEqual([
      'b',
    ])
    expect(
      syncRows(brands, byBrand, { text: 'ac', isFailedOnly: false, run: null }).map((row) => row.brand.id),
    ).toEqual(['a'])
  })
  it('gives what one run read just before its end one age, and leaves other rows as they are', () => {
    const run: SyncRun = {
      ...{ runId: 'r', origin: 'interval' as const, done: 3, failed: 0, cancelled: 0, total: 3 },
      ...{ startedAt: '2026-11-20T11:00:00.000Z', endedAt: '2026-11-20T12:00:10.000Z' },
    }
    const read = (dataset: Dataset, fetchedAt: string | null) =>
      [dataset, statusOf('a', { dataset, fetchedAt })] as const
    const sync: BrandSync = Object.fromEntries([
      read('rankings', '2026-11-20T11:59:50.000Z'),
      read('clusters', '2026-11-20T12:00:10.000Z'),
      read('tracked', '2026-11-20T11:55:09.000Z'),
      read('outbox', '2026-11-20T12:00:11.000Z'),
      read('contacts', null),
    ])
    const shown = (of: SyncRun | null) => {
      const [row] = syncRows(brands.slice(0, 1), new Map([['a', sync]]), { text: '', isFailedOnly: false, run: of })
      return Object.values(row?.sync ?? {}).map(({ fetchedAt }) => fetchedAt?.slice(11, 19))
    }
    expect(shown(run)).toEqual(['12:00:10', '12:00:10', '11:55:09', '12:00:11', undefined])
    expect(shown({ ...run, endedAt: null })).toEqual(['11:59:50', '12:00:10', '11:55:09', '12:00:11', undefined])
    expect(shown({ ...run, startedAt: '2026-11-20T12:00:00.000Z' })[0]).toBe('11:59:50')
    // After a restart no run is known: the newest rows and those just before them.
    expect(shown(null)).toEqual(['12:00:11', '12:00:11', '11:55:09', '12:00:11', undefined])
  })
  it('offers one next action for an error', () => {
    expect(nextActionOf(refused)).toBe('key')
    expect(nextActionOf({ kind: 'not-found', message: '' })).toBe('service')
    expect(nextActionOf({ kind: 'bad-response', message: '' })).toBe('doctor')
    expect(nextActionOf(offline)).toBe('retry')
  })
})

describe('sync status of the frame', () => {
  it('shows the age of the oldest rankings in scope', () => {
    const old = new Map([
      ['a', { rankings: statusOf('a', { fetchedAt: '2026-11-20T10:00:00.000Z' }) }],
      ['b', { rankings: statusOf('b', { fetchedAt: '2026-11-18T10:00:00.000Z' }) }],
    ])
    expect(oldestSync(old, 'all')).toBe('2026-11-18T10:00:00.000Z')
    expect(oldestSync(old, 'a')).toBe('2026-11-20T10:00:00.000Z')
    expect(oldestSync(old, 'unknown')).toBeNull()
  })
  it('leaves demo brands out beside own ones, as the figures do', () => {
    const both = new Map([
      ['own', { rankings: statusOf('own', { fetchedAt: '2026-11-20T10:00:00.000Z' }) }],
      ['demo', { rankings: statusOf('demo', { fetchedAt: '2026-11-18T10:00:00.000Z', state: 'failed' }) }],
    ])
    const demo = brandOf('demo', { demo: true })
    const list = [brandOf('own'), demo]
    expect(oldestSync(both, 'all', 'rankings', list)).toBe('2026-11-20T10:00:00.000Z')
    expect(hasFailed(both, 'all', undefined, list)).toBe(false)
    expect(oldestSync(both, 'demo', 'rankings', list)).toBe('2026-11-18T10:00:00.000Z')
    expect(hasFailed(both, 'demo', undefined, list)).toBe(true)
    expect(oldestSync(both, 'all', 'rankings', [demo])).toBe('2026-11-18T10:00:00.000Z')
  })
  it('names as unreachable only pairs that failed without a network', () => {
    expect(unreachableBrands(byBrand)).toEqual({ brandIds: [], nextTryAt: null })
    const away = new Map([['b', { rankings: failed('rankings', offline, '2026-11-20T12:00:00.000Z') }]])
    expect(unreachableBrands(away)).toEqual({ brandIds: ['b'], nextTryAt: '2026-11-20T12:00:00.000Z' })
  })
})
