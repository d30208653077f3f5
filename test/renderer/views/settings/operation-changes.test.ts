import { describe, expect, it } from 'vitest'
import {
  asItIs,
  namePatch,
  placePatch,
  takenBack,
  valuePatch,
} from '../../../../src-renderer/views/settings/operation-changes.ts'
import {
  DEFAULT_PROFILE,
  isChanged,
  mergeProfile,
  placeOf,
  wireNameOf,
} from '../../../../src-shared/service/profile.ts'

const name = 'rankTracking.topKeywords'
const standard = placeOf(DEFAULT_PROFILE, name)

describe('changes of an operation', () => {
  it('keep only what differs from the table', () => {
    expect(placePatch(DEFAULT_PROFILE, name, { path: '/gateway/top' })).toEqual({
      operations: { [name]: { path: '/gateway/top' } },
    })
    const moved = mergeProfile(DEFAULT_PROFILE, placePatch(DEFAULT_PROFILE, name, { path: '/gateway/top' }))
    expect(placePatch(moved, name, { path: standard.path })).toEqual({ operations: { [name]: null } })
    expect(placePatch(moved, name, { path: '' })).toEqual({ operations: { [name]: null } })
  })
  it('keep nothing where the default path is typed in the notation of the interface', () => {
    const patch = placePatch(DEFAULT_PROFILE, 'aiModels.update', { path: '/ai-models/{modelId}' })
    expect(patch).toEqual({ operations: { 'aiModels.update': null } })
  })
  it('change the method and keep a changed path', () => {
    const moved = mergeProfile(DEFAULT_PROFILE, placePatch(DEFAULT_PROFILE, name, { path: '/gateway/top' }))
    const both = mergeProfile(moved, placePatch(moved, name, { method: 'POST' }))
    expect(placeOf(both, name)).toEqual({ method: 'POST', path: '/gateway/top' })
  })
  it('rename a parameter and reset the name', () => {
    const renamed = mergeProfile(DEFAULT_PROFILE, namePatch(DEFAULT_PROFILE, name, { ours: 'startDate', wire: 'from' }))
    expect(wireNameOf(renamed, name, 'startDate')).toBe('from')
    expect(mergeProfile(renamed, namePatch(renamed, name, { ours: 'startDate', wire: '' }))).toEqual(DEFAULT_PROFILE)
  })
  it('name a value, reset it, and are undone', () => {
    const patch = valuePatch(name, { parameter: 'device', ours: 'mobile', wire: 'MOBILE' })
    const named = mergeProfile(DEFAULT_PROFILE, patch)
    expect(named.values).toEqual({ [name]: { device: { mobile: 'MOBILE' } } })
    expect(isChanged(named, name)).toBe(true)
    expect(mergeProfile(named, asItIs(DEFAULT_PROFILE, name, patch))).toEqual(DEFAULT_PROFILE)
    const cleared = valuePatch(name, { parameter: 'device', ours: 'mobile', wire: '' })
    expect(mergeProfile(named, cleared)).toEqual(DEFAULT_PROFILE)
    expect(mergeProfile(mergeProfile(named, cleared), asItIs(named, name, cleared))).toEqual(named)
    expect(mergeProfile(mergeProfile(named, takenBack(name)), asItIs(named, name, takenBack(name)))).toEqual(named)
  })
  it('are all reset at once', () => {
    const changed = mergeProfile(DEFAULT_PROFILE, {
      operations: { [name]: { method: 'POST' } },
      parameters: { [name]: { startDate: 'from' } },
      values: { [name]: { device: { mobile: 'MOBILE' } } },
      readings: { ctr: 'percent', positionChange: 'previous-minus-current' },
      limits: { perOperation: { [name]: 5 } },
    })
    expect(isChanged(changed, name)).toBe(true)
    expect(mergeProfile(changed, takenBack(name))).toEqual(DEFAULT_PROFILE)
  })
})
