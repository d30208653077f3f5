import { expect, test } from 'vitest'
import { adviceOf } from '../../../src-main/cannibalisation/rules/advice.ts'
import type { Conflict } from '../../../src-main/cannibalisation/rules/conflict.ts'

const pageOf = (address: string, more: object = {}) => ({
  page: 1,
  days: 40,
  position: 5,
  clicks: 80,
  clickShare: 0.6,
  address,
  otherKeywords: 0,
  ...more,
})
const conflict = (cost: number | null, more: Partial<Conflict> = {}): Conflict => ({
  kind: 'flips',
  pages: [pageOf('x'), pageOf('y')],
  flips: 4,
  clicks: 100,
  impressions: 900,
  cost,
  since: 10,
  ...more,
})
const GUIDE = 'https://acme.com/guide'
const BLOG = 'https://acme.com/blog'

test('the page that does better when it ranks is kept; the advice on the other depends on its other keywords', () => {
  const guide = pageOf(GUIDE, { days: 20, clicks: 100 })
  const blog = pageOf(BLOG, { clicks: 40 })
  expect(adviceOf(conflict(60), [blog, guide])).toMatchObject({ action: 'redirect', keep: GUIDE, other: BLOG })
  expect(adviceOf(conflict(60), [{ ...blog, otherKeywords: 1 }, guide])).toMatchObject({ action: 'merge', keep: GUIDE })
  expect(adviceOf(conflict(60), [{ ...blog, otherKeywords: 9 }, guide])).toMatchObject({ action: 'link', keep: GUIDE })
  expect(adviceOf(conflict(60), [{ ...blog, address: 'https://acme.com/' }, guide])).toMatchObject({
    action: 'link',
    text: expect.stringContaining('home page'),
  })
})

test('without a cost the better position is kept, and pages that do equally well are left', () => {
  const better = pageOf(GUIDE, { position: 3 })
  expect(adviceOf(conflict(0), [pageOf(BLOG), better])).toMatchObject({ action: 'redirect', keep: GUIDE })
  expect(adviceOf(conflict(0), [pageOf(BLOG), pageOf(GUIDE)])).toMatchObject({ action: 'leave' })
  const split = conflict(null, { kind: 'split', flips: 0, since: null })
  expect(adviceOf(split, [pageOf(BLOG, { clickShare: 0.4 }), pageOf(GUIDE)])).toMatchObject({ keep: GUIDE })
  expect(adviceOf(null, null)).toMatchObject({ action: 'leave', keep: null, other: null })
})
