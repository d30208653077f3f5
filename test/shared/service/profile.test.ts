import { expect, test } from 'vitest'
import { invalidInput } from '../../../src-shared/desk/errors.ts'
import {
  DEFAULT_PROFILE,
  fieldsOf,
  mergeProfile,
  placeOf,
  requestsPerMinuteOf,
  type ServiceProfilePatch,
  ServiceProfilePatchSchema,
  ServiceProfileSchema,
  wireNameOf,
} from '../../../src-shared/service/profile.ts'

const issuePath = (patch: unknown) => {
  const { error } = ServiceProfilePatchSchema.safeParse(patch)
  return error && invalidInput('profile', error).detail?.issues?.[0]?.path
}

test('the default profile is valid and asks at most 60 times a minute per key', () => {
  expect(ServiceProfileSchema.parse(DEFAULT_PROFILE)).toEqual(DEFAULT_PROFILE)
  expect(requestsPerMinuteOf(DEFAULT_PROFILE, 'topicClusters.list')).toBe(60)
})

test('a patch is merged into the profile part by part', () => {
  const first = mergeProfile(DEFAULT_PROFILE, {
    baseUrl: 'https://api.example.com',
    operations: { 'cms.publish': { path: '/v4/cms/publish' } },
    parameters: { 'rankTracking.topKeywords': { teamId: 'team_id' } },
  })
  const second = mergeProfile(first, { limits: { perOperation: { 'websiteAudit.run': 5 } } })
  expect(placeOf(second, 'cms.publish')).toEqual({ method: 'POST', path: '/v4/cms/publish' })
  expect(placeOf(second, 'cms.unpublish')).toEqual({ method: 'POST', path: '/cms/unpublish' })
  expect(wireNameOf(second, 'rankTracking.topKeywords', 'teamId')).toBe('team_id')
  expect(wireNameOf(second, 'rankTracking.topKeywords', 'device')).toBe('device')
  expect(requestsPerMinuteOf(second, 'websiteAudit.run')).toBe(5)
  expect(second.baseUrl).toBe('https://api.example.com')
  expect(ServiceProfileSchema.parse(second)).toEqual(second)
})

test('null resets an entry to its default', () => {
  const moved = mergeProfile(DEFAULT_PROFILE, {
    operations: { 'cms.publish': { path: '/x' } },
    mcpUrl: 'https://m.example',
  })
  const back = mergeProfile(moved, { operations: { 'cms.publish': null }, mcpUrl: null })
  expect(back).toEqual(DEFAULT_PROFILE)
})

const catalogFields = (response: Record<string, string | null> | null) => ({
  fields: { 'connectors.catalog': { response } },
})

test('field names are merged into the profile path by path', () => {
  const first = mergeProfile(DEFAULT_PROFILE, {
    fields: {
      'connectors.catalog': { response: { 'tools[].default': 'tools[].defaultState', brandId: 'team' } },
      'cms.schedule': { request: { publishAt: 'at' } },
    },
  })
  const second = mergeProfile(first, catalogFields({ 'tools[].effective': 'tools[].state', brandId: null }))
  expect(second.fields).toEqual({
    'connectors.catalog': {
      response: { 'tools[].default': 'tools[].defaultState', 'tools[].effective': 'tools[].state' },
    },
    'cms.schedule': { request: { publishAt: 'at' } },
  })
  expect(fieldsOf(second, 'cms.schedule', 'request')).toEqual({ publishAt: 'at' })
  expect(fieldsOf(second, 'cms.schedule', 'response')).toBeUndefined()
  expect(ServiceProfileSchema.parse(second)).toEqual(second)
})

test('null removes one field name, those of requests or replies, or those of an operation', () => {
  const fields = { 'cms.schedule': { request: { publishAt: 'at' }, response: { results: 'done' } } }
  const named = mergeProfile(DEFAULT_PROFILE, { fields })
  const without = (patch: ServiceProfilePatch['fields']) => mergeProfile(named, { fields: patch }).fields
  expect(without({ 'cms.schedule': { request: { publishAt: null } } })).toEqual({
    'cms.schedule': { response: { results: 'done' } },
  })
  expect(without({ 'cms.schedule': { response: null } })).toEqual({ 'cms.schedule': { request: { publishAt: 'at' } } })
  expect(without({ 'cms.schedule': { request: { publishAt: null }, response: null } })).toEqual({})
  expect(without({ 'cms.schedule': null })).toEqual({})
  expect(without({ 'cms.publish': null })).toEqual(fields)
})

test('values are merged into the profile one by one, and null takes each part out', () => {
  const of = 'rankTracking.topKeywords'
  const first = mergeProfile(DEFAULT_PROFILE, { values: { [of]: { device: { mobile: 'MOBILE' } } } })
  const both = mergeProfile(first, { values: { [of]: { device: { tablet: 'TAB' }, country: { de: 'DEU' } } } })
  expect(both.values).toEqual({ [of]: { device: { mobile: 'MOBILE', tablet: 'TAB' }, country: { de: 'DEU' } } })
  expect(ServiceProfileSchema.parse(both)).toEqual(both)
  const values = (patch: ServiceProfilePatch['values']) => mergeProfile(both, { values: patch }).values
  expect(values({ [of]: { device: { mobile: null } } })).toEqual({
    [of]: { device: { tablet: 'TAB' }, country: { de: 'DEU' } },
  })
  expect(values({ [of]: { device: null, country: { de: null } } })).toEqual({})
  expect(values({ [of]: null })).toEqual({})
})

test('a reading is set and reset by itself', () => {
  const percent = mergeProfile(DEFAULT_PROFILE, { readings: { ctr: 'percent' } })
  const both = mergeProfile(percent, { readings: { positionChange: 'previous-minus-current' } })
  expect(both.readings).toEqual({ ctr: 'percent', positionChange: 'previous-minus-current' })
  expect(mergeProfile(both, { readings: { ctr: null, positionChange: null } })).toEqual(DEFAULT_PROFILE)
})

test('a profile without field names, values and readings is read', () => {
  const { fields: _, values: __, readings: ___, ...older } = DEFAULT_PROFILE
  expect(ServiceProfileSchema.parse(older)).toEqual(DEFAULT_PROFILE)
})

test('conflicting field names are refused', () => {
  const merged = mergeProfile(
    mergeProfile(DEFAULT_PROFILE, catalogFields({ 'tools[].name': 'list[].id' })),
    catalogFields({ 'tools[].label': 'other[].label' }),
  )
  const { error } = ServiceProfileSchema.safeParse(merged)
  expect(error && invalidInput('profile', error).message).toBe(
    'profile: fields.connectors.catalog.response.tools[].label: another entry reads tools from list',
  )
})

test.each([
  [{ fields: { 'no.such': {} } }, 'fields.no.such'],
  [{ fields: { 'cms.publish': { reply: {} } } }, 'fields.cms.publish.reply'],
  [catalogFields({ 'a.__proto__': 'b' }), 'fields.connectors.catalog.response.a.__proto__'],
  [catalogFields({ a: 'b..c' }), 'fields.connectors.catalog.response.a'],
  [
    { values: { 'rankTracking.topKeywords': { device: { mobile: '' } } } },
    'values.rankTracking.topKeywords.device.mobile',
  ],
  [{ readings: { ctr: 'promille' } }, 'readings.ctr'],
  [{ baseUrl: 'not a url' }, 'baseUrl'],
  [{ baseUrl: 'ftp://example.com' }, 'baseUrl'],
  [{ baseUrl: 'javascript:alert(1)' }, 'baseUrl'],
  [{ operations: { 'no.such': { path: '/x' } } }, 'operations.no.such'],
  [{ operations: { 'cms.publish': { path: 'relative' } } }, 'operations.cms.publish.path'],
  [{ operations: { 'cms.publish': { method: 'TRACE' } } }, 'operations.cms.publish.method'],
  [{ limits: { requestsPerMinute: 0 } }, 'limits.requestsPerMinute'],
  [{ limits: { scope: 'planet' } }, 'limits.scope'],
  [{ parameters: { 'keywords.suggest': { teamId: '' } } }, 'parameters.keywords.suggest.teamId'],
])('%j is refused and the field named', (patch, path) => {
  expect(issuePath(patch)).toBe(path)
})

test('a trailing slash of the address is dropped, so that paths can be joined to it', () => {
  expect(ServiceProfilePatchSchema.parse({ baseUrl: 'https://api.example.com/' }).baseUrl).toBe(
    'https://api.example.com',
  )
})
