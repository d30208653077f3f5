import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { RANK_COLUMNS } from '../../../../src-renderer/views/rankings/rank-columns.tsx'
import type { RankRow } from '../../../../src-shared/desk/rankings.ts'

const starOf = (isStarred: boolean, isStarredByService: boolean): string => {
  const column = RANK_COLUMNS.one.find(({ id }) => id === 'isStarred')
  const row = { isStarred, isStarredByService } as RankRow // what the cell reads
  return renderToStaticMarkup(createElement('div', null, column?.cell?.(row)))
}

test('a starred keyword has a full star that says who starred it, any other keyword has none', () => {
  expect(starOf(true, true)).toBe('<div><span title="Starred in the service">★</span></div>')
  expect(starOf(true, false)).toBe('<div><span title="Starred here">★</span></div>')
  expect(starOf(false, false)).toBe('<div></div>')
})
