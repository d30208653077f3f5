import { describe, expect, it } from 'vitest'
import { railItems } from '../../../src-renderer/frame/brand-list.tsx'
import { brandsOneKeyAway, railOrder } from '../../../src-renderer/state/brands.ts'
import { brandOf } from '../../support/renderer-brands.ts'

const few = [brandOf('a'), brandOf('b', { pinned: true }), brandOf('c', { tags: ['retail'] })]
const many = Array.from({ length: 200 }, (_, index) => brandOf(`b${index}`, { pinned: index === 150 }))
const ids = (items: ReturnType<typeof railItems>) =>
  items.map((item) => (item.kind === 'heading' ? `# ${item.title}` : item.brand.id))

describe('the rail', () => {
  it('lists pinned brands first, with the digit of their shortcut', () => {
    const items = railItems(few, '', [])
    expect(ids(items)).toEqual(['# Pinned', 'b', '# Brands', 'a', 'c'])
    expect(items[1]).toMatchObject({ digit: 1 })
    expect(railOrder(few).map((brand) => brand.id)).toEqual(['b', 'a', 'c'])
  })
  it('lists brands by name, and so the pinned ones', () => {
    const added = ['zebra', 'Émile', 'Brand 10', 'acme', 'Brand 2', 'Walnut', 'Birch'].map((name, index) =>
      brandOf(`b${index}`, { name, pinned: index > 4 }),
    )
    const named = ['Birch', 'Walnut', 'acme', 'Brand 2', 'Brand 10', 'Émile', 'zebra']
    expect(railOrder(added).map((brand) => brand.name)).toEqual(named)
    const shown = railItems(added, '', []).flatMap((item) => (item.kind === 'brand' ? [item.brand.name] : []))
    expect(shown).toEqual(named)
  })
  it('shows recent brands separately when there are many, in a stable order', () => {
    const shown = ids(railItems(many, '', ['b9', 'b150', 'b2', 'gone'])).slice(0, 6)
    expect(shown).toEqual(['# Pinned', 'b150', '# Recent', 'b2', 'b9', '# Brands'])
  })
  it('lists the brands that one key reaches: its neighbours, then the pinned ones', () => {
    expect(brandsOneKeyAway(many, 'b7')).toEqual(['b8', 'b6', 'b150'])
    expect(brandsOneKeyAway(many, 'b150')).toEqual(['b0'])
    expect(brandsOneKeyAway([], 'gone')).toEqual([])
  })
  it('finds by name and by tag', () => {
    expect(ids(railItems(few, 'retail', []))).toEqual(['c'])
    expect(ids(railItems(few, 'zzz', []))).toEqual([])
  })
})
