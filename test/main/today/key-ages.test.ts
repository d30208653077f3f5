import { expect, test } from 'vitest'
import { keyAgeFindings } from '../../../src-main/today/rules/key-ages.ts'
import type { Brand } from '../../../src-shared/desk/brands.ts'
import { brandOf } from '../../support/renderer-brands.ts'

const NOW = Date.parse('2026-11-23T12:00:00Z')
const aged = (id: string, days: number, more: Partial<Brand> = {}): Brand =>
  brandOf(id, { keyAge: { since: new Date(NOW - days * 86_400_000).toISOString(), isExact: true }, ...more })
const listed = (brands: readonly Brand[], days = 90) =>
  keyAgeFindings(brands, days, NOW).map(({ brandId, occurrences, describe }) => {
    const { title, detail, urgency } = describe(new Set(occurrences))
    return { brandId, title, detail, urgency }
  })

test('a key is listed from the day on that it is as old as the setting says, and never where that is 0', () => {
  const detail = 'Get a new key from the service, and replace it here'
  const acme = { brandId: 'acme', title: 'Key is 90 days old', detail, urgency: 'week' }
  expect(listed([aged('acme', 90), aged('globex', 89.9)])).toEqual([acme])
  expect(listed([aged('acme', 90)], 91)).toEqual([])
  expect(listed([aged('acme', 4000)], 0)).toEqual([])
})

test('a key whose age is not known exactly is at least that old', () => {
  const since = new Date(NOW - 95 * 86_400_000).toISOString()
  expect(listed([brandOf('acme', { keyAge: { since, isExact: false } })])).toMatchObject([
    { title: 'Key is at least 95 days old' },
  ])
})

test('a key for one session, a brand of the demo, a brand without a key and a refused key are not listed', () => {
  expect(
    listed([
      aged('session', 200, { keyIn: 'session' }),
      brandOf('demo', { demo: true, keyIn: 'demo' }),
      brandOf('none', { keyIn: null, keyState: 'missing' }),
      aged('refused', 200, { keyState: 'unauthorized' }),
    ]),
  ).toEqual([])
})

test('many old keys are one item', () => {
  expect(listed(['a', 'b', 'c', 'd', 'e'].map((id) => aged(id, 100)))).toEqual([
    { brandId: null, title: '5 keys older than 90 days', detail: 'a, b, c and 2 more', urgency: 'week' },
  ])
})

test('a replaced key is another occurrence', () => {
  const occurrencesOf = (days: number) => keyAgeFindings([aged('acme', days)], 90, NOW)[0]?.occurrences
  expect(occurrencesOf(95)).not.toEqual(occurrencesOf(120))
})
