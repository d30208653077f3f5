import { expect, test } from 'vitest'
import { sumsOf, totalsOf } from '../../../../src-renderer/views/credits/credit-totals.ts'

const brands = [{ id: 'acme' }, { id: 'bolt' }]
const acme = { brandId: 'acme', spentThisMonth: 120, mayComeBack: 15, monthlyBudget: 100 }

test('every brand in scope has a total, charged or not', () => {
  const bare = { brandId: 'bolt', spentThisMonth: 0, mayComeBack: 0, monthlyBudget: null }
  expect(totalsOf(brands, [acme], 'all')).toEqual([acme, bare])
  expect(totalsOf(brands, [acme], 'bolt')).toEqual([bare])
})

test('sums have a budget only if every brand has one', () => {
  const bolt = { brandId: 'bolt', spentThisMonth: 30, mayComeBack: 0, monthlyBudget: 50 }
  expect(sumsOf([acme, bolt])).toEqual({ spent: 150, back: 15, budget: 150, isAnySet: true, over: 1 })
  expect(sumsOf([acme, { ...bolt, monthlyBudget: null }])).toMatchObject({ budget: null, isAnySet: true })
  expect(sumsOf([{ ...bolt, monthlyBudget: null }])).toMatchObject({ budget: null, isAnySet: false })
})
