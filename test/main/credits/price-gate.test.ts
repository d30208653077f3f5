import { expect, test } from 'vitest'
import { withPrice } from '../../../src-main/credits/price-gate.ts'
import { acceptedPrice, noCredits, overcharge } from '../../../src-main/credits/rules/spending.ts'
import type { BatchGroup } from '../../../src-main/journal/kind.ts'
import { discoverKind } from '../../../src-main/prospects/discover.ts'
import { findPeopleKind } from '../../../src-main/prospects/find-people.ts'
import { DeskError } from '../../../src-shared/desk/errors.ts'

const refuse = async () => {
  throw new Error('Nothing is asked.')
}

test('a discovery that an earlier version accepted at no charge is not sent', async () => {
  const kind = withPrice('discover', discoverKind({ request: refuse }), { pass: refuse })
  const item = { item: 0, label: 'discovery', refId: 'discovery' }
  const groupOf = (price: number) => ({ brandId: 'b', details: {}, items: [{ ...item, payload: { price } }] as const })
  const reason = 'It was accepted at no charge, and could be charged by now. It was not sent.'
  expect(await kind.itemsToSkip(groupOf(0))).toEqual([{ item: 0, state: 'skipped', reason, result: {} }])
  expect(await kind.itemsToSkip(groupOf(25))).toEqual([])
})

test('a paid action whose key is refused waits for a working one, and goes on while sending is paused', () => {
  const discover = discoverKind({ request: refuse })
  const findPeople = findPeopleKind({ client: { request: refuse }, store: { read: refuse } })
  for (const { waitsForKey, isSend } of [discover, findPeople]) expect([waitsForKey, isSend]).toEqual([true, false])
  expect([discover.itemsPerBatch, findPeople.itemsPerBatch]).toEqual([1, 50])
})

const paid = (...prices: readonly unknown[]): BatchGroup => ({
  ...{ brandId: 'b', details: {} },
  items: prices.map((price, item) => ({ item, label: 'l', refId: 'r', payload: { price } })) as never, // as it is stored
})

test('what is charged above the accepted prices is said, and no more than a positive number is a price', () => {
  expect(acceptedPrice(paid(3, 1, 0.5, 0, -2, '7', undefined))).toBe(4.5)
  expect(overcharge(4, paid(3, 1))).toBeNull()
  expect(overcharge(5, paid(3, 1))).toBe('The service charged 5 credits; at most 4 were accepted.')
})

test('a refusal for lack of credits says what to do, with the words of the service', () => {
  const text = "Not enough credits: nothing was charged. Add credits in the service's dashboard, then send it again."
  expect(noCredits(new DeskError('no-credits', 'x'))).toBe(text)
  expect(noCredits(new DeskError('no-credits', 'x', { serviceText: 'Empty.' }))).toBe(
    `${text} The service said: Empty.`,
  )
  expect(noCredits(new DeskError('conflict', 'x'))).toBeNull()
})
