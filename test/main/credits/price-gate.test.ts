import { expect, test } from 'vitest'
import { withPrice } from '../../../src-main/credits/price-gate.ts'
import { discoverKind } from '../../../src-main/prospects/discover.ts'

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
