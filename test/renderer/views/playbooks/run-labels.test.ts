import { expect, test } from 'vitest'
import { priceLabel } from '../../../../src-renderer/views/playbooks/run-labels.ts'
import type { Gate } from '../../../../src-shared/desk/playbooks.ts'

test('a step that is not paid with credits says so, another one its price', () => {
  const textOf = (credits: number | null, count: number | null = null) => priceLabel({ credits, count } as Gate) // what it reads
  expect(textOf(null)).toBe('costs no AI credits')
  expect(textOf(1)).toBe('up to 1 credit')
  expect(textOf(25, 3)).toBe('3 × up to 25 credits')
})
