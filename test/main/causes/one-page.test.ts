import { expect, test } from 'vitest'
import { causesIn, FALL, FIRST_DAY, fallOf, kindsIn, namedIn, pageOf } from './small-brand.ts'

const isOnPage = (keyword: number) => pageOf(keyword) === 2

test.each([
  ['fall', { position: 2, clicks: 0.4 }],
  ['vanish', { isGone: true }],
])('one page fell where its keywords %s together and the others do not, with both counts', (_, change) => {
  const found = causesIn({ changeOn: fallOf(isOnPage, change) }).filter(({ drop }) => drop.of === 'keyword')
  expect(found).toHaveLength(8)
  for (const { causes } of found)
    expect(causes).toEqual([
      {
        kind: 'one-page',
        confidence: 'clear',
        since: FIRST_DAY + FALL,
        figures: { page: 2, together: { of: 7, fell: 7 }, controls: { of: 32, fell: 0 } },
      },
    ])
})

test('a day on which its keywords did not rank does not hide their fall', () => {
  const fall = fallOf(isOnPage)
  const named = namedIn({
    changeOn: (keyword, day) => (isOnPage(keyword) && day === FALL - 3 ? { isGone: true } : fall(keyword, day)),
  })
  expect([...named.values()]).toEqual(Array(8).fill('one-page'))
})

test('the page itself is a drop with the same cause', () => {
  const pages = causesIn({ changeOn: fallOf(isOnPage) }).filter(({ drop }) => drop.of === 'page')
  expect(pages.map(({ drop, causes }) => [drop.page, causes[0]?.kind])).toEqual([[2, 'one-page']])
})

test('one keyword that falls alone has no cause', () => {
  expect(namedIn({ changeOn: fallOf((keyword) => keyword === 3) })).toEqual(new Map([[3, null]]))
})

test('a page whose keywords fall as those of all pages do is not the cause', () => {
  expect(kindsIn({ changeOn: fallOf((keyword) => isOnPage(keyword) || keyword % 5 !== 0) })).toEqual(['whole-site'])
})
