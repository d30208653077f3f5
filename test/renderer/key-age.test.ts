import { expect, test } from 'vitest'
import { keyAddedLabel, keyAgeShort } from '../../src-renderer/format/brand-sign.ts'

const NOW = Date.parse('2026-11-23T12:00:00Z')

test('a key says since when it is here; one from before ages were kept says at least', () => {
  const exact = { since: '2026-08-12T12:00:00.000Z', isExact: true }
  expect([keyAgeShort(exact, NOW), keyAddedLabel(exact, NOW)]).toEqual(['103 days', 'Key added 12 Aug (103 days ago)'])
  const atLeast = { since: '2025-11-11T12:00:00.000Z', isExact: false }
  expect([keyAgeShort(atLeast, NOW), keyAddedLabel(atLeast, NOW)]).toEqual([
    '377+ days',
    'Key added before 11 Nov 2025 (at least 377 days ago)',
  ])
})
