import { expect, test } from 'vitest'
import { daysLeft, sumsOf, totalsOf } from '../../../../src-renderer/views/credits/credit-totals.ts'

const brands = [{ id: 'acme' }, { id: 'bolt' }]
const acme = { brandId: 'acme', spentThisMonth: 120, mayComeBack: 15, monthlyBudget: 100, underWay: 0 }

test('a brand has the total that the desk says, and none where it says none', () => {
  const bolt = { brandId: 'bolt', spentThisMonth: 0, mayComeBack: 0, monthlyBudget: null, underWay: 0 }
  expect(totalsOf(brands, [bolt, acme], 'all')).toEqual([acme, bolt])
  expect(totalsOf(brands, [bolt, acme], 'bolt')).toEqual([bolt])
  // A brand of the demo, of which nothing is said beside real ones: it is not said to have spent 0.
  expect(totalsOf(brands, [acme], 'all')).toEqual([acme])
})

test('sums have a budget only if every brand has one', () => {
  const bolt = { brandId: 'bolt', spentThisMonth: 30, mayComeBack: 0, monthlyBudget: 50, underWay: 0 }
  expect(sumsOf([acme, bolt])).toEqual({ spent: 150, back: 15, budget: 150, left: 20, isAnySet: true, over: 1 })
  // What a running action may take is not left.
  expect(sumsOf([acme, { ...bolt, underWay: 15 }])).toMatchObject({ spent: 150, left: 5 })
  expect(sumsOf([{ ...bolt, underWay: 25 }]).left).toBe(0)
  expect(sumsOf([acme, { ...bolt, monthlyBudget: null }])).toMatchObject({ budget: null, left: 0, isAnySet: true })
  expect(sumsOf([{ ...bolt, monthlyBudget: null }])).toMatchObject({ budget: null, left: null, isAnySet: false })
})

test('days left of the month include today, in UTC', () => {
  expect(daysLeft(Date.parse('2026-11-22T23:59:00Z'))).toBe(9)
  expect(daysLeft(Date.parse('2026-12-31T00:00:00Z'))).toBe(1)
})
