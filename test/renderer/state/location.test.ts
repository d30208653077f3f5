import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hashOfPlace } from '../../../src-renderer/state/location.ts'
import { placeFromHash } from '../../../src-renderer/state/place.ts'

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
