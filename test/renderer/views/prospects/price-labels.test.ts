import { expect, test } from 'vitest'
import {
  buttonPrice,
  priceLabel,
  refundLabel,
  skippedLabel,
  spentLabel,
} from '../../../../src-renderer/views/prospects/price-labels.ts'

const quote = (credits: number, refundable = 0) => ({ credits, refundable, spentThisMonth: 120, monthlyBudget: 500 })

test('spent label names the budget if there is one', () => {
  expect(spentLabel(quote(25))).toBe('120 spent of 500 this month')
  expect(spentLabel({ spentThisMonth: 1250, monthlyBudget: null })).toBe('1,250 spent this month, no budget set')
})

test('price of a discovery is a sum', () => {
  expect(priceLabel('discover', quote(25))).toBe('25 credits')
})

test('price of a people search is per site, and its refund is named', () => {
  expect(priceLabel('findPeople', quote(60))).toBe('12 sites × 5 = up to 60 credits')
  expect(priceLabel('findPeople', quote(5))).toBe('1 site × 5 = up to 5 credits')
  expect(refundLabel(quote(60, 60))).toBe('Refunded for sites with nobody new.')
  expect(refundLabel(quote(25))).toBe('')
})

test('skipped sites are grouped by reason', () => {
  const skipped = [
    { id: 'a', reason: 'Already searched.' },
    { id: 'b', reason: 'It links already.' },
    { id: 'c', reason: 'Already searched.' },
  ]
  expect(skippedLabel(skipped)).toEqual({
    title: '3 sites not searched, not charged',
    reasons: ['Already searched (2)', 'It links already (1)'],
  })
})

test('button price is the sum over brands', () => {
  expect(buttonPrice('discover', [quote(25), quote(25), quote(0)])).toBe('50 credits')
  expect(buttonPrice('findPeople', [quote(60), quote(5)])).toBe('up to 65 credits')
  expect(buttonPrice('discover', [])).toBe('')
})
