import { expect, test } from 'vitest'
import {
  countsLabel,
  holdLabel,
  INTENT_LABELS,
  intentLabel,
  intentsLabel,
  lackOf,
  tookLabel,
} from '../../../src-renderer/format/intent-labels.ts'
import { INTENT_STATES } from '../../../src-shared/desk/values/state-names.ts'

const NOW = Date.parse('2026-11-20T10:00:00Z')
const hold = (seconds: number, isPaused = false) => ({
  releaseAt: new Date(NOW + seconds * 1000).toISOString(),
  isPaused,
})

test.each([
  [hold(24), 'sends in 24 s'],
  [hold(0.4), 'sends in 1 s'],
  [hold(60), 'sends in 1 min'],
  [hold(125), 'sends in 2 min 5 s'],
  [hold(0), 'sending'],
  [hold(-5), 'sending'],
  [hold(24, true), 'paused'],
  [{ releaseAt: null, isPaused: true }, 'paused'],
])('remaining hold: %j', (given, words) => {
  expect(holdLabel(given, NOW)).toBe(words)
})

test('what a state means names no cause: a person may have decided it, or the desk', () => {
  for (const state of ['confirmed', 'partly_done', 'failed', 'unknown'] as const)
    expect(INTENT_LABELS[state].about).not.toMatch(/service|connection/i)
})

test('every state has its label, and none says "success"', () => {
  for (const state of INTENT_STATES) expect(INTENT_LABELS[state].word).toMatch(/^(?!.*success).+/)
})

const counts = { total: 3, confirmed: 1, failed: 1, skipped: 0, unknown: 1 }

test.each([
  ['publish', 3, 'Publish 3 articles'],
  ['queue', 38, 'Queue 38 pitches'],
  ['queue', 1, 'Queue 1 pitch'],
  ['unqueue', 12, 'Unsend 12 pitches'],
  ['findPeople', 1, 'Find people at 1 site'],
  ['discover', 1, 'Discover prospects'],
] as const)('an act in words: %s of %i', (kind, total, words) => {
  expect(intentLabel({ kind, counts: { ...counts, total } })).toBe(words)
})

test('actions of one kind are labelled by what they are about, others by their number', () => {
  const queue = { kind: 'queue', counts } as const
  expect(intentsLabel([queue])).toBe('Queue 3 pitches')
  expect(intentsLabel([queue, queue])).toBe('Queue 6 pitches')
  expect(intentsLabel([queue, { kind: 'publish', counts }])).toBe('2 actions')
})

test('counts have labels', () => {
  expect(countsLabel(counts)).toBe('1 of 3 confirmed · 1 failed · 1 unknown')
})

test('skipped pitches that lack something say what, other reasons are sentences of their own', () => {
  const skipped = { total: 9, confirmed: 7, failed: 0, skipped: 2, unknown: 0 }
  expect(countsLabel(skipped, lackOf('It has no subject.'))).toBe('7 of 9 confirmed · 2 skipped: no subject')
  expect(lackOf('The pitch has no contact.')).toBe('no contact')
  expect([lackOf(null), lackOf('The service has no such pitch left.')]).toEqual([null, null])
})

test('an action says how long the service took, and that it is still at it', () => {
  const took = (ms: number, isOver = true) => {
    const sentAt = '2026-11-20T10:00:00.000Z'
    const endMs = Date.parse(sentAt) + ms
    return tookLabel({ sentAt, endedAt: isOver ? new Date(endMs).toISOString() : null }, endMs)
  }
  expect([400, 3000, 59_000, 130_000, 3_600_000, 3_900_000].map((ms) => took(ms))).toEqual([
    'under 1 s',
    '3 s',
    '59 s',
    '2 min',
    '1 h',
    '1 h 5 min',
  ])
  expect(took(5000, false)).toBe('5 s so far')
  // The clock was set back.
  expect(took(-5000)).toBe('under 1 s')
  expect(tookLabel({ sentAt: null, endedAt: null }, 0)).toBe('—')
})
