import { expect, test } from 'vitest'
import { invalidInput } from '../../../src-shared/desk/errors.ts'
import {
  DEFAULT_PROFILE,
  mergeProfile,
  placeOf,
  requestsPerMinuteOf,
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

test('a patch is laid over the profile part by part', () => {
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

test('null takes an entry back to its default', () => {
  const moved = mergeProfile(DEFAULT_PROFILE, {
    operations: { 'cms.publish': { path: '/x' } },
    mcpUrl: 'https://m.example',
  })
  const back = mergeProfile(moved, { operations: { 'cms.publish': null }, mcpUrl: null })
  expect(back).toEqual(DEFAULT_PROFILE)
})

test.each([
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
