import { describe, expect, it } from 'vitest'
import { type RailLook, railItems } from '../../../src-renderer/frame/rail-items.ts'
import { brandsOneKeyAway, railOrder } from '../../../src-renderer/state/brands.ts'
import { brandOf } from '../../support/renderer-brands.ts'

const few = [brandOf('a'), brandOf('b', { pinned: true }), brandOf('c', { tags: ['retail'] })]
const many = Array.from({ length: 200 }, (_, index) => brandOf(`b${index}`, { pinned: index === 150 }))
const NONE: RailLook = { filter: '', urgent: new Map(), isByTag: false, openTags: new Set() }
const ids = (items: ReturnType<typeof railItems>) =>
  items.map((item) =>
    item.kind === 'heading' ? `# ${item.title}` : item.kind === 'tag' ? `${item.tag} ${item.count}` : item.brand.id,
  )

describe('the rail', () => {
  it('lists pinned brands first, with the digit of their shortcut', () => {
    const items = railItems(few, NONE)
    expect(ids(items)).toEqual(['# Pinned', 'b', '# Brands, A–Z', 'a', 'c'])
    expect(items[1]).toMatchObject({ digit: 1 })
    expect(railOrder(few).map((brand) => brand.id)).toEqual(['b', 'a', 'c'])
  })
  it('lists brands by name, and so the pinned ones', () => {
    const added = ['zebra', 'Émile', 'Brand 10', 'acme', 'Brand 2', 'Walnut', 'Birch'].map((name, index) =>
      brandOf(`b${index}`, { name, pinned: index > 4 }),
    )
    const named = ['Birch', 'Walnut', 'acme', 'Brand 2', 'Brand 10', 'Émile', 'zebra']
    expect(railOrder(added).map((brand) => brand.name)).toEqual(named)
    const shown = railItems(added, NONE).flatMap((item) => (item.kind === 'brand' ? [item.brand.name] : []))
    expect(shown).toEqual(named)
  })
  it('lists brands with urgent items above the rest, most first, each brand once', () => {
    const urgent = new Map([
      ['a', 1],
      ['b', 3],
      ['c', 2],
    ])
    expect(ids(railItems(few, { ...NONE, urgent }))).toEqual(['# Pinned', 'b', '# Need attention', 'c', 'a'])
    expect(railOrder(few, urgent).map(({ id }) => id)).toEqual(['b', 'c', 'a'])
  })
  it('lists the six most urgent of many brands above the rest', () => {
    const urgent = new Map(many.map(({ id }, index) => [id, index]))
    const shown = ids(railItems(many, { ...NONE, urgent }))
    expect(shown.slice(0, 10)).toEqual([
      ...['# Pinned', 'b150', '# Need attention', 'b199', 'b198', 'b197', 'b196', 'b195', 'b194', '# Brands, A–Z'],
    ])
    expect(shown).toHaveLength(203)
  })
  it('lists the brands of the demo last and apart, where real ones stand beside them', () => {
    const mixed = [brandOf('a', { demo: true }), brandOf('b')]
    expect(ids(railItems(mixed, NONE))).toEqual(['# Brands, A–Z', 'b', '# Demo', 'a'])
    expect(ids(railItems([brandOf('a', { demo: true })], NONE))).toEqual(['# Demo brands, A–Z', 'a'])
  })
  it('groups the rest by the first tag, and lists the brands of open tags', () => {
    const tagged = [
      brandOf('a'),
      brandOf('b', { tags: ['retail', 'law'] }),
      brandOf('c', { tags: ['retail'] }),
      brandOf('d', { tags: ['law'] }),
    ]
    const look = { ...NONE, isByTag: true, openTags: new Set(['retail']) }
    expect(ids(railItems(tagged, look))).toEqual(['# Brands, by tag', 'law 1', 'retail 2', 'b', 'c', 'No tag 1'])
  })
  it('lists the brands that one key reaches: its neighbours, then the pinned ones', () => {
    expect(brandsOneKeyAway(many, 'b7')).toEqual(['b8', 'b6', 'b150'])
    expect(brandsOneKeyAway(many, 'b150')).toEqual(['b0'])
    expect(brandsOneKeyAway([], 'gone')).toEqual([])
  })
  it('finds by name and by tag', () => {
    expect(ids(railItems(few, { ...NONE, filter: 'retail' }))).toEqual(['c'])
    expect(ids(railItems(few, { ...NONE, filter: 'zzz' }))).toEqual([])
  })
})
