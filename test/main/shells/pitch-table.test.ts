import { expect, test } from 'vitest'
import { pitchTable, sumsOf } from '../../../src-main/shells/cli/pitch-table.ts'
import type { IntentItem, IntentWithItems } from '../../../src-shared/desk/intents.ts'

const item = (state: IntentItem['state'], as?: string): IntentItem => ({
  item: 0,
  label: 'contact',
  refId: 'contact',
  state,
  reason: null,
  result: as === undefined ? {} : { as },
})

const intentOf = (items: readonly IntentItem[], more: Partial<IntentWithItems> = {}) =>
  ({ id: 'intent_1', reason: null, problem: null, items, ...more }) as unknown as IntentWithItems // what the table reads

test('pitch table counts each pitch once: an updated one is not queued as well', () => {
  const items = [
    item('confirmed', 'queued'),
    item('confirmed', 'updated'),
    item('confirmed', 'updated'),
    item('skipped'),
    item('failed'),
    item('cancelled'),
    item('unknown'),
  ]
  expect(sumsOf('Acme', 7, intentOf(items))).toMatchObject({
    pitches: 7,
    queued: 1,
    updated: 2,
    skipped: 1,
    failed: 2,
    unknown: 1,
    agrees: true,
  })
  expect(sumsOf('Acme', 8, intentOf(items)).agrees).toBe(false)
})

test('pitch table gives the reason of each brand that has one, and no line for the others', () => {
  const fine = sumsOf('Acme', 1, intentOf([item('confirmed', 'queued')]))
  const failed = { ...sumsOf('Bolt', 1, intentOf([item('failed')])), reason: 'Not enough credits.' }
  const lines = pitchTable([fine, failed]).split('\n')
  expect(lines.filter((line) => line.includes(': '))).toEqual(['  Bolt: Not enough credits.'])
})
