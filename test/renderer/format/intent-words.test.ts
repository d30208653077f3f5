import { expect, test } from 'vitest'
import { actWords, countWords, holdWords, INTENT_WORDS } from '../../../src-renderer/format/intent-words.ts'
import { INTENT_STATES } from '../../../src-shared/desk/intents.ts'

const NOW = Date.parse('2026-11-20T10:00:00Z')
const hold = (seconds: number, isPaused = false) => ({
  releaseAt: new Date(NOW + seconds * 1000).toISOString(),
  isPaused,
})

test.each([
  [hold(24), 'sent in 24 s'],
  [hold(0.4), 'sent in 1 s'],
  [hold(60), 'sent in 1 min'],
  [hold(125), 'sent in 2 min 5 s'],
  [hold(0), 'being sent'],
  [hold(-5), 'being sent'],
  [hold(24, true), 'paused'],
  [{ releaseAt: null, isPaused: true }, 'paused'],
])('what is left of a hold: %j', (given, words) => {
  expect(holdWords(given, NOW)).toBe(words)
})

test('every state has its word, and none says "success"', () => {
  for (const state of INTENT_STATES) expect(INTENT_WORDS[state].word).toMatch(/^(?!.*success).+/)
})

test('an act and its counts in words', () => {
  const counts = { total: 3, confirmed: 1, failed: 1, skipped: 0, unknown: 1 }
  expect(actWords({ kind: 'publish', counts })).toBe('Publish 3 articles')
  expect(countWords(counts)).toBe('1 of 3 confirmed · 1 failed · 1 unknown')
})
