import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hashOfPlace } from '../../../src-renderer/state/location.ts'
import { placeFromHash, presentPlace } from '../../../src-renderer/state/place.ts'

describe('the page location', () => {
  it('is Today of all brands by default', () => {
    expect(placeFromHash('')).toEqual({ view: 'today', scope: 'all', params: {} })
    expect(placeFromHash('#/rankings')).toEqual({ view: 'rankings', scope: 'all', params: {} })
  })
  it('survives a broken address', () => {
    expect(placeFromHash('#/%E0%A4%A/%')).toEqual({ view: 'today', scope: 'all', params: {} })
  })
  it('is read back unchanged', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1 })
    const key = text.filter((name) => name !== '__proto__')
    fc.assert(
      fc.property(text, text, fc.dictionary(key, text, { noNullPrototype: true }), (view, scope, params) => {
        expect(placeFromHash(hashOfPlace({ view, scope, params }))).toEqual({ view, scope, params })
      }),
    )
  })
})

describe('an old address', () => {
  const present = (hash: string) => hashOfPlace(presentPlace(placeFromHash(hash)))
  it.each([
    ['#/portfolio/all', '#/overview/all'],
    ['#/cannibalisation/b1?open=x', '#/competing-pages/b1?open=x'],
    ['#/annotations/all', '#/notes/all'],
    ['#/publish/b1?action=schedule', '#/articles/b1?action=schedule'],
    ['#/connectors/all?tab=tools', '#/permissions/all?tab=tools'],
    ['#/visibility/all', '#/tracking/all'],
    ['#/intents/all?open=i1', '#/activity/all?open=i1'],
    ['#/alerts/all?section=rules', '#/rules/all'],
    ['#/alerts/all?section=notifications', '#/rules/all'],
    ['#/alerts/all?section=list&open=a1', '#/alerts/all?open=a1'],
    ['#/reports/all?section=packs&open=r1', '#/reports/all?open=r1'],
    ['#/reports/all?section=templates&template=t1', '#/templates/all?template=t1'],
    ['#/reports/all?section=branding', '#/branding/all'],
    ['#/reports/all?section=schedules', '#/schedules/all'],
    ['#/outreach/b1', '#/prospects/b1'],
    ['#/publishing/b1', '#/articles/b1'],
    ['#/ai/b1', '#/permissions/b1'],
  ])('opens its tab: %s', (old, now) => {
    expect(present(old)).toBe(now)
  })
  it.each([
    '#/rankings/b1?keyword=k',
    '#/reports/all?section=review&run=r1',
    '#/webhooks/all?section=settings',
    '#/__proto__/all',
  ])('is no other: %s', (hash) => {
    expect(present(hash)).toBe(hash)
  })
})
