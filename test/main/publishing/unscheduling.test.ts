import { expect, test } from 'vitest'
import type { Schedule } from '../../../src-main/publishing/queries/schedules.ts'
import { entryIdOf, keptOf, whyNotKept, whyNotSent } from '../../../src-main/publishing/rules/unscheduling.ts'

const NOW = Date.parse('2026-11-23T12:00:00Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE

const scheduled = (
  no: number,
  provider: Schedule['provider'],
  inMs: number,
  more: Partial<Schedule> = {},
): Schedule => {
  return { no, slug: 'one', provider, status: 'publish', atMs: NOW + inMs, state: 'scheduled', ...more }
}
const wordpress = scheduled(1, 'wordpress', 24 * HOUR)
const ghost = scheduled(2, 'ghost', 48 * HOUR)
const atMs = (ms: number) => new Date(NOW + ms).toISOString()

const move = { id: 'm', entryId: entryIdOf(wordpress), articleSlug: 'one', from: atMs(24 * HOUR), to: atMs(30 * HOUR) }
const named = { ends: [wordpress, ghost].map(entryIdOf), kept: [keptOf(ghost)], move, nowMs: NOW }

test('a move is sent while what it names is scheduled as it was', () => {
  expect(whyNotSent('one', [wordpress, ghost], named)).toBeNull()
  expect(whyNotSent('two', [wordpress, ghost], { ...named, move: null })).toBeNull()
})

test.each([
  [
    'a schedule on one more provider came',
    [wordpress, ghost, scheduled(3, 'webflow', HOUR)],
    {},
    /on Webflow \(\d+ \w+, \d\d:\d\d UTC\)/,
  ],
  [
    'it is unknown whether one came',
    [wordpress, ghost, scheduled(3, 'webflow', HOUR, { state: 'unknown' })],
    {},
    /Webflow/,
  ],
  ['the one to set again has ended', [wordpress], {}, /Ghost.*has ended or changed/],
  ['the one to set again has another time', [wordpress, scheduled(3, 'ghost', HOUR)], {}, /Ghost/],
  ['its pause lasted until the other one is due', [wordpress, ghost], { nowMs: NOW + 48 * HOUR - 20_000 }, /too near/],
  ['its own old time has come', [ghost], {}, /old time has come/],
  ['its own old time is now, so that it may be out', [wordpress, ghost], { nowMs: NOW + 24 * HOUR - 1000 }, /old time/],
  ['its new time has passed', [wordpress, ghost], { move: { ...move, to: atMs(-1) } }, /new time has passed/],
])('a move is not sent when %s', (_, schedules, more, why) => {
  expect(whyNotSent('one', schedules, { ...named, ...more })).toMatch(why)
})

test('an unschedule of everything is sent unless a schedule came that nobody saw', () => {
  const all = { ends: named.ends, kept: [], move: null, nowMs: NOW }
  expect(whyNotSent('one', [wordpress, ghost], all)).toBeNull()
  expect(whyNotSent('one', [ghost], all)).toBeNull()
  expect(whyNotSent('one', [scheduled(3, 'webflow', HOUR, { state: 'unknown' })], all)).toBeNull()
  expect(whyNotSent('one', [scheduled(3, 'webflow', HOUR)], all)).toMatch(/Webflow/)
})

test.each([
  ['all is far away', [wordpress, ghost], 3600, null],
  ['one is about to be sent', [scheduled(2, 'ghost', HOUR, { state: 'held' })], 0, /Ghost is about to be sent/],
  ['one is being sent', [scheduled(2, 'ghost', HOUR, { state: 'sending' })], 0, /Ghost is about to be sent/],
  ['one is unknown', [scheduled(2, 'ghost', HOUR, { state: 'unknown' })], 0, /unknown whether.*Ghost/],
  ['one is due within the hold', [scheduled(2, 'ghost', 10 * MINUTE)], 600, /Ghost.*too soon/],
  ['one is due in a moment, without a hold', [scheduled(2, 'ghost', 50_000)], 0, /Ghost.*too soon/],
  ['one is due well after the hold', [scheduled(2, 'ghost', 12 * MINUTE)], 600, null],
])('the others can be kept or not: %s', (_, schedules, holdSeconds, why) => {
  const kept = schedules.filter(({ state }) => state === 'scheduled')
  const found = whyNotKept({ schedules, kept }, { nowMs: NOW, holdSeconds })
  if (why === null) expect(found).toBeNull()
  else expect(found).toMatch(why)
})
