import { expect, test } from 'vitest'
import { causesOf } from '../../../../src-renderer/views/intents/intent-body.tsx'

test('reasons of skipped and failed items are counted, the most frequent first', () => {
  const skipped = (reason: string | null) => ({ state: 'skipped' as const, reason })
  const items = [skipped('No subject'), skipped('No address'), skipped('No address'), skipped(null)]
  expect(causesOf([...items, { state: 'confirmed', reason: null }])).toEqual([
    { reason: 'No address', count: 2 },
    { reason: 'No subject', count: 1 },
    { reason: 'The service did not say why.', count: 1 },
  ])
})
