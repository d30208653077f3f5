import { expect, test } from 'vitest'
import {
  countKeys,
  incompleteLabel,
  keyLabel,
  problemOf,
  recheckLabel,
  siteLabel,
  skippedLabel,
  sumLabel,
} from '../../../../src-renderer/views/intents/outreach-labels.ts'
import type { IntentItem } from '../../../../src-shared/desk/intents.ts'

const items = (count: number, state: IntentItem['state'], result: IntentItem['result'] = {}): IntentItem[] =>
  Array.from({ length: count }, (_, item) => ({ item, label: 'Ann', refId: 'c1', state, reason: null, result }))

test('confirmed pitches count as queued or updated, and the sum adds up', () => {
  const all = [
    ...items(5, 'skipped'),
    ...items(15, 'confirmed', { as: 'updated' }),
    ...items(1180, 'confirmed', { as: 'queued' }),
  ]
  expect(sumLabel(countKeys('queue', all))).toBe('1,200 pitches = 1,180 queued + 15 updated + 5 skipped')
})

test('sum leaves out what was not sent', () => {
  expect(sumLabel(countKeys('queue', [...items(2, 'waiting'), ...items(1, 'cancelled')]))).toBeNull()
  expect(sumLabel(countKeys('queue', [...items(2, 'waiting'), ...items(1, 'unknown')]))).toBe('1 pitch = 1 unknown')
})

test('pitches that were left out are counted apart from skipped ones', () => {
  const suppressed = items(2, 'skipped', { as: 'suppressed' })
  const all = [...items(3, 'confirmed'), ...items(1, 'skipped'), ...suppressed]
  expect(sumLabel(countKeys('queue', all))).toBe('4 pitches = 3 queued + 1 skipped; 2 suppressed, not sent')
  expect(sumLabel(countKeys('queue', suppressed))).toBe('2 suppressed, not sent')
  const foreign = items(1, 'skipped', { as: 'foreign' })
  expect(sumLabel(countKeys('queue', [...items(3, 'confirmed'), ...suppressed, ...foreign]))).toBe(
    '3 pitches = 3 queued; 2 suppressed, not sent; 1 of another brand, not sent',
  )
})

test('each kind has its own label for confirmed items', () => {
  expect(keyLabel('findPeople', 'confirmed').word).toBe('search started')
  expect(keyLabel('unqueue', 'confirmed').word).toBe('unsent')
  expect(countKeys('unqueue', items(2, 'confirmed', { as: 'queued' }))).toEqual([{ key: 'confirmed', count: 2 }])
})

test('a reason that no item has is a problem of the intent', () => {
  const skipped = { reason: 'It has no subject.' }
  expect(problemOf({ state: 'partly_done', reason: 'It has no subject.', items: [skipped] })).toBeNull()
  expect(problemOf({ state: 'confirmed', reason: 'The counts do not add up.', items: [skipped] })).toBe(
    'The counts do not add up.',
  )
  expect(problemOf({ state: 'ready', reason: 'It waits for a key.', items: [] })).toBeNull()
  expect(problemOf({ state: 'confirmed', reason: null, items: [] })).toBeNull()
})

test('recheck label counts found, absent and unknown pitches', () => {
  expect(recheckLabel({ confirmed: 3, absent: 0, stillUnknown: 1 })).toBe(
    '3 found in the outbox. 1 still unknown: check again in a minute.',
  )
})

test('a searched site says what is known of it now, and nothing where that is unknown', () => {
  expect(siteLabel({ status: 'people_found', contacts: 2 })).toBe('2 people known now')
  expect(siteLabel({ status: 'finding_people', contacts: 0 })).toBe('finding people')
  expect(siteLabel({ status: 'no_people_found', contacts: 0 })).toBe('no people found')
  expect(siteLabel(undefined)).toBe('')
})

test('skipped pitches are named by what they lack, one and several', () => {
  const skipped = (...reasons: (string | null)[]) => skippedLabel(reasons.map((reason) => ({ reason })))
  expect(skipped('It has no subject.')).toBe('1 pitch has no subject')
  expect(skipped('It has no subject.', 'The pitch has no contact.', 'It has no subject.')).toBe(
    '2 pitches have no subject · 1 pitch has no contact',
  )
  expect(skipped(null)).toBe('1 pitch skipped: The service did not say why')
  const whole = { item: 0, cause: '', prospectEmailId: 'p', person: 'Ana', subject: 'A note', body: 'Hello' }
  expect(incompleteLabel([whole, { ...whole, subject: ' ' }, { ...whole, body: '' }, { ...whole, body: '' }])).toBe(
    '1 pitch has no subject · 2 pitches have no text: not sent.',
  )
})
