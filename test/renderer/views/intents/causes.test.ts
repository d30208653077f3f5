import { expect, test } from 'vitest'
import { causesOf, itemsToExplain } from '../../../../src-renderer/views/intents/intent-body.tsx'
import type { IntentWithItems } from '../../../../src-shared/desk/intents.ts'

test('reasons of skipped and failed items are counted, the most frequent first', () => {
  const skipped = (reason: string | null) => ({ state: 'skipped' as const, reason })
  const items = [skipped('No subject'), skipped('No address'), skipped('No address'), skipped(null)]
  expect(causesOf([...items, { state: 'confirmed', reason: null }])).toEqual([
    { reason: 'No address', count: 2 },
    { reason: 'No subject', count: 1 },
    { reason: 'The service did not say why.', count: 1 },
  ])
})

test('what skipped pitches lack is not said again under the button that resends them; suppressed ones are', () => {
  const skipped = (reason: string, as?: string) => ({
    state: 'skipped',
    reason,
    result: as === undefined ? {} : { as },
  })
  const items = [skipped('It has no subject.'), skipped('It has no subject.'), skipped('Suppressed.', 'suppressed')]
  const reasonsOf = (kind: string) =>
    itemsToExplain({ kind, items } as unknown as IntentWithItems).map(({ reason }) => reason) // what is read of an intent
  expect(reasonsOf('queue')).toEqual(['Suppressed.'])
  expect(reasonsOf('discover')).toEqual(['It has no subject.', 'It has no subject.', 'Suppressed.'])
})
