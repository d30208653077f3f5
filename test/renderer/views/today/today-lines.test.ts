import { describe, expect, it } from 'vitest'
import { GROUPED_ABOVE, todayLines } from '../../../../src-renderer/views/today/today-lines.ts'
import type { TodayItem } from '../../../../src-shared/desk/today.ts'

const NONE: ReadonlySet<string> = new Set()
const item = (id: string, rest: Partial<TodayItem> = {}): TodayItem => ({
  id,
  kind: 'unknown',
  section: 'outreach',
  urgency: 'urgent',
  brandId: 'a',
  title: id,
  detail: '',
  since: null,
  about: {},
  ...rest,
})
const many = (count: number, rest: (index: number) => Partial<TodayItem> = () => ({}), name = 'i') =>
  Array.from({ length: count }, (_, index) => item(`${name}${index}`, rest(index)))
const idsOf = (items: readonly TodayItem[], open = NONE) => todayLines(items, open).map(({ id }) => id)
const drops = (count: number) => many(count, (index) => ({ kind: 'drop', brandId: `b${index}` }), 'drop')

describe('the lines of Today', () => {
  it('are the items themselves, while exactly twenty are urgent', () => {
    const twenty = [...many(17), ...drops(3)]
    expect(twenty).toHaveLength(GROUPED_ABOVE)
    expect(idsOf(twenty)).toEqual(twenty.map(({ id }) => id))
  })
  it('group by brand and cause from twenty-one urgent items on, and by cause what is left of several brands', () => {
    const lines = todayLines([...many(17), ...drops(4)], NONE)
    expect(lines.map(({ id, items }) => [id, items.length])).toEqual([
      ['group:unknown:a', 17],
      ['group:drop', 4],
    ])
    expect(lines.map(({ group }) => group?.brandId)).toEqual(['a', null])
  })
  it('keep one or two of a kind as they are, and everything in its order', () => {
    const items = [...drops(1), ...many(2, () => ({ kind: 'failed' }), 'f'), ...many(18)]
    expect(idsOf(items)).toEqual(['drop0', 'f0', 'f1', 'group:unknown:a'])
  })
  it('group only what is urgent, and count only that', () => {
    const week = many(30, () => ({ urgency: 'week' }), 'w')
    expect(idsOf([...many(20), ...week])).toHaveLength(50)
    expect(idsOf([...many(17), ...drops(4), ...week])).toHaveLength(32)
  })
  it('group the causes of one brand', () => {
    expect(idsOf([...many(11), ...many(10, () => ({ kind: 'failed' }), 'f')])).toEqual([
      'group:unknown:a',
      'group:failed:a',
    ])
  })
  it('list everything where all is of one brand and one cause', () => {
    expect(idsOf(many(21))).toHaveLength(21)
  })
  it('list the items of an open group below it', () => {
    const lines = todayLines([...many(18), ...drops(3)], new Set(['group:drop']))
    expect(lines.map(({ id, isInGroup = false }) => [id, isInGroup])).toEqual([
      ['group:unknown:a', false],
      ['group:drop', false],
      ['drop0', true],
      ['drop1', true],
      ['drop2', true],
    ])
  })
  it('keep items of no brand apart from those of a brand', () => {
    const items = [...many(18), ...many(3, () => ({ brandId: null }), 'n')]
    expect(todayLines(items, NONE).map(({ group }) => group?.brandId)).toEqual(['a', null])
  })
})
