import { describe, expect, it } from 'vitest'
import { type PaletteSource, paletteGroups } from '../../../src-renderer/commands/palette-items.ts'
import type { Command } from '../../../src-renderer/commands/registry.ts'
import { brandOf } from '../../support/renderer-brands.ts'

const command = (id: string, title: string, isKeyOnly = false): Command => ({
  id,
  title,
  group: 'Desk',
  isKeyOnly,
  run: () => {},
})
const place = (id: string, title: string, takes: 'any' | 'none' = 'any') => ({
  id,
  title,
  takes,
  icon: () => null,
  keys: 'g x',
  place: '',
})
const source: PaletteSource = {
  brands: [
    brandOf('eo', { name: 'Ember Outdoor' }),
    brandOf('rk', { name: 'Rankine Tools' }),
    ...Array.from({ length: 200 }, (_, index) => brandOf(`b${index}`, { name: `Brand ${index}` })),
  ],
  places: [
    place('overview', 'Overview'),
    place('rankings', 'Rankings'),
    place('contacts', 'Contacts'),
    place('outbox', 'Outbox'),
    place('sync', 'Sync', 'none'),
  ],
  recentBrands: ['b7', 'gone', 'b3'],
  recentItems: [],
  commands: [
    command('desk.sync-all', 'Sync all brands'),
    command('brand.remove', 'Remove this brand'),
    command('desk.shortcuts', 'Keyboard shortcuts'),
    command('down', 'Next row', true),
  ],
  keywords: [],
  contacts: [],
}
const ids = (query: string, change: Partial<PaletteSource> = {}) =>
  paletteGroups(query, { ...source, ...change }).flatMap(({ title, items }) => [
    `# ${title}`,
    ...items.map(({ id }) => id),
  ])

describe('the palette', () => {
  it('opens with the last brands, every place and every action, not with 200 brands', () => {
    const opened = ids('')
    expect(opened.slice(0, 4)).toEqual(['# Brands', 'brand b7', 'brand b3', '# Places'])
    expect(opened.filter((id) => id.startsWith('command'))).toHaveLength(3)
  })
  it('lists brands, then places, then actions', () => {
    expect(ids('ran')).toEqual(['# Brands', 'brand rk', '# Places', 'place rankings'])
    expect(ids('sync')).toEqual(['# Places', 'place sync', '# Actions', 'command desk.sync-all'])
    expect(ids('brand 42')[1]).toBe('brand b42')
  })
  it('opens a place of a brand by words of both, in any order', () => {
    const opened = ['# Places of brands', 'place rankings eo']
    expect(ids('rank ember').slice(0, 2)).toEqual(opened)
    expect(ids('ember ran').slice(0, 2)).toEqual(opened)
    expect(ids('sync ember')).not.toContain('place sync eo')
  })
  it('knows other words for places and actions', () => {
    expect(ids('email')).toEqual(['# Places', 'place contacts', 'place outbox'])
    expect(ids('report')).toContain('place overview')
    expect(ids('delete')).toEqual(['# Actions', 'command brand.remove'])
    expect(ids('help')).toEqual(['# Actions', 'command desk.shortcuts'])
  })
  it('lists what was chosen last first, within its group', () => {
    const recentItems = ['place outbox', 'brand b9']
    expect(ids('email', { recentItems })).toEqual(['# Places', 'place outbox', 'place contacts'])
    expect(ids('brand', { recentItems })[1]).toBe('brand b9')
    expect(ids('brand', { recentItems })[2]).toBe('brand b7')
  })
  it('lists keywords and contacts after the rest', () => {
    const keywords = [{ brandId: 'eo', keyword: 'rank tracker', position: 3 }]
    expect(ids('ran', { keywords: keywords }).slice(-2)).toEqual(['# Keywords', 'keyword eo rank tracker'])
  })
  it('finds letters that are spread over a name where nothing else fits', () => {
    expect(ids('embod')).toContain('brand eo')
  })
  it('never offers commands that are only for the keyboard', () => {
    expect(ids('next row')).toEqual([])
  })
  it('lists a limited number of each', () => {
    expect(ids('brand').filter((id) => id.startsWith('brand'))).toHaveLength(8)
  })
})
