import { expect, test } from 'vitest'
import { namingBrand } from '../../../src-renderer/table/field-columns.tsx'
import { INTENT_COLUMNS } from '../../../src-renderer/views/intents/intent-columns.tsx'
import { DELIVERY_COLUMNS } from '../../../src-renderer/views/webhooks/delivery-columns.tsx'

const idsOf = (columns: readonly { readonly id: string }[]) => columns.map(({ id }) => id)

test('a list names the brand of each row where it shows all brands, and not where it shows one', () => {
  for (const { one, all } of [INTENT_COLUMNS, DELIVERY_COLUMNS]) {
    expect(idsOf(all)).toContain('brand')
    expect(idsOf(one)).toEqual(idsOf(all).filter((id) => id !== 'brand'))
  }
  expect(namingBrand([])).toEqual({ one: [], all: [] })
})
