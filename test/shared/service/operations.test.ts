import { describe, expect, test } from 'vitest'
import {
  OPERATION_NAMES,
  type OperationName,
  openValuesOf,
  operations,
} from '../../../src-shared/service/operations.ts'
import { hasReadings } from '../../../src-shared/service/readings.ts'
import { isOpen, openParts, readOpenPoints } from '../../support/open-points.ts'

/** Rows of the interface whose method and path it gives. */
const INTERFACE = [
  ['outreach.queue', 'POST /v3/outreach/outbox/queue', 'sends'],
  ['outreach.findPeople', 'POST /v3/outreach/prospects/find-people', 'spends'],
  ['outreach.peopleSearchTerms', 'GET /v3/outreach/prospects/people-search-terms', 'read'],
  ['outreach.discover', 'POST /v3/outreach/discover/run', 'spends'],
  ['rankTracking.topKeywords', 'GET /v3/rank-tracking/top-keywords', 'read'],
  ['rankTracking.keywords', 'GET /v3/rank-tracking/keywords', 'read'],
  ['topicClusters.list', 'GET /v3/topic-clusters', 'read'],
  ['keywords.suggest', 'GET /v3/keywords/suggest-keywords', 'read'],
  ['websiteAudit.run', 'POST /v3/website-audit', 'spends'],
  ['connectors.catalog', 'GET /v3/settings/mcp', 'read'],
  ['connectors.update', 'PATCH /v3/settings/mcp', 'set'],
  ['connectors.setSync', 'PATCH /v3/settings/mcp/sync', 'set'],
] as const

const placeOf = (name: OperationName) => `${operations[name].method} ${operations[name].path}`

test.each(INTERFACE)('%s has the method and path of the interface', (name, place, safety) => {
  expect(placeOf(name)).toBe(place)
  expect(operations[name].safety).toBe(safety)
})

describe('the table of open points', () => {
  const points = readOpenPoints()

  test.each(OPERATION_NAMES)('decides whether %s is documented', (name) => {
    expect(operations[name].documented).toBe(!isOpen(points, name))
  })

  test('lists every operation whose method or path the interface does not give', () => {
    const given = INTERFACE.map(([name]) => name as string) // widened, to look names up in it
    const others = OPERATION_NAMES.filter((name) => !given.includes(name))
    expect(others.filter((name) => !openParts(points, name).has('path'))).toEqual([])
  })

  test('states as default the method and path of the operation table', () => {
    const moved = points.flatMap(({ settled, concerns }) =>
      concerns.flatMap(({ names, parts }) =>
        parts.includes('path') ? names.filter((name) => !settled.includes(`\`${placeOf(name)}\``)) : [],
      ),
    )
    expect(moved).toEqual([])
  })

  test('lists every operation with open values of parameters or open measures', () => {
    const listed = (part: 'values' | 'measures') => OPERATION_NAMES.filter((name) => openParts(points, name).has(part))
    const withValues = OPERATION_NAMES.filter((name) => Object.keys(openValuesOf(name)).length > 0)
    expect(listed('values')).toEqual(expect.arrayContaining(withValues))
    expect(listed('measures')).toEqual(OPERATION_NAMES.filter(hasReadings))
    for (const name of withValues)
      for (const [parameter, suggested] of Object.entries(openValuesOf(name))) {
        const text =
          points.map(({ settled }) => settled).find((one) => one.includes(`\`${parameter}\` (suggested`)) ?? ''
        for (const value of suggested) expect(text).toContain(`\`${value}\``)
      }
  })

  test('marks what the interface leaves open: bodies of scheduling, the prefix of AI models', () => {
    const open = OPERATION_NAMES.filter((name) => !operations[name].documented)
    expect(open).toEqual(expect.arrayContaining(['cms.publish', 'cms.schedule', 'cms.unschedule', 'cms.unpublish']))
    expect(open).toEqual(expect.arrayContaining(OPERATION_NAMES.filter((name) => name.startsWith('aiModels.'))))
  })
})

test.each([
  ['outreach.unqueue', 'publishes'],
  ['cms.publish', 'publishes'],
  ['cms.schedule', 'publishes'],
  ['cms.unschedule', 'publishes'],
  ['cms.unpublish', 'publishes'],
  ['aiModels.update', 'set'],
  ['aiModels.setRefreshInterval', 'set'],
] as const)('%s has the safety class %s', (name, safety) => {
  expect(operations[name].safety).toBe(safety)
})

test('every GET is a read, and nothing else is', () => {
  for (const { method, safety } of Object.values(operations)) expect(safety === 'read').toBe(method === 'GET')
})

const pitches = (count: number) => ({ items: Array.from({ length: count }, (_, n) => ({ prospectEmailId: `e${n}` })) })
const ids = (count: number) => Array.from({ length: count }, (_, n) => `p${n}`)
const bodyOf = (name: keyof typeof operations, body: unknown) => {
  const { request } = operations[name] as {
    request: { body?: { safeParse: (value: unknown) => { success: boolean } } }
  } // rows differ in parts
  return request.body?.safeParse(body).success
}

test.each([
  ['outreach.queue', pitches(0), false],
  ['outreach.queue', pitches(1), true],
  ['outreach.queue', pitches(200), true],
  ['outreach.queue', pitches(201), false],
  ['outreach.findPeople', { prospectIds: ids(0) }, false],
  ['outreach.findPeople', { prospectIds: ids(50) }, true],
  ['outreach.findPeople', { prospectIds: ids(51) }, false],
  ['outreach.findPeople', { prospectIds: ids(1), terms: ['a', 'b'] }, false],
  ['outreach.findPeople', { prospectIds: ids(1), terms: ['a', 'b', 'c'] }, true],
  ['outreach.findPeople', { prospectIds: ids(1), terms: ['a', 'b', ' A '] }, false],
  ['outreach.findPeople', { prospectIds: ids(1), terms: ids(25) }, true],
  ['outreach.findPeople', { prospectIds: ids(1), terms: ids(26) }, false],
  ['aiModels.setRefreshInterval', { teamId: 't', interval: 7 }, true],
  ['aiModels.setRefreshInterval', { teamId: 't', interval: null }, true],
  ['aiModels.setRefreshInterval', { teamId: 't', interval: 5 }, true], // outside the ladder: the service answers 403
  ['aiModels.setRefreshInterval', { teamId: 't', interval: 5.5 }, false],
  ['aiModels.setRefreshInterval', { interval: 7 }, false],
  ['aiModels.update', { teamId: 't', isActive: true }, true],
  ['aiModels.update', { teamId: 't' }, false],
  ['cms.publish', { articleSlug: 'a', provider: 'ghost' }, true],
  ['cms.publish', { articleSlug: 'a', provider: 'tumblr' }, false],
  ['cms.publish', { provider: 'ghost', items: [{ articleSlug: 'a' }] }, false],
  ['cms.publish', { articleSlug: 'a', provider: 'ghost', status: 'live' }, false],
  ['cms.publish', { articleSlug: 'a', provider: 'ghost', items: [] }, false],
  ['cms.schedule', { articleSlug: 'a', provider: 'ghost', publishAt: '2026-01-01T00:00:00Z' }, true],
  ['cms.schedule', { articleSlug: 'a', provider: 'ghost', publishAt: 'tomorrow' }, false],
  ['connectors.update', { permissions: { a: 'allow' } }, true],
  ['connectors.update', { permissions: { a: 'maybe' } }, false],
] as const)('%s with %j is accepted: %s', (name, body, accepted) => {
  expect(bodyOf(name, body)).toBe(accepted)
})

test.each(['wordpress', 'shopify', 'webflow', 'ghost', 'webhook', 'framer', 'grigora'])(
  '%s is a provider of every operation that names one',
  (provider) => {
    const publishAt = '2026-01-01T00:00:00Z'
    expect(bodyOf('cms.publish', { articleSlug: 'a', provider })).toBe(true)
    expect(bodyOf('cms.schedule', { articleSlug: 'a', provider, publishAt })).toBe(true)
    expect(bodyOf('cms.unpublish', { articleSlugs: ['a'], provider })).toBe(true)
  },
)

test('subject and body are cut at 500 and 50,000 characters, counted as people count them', () => {
  const parsed = operations['outreach.queue'].request.body.parse({
    items: [{ prospectEmailId: 'e', subject: '🙂'.repeat(501), body: 'x'.repeat(50_001) }],
  })
  expect(Array.from(parsed.items[0]?.subject ?? '')).toHaveLength(500)
  expect(parsed.items[0]?.body).toHaveLength(50_000)
})

test('a suggestion reply with more than 10 keywords is read', () => {
  const { response } = operations['keywords.suggest']
  expect(response.safeParse({ keywords: ids(10) }).success).toBe(true)
  expect(response.safeParse({ keywords: ids(11) }).success).toBe(true)
})

test('tracked keywords are read from `items` or `keywords`, as strings or objects', () => {
  const { response } = operations['rankTracking.keywords']
  const texts = (reply: unknown) => response.parse(reply).items.map((item) => item.keyword)
  expect(texts({ items: ['a', { keyword: 'b', volume: 3 }] })).toEqual(['a', 'b'])
  expect(texts({ keywords: [{ keyword: 'c' }] })).toEqual(['c'])
})

test('fields that the interface does not name are kept', () => {
  const reply = operations['outreach.prospects'].response.parse({ items: [{ id: '1', status: 'new', score: 7 }] })
  expect(reply.items[0]).toEqual({ id: '1', status: 'new', score: 7 })
})
