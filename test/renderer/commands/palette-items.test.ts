import { describe, expect, it } from 'vitest'
import { paletteItems } from '../../../src-renderer/commands/palette-items.ts'
import type { Command } from '../../../src-renderer/commands/registry.ts'
import { brandOf } from '../../support/renderer-brands.ts'

const command = (id: string, title: string, isKeyOnly = false): Command => ({
  id,
  title,
  group: 'Desk',
  isKeyOnly,
  run: () => {},
})
const source = {
  brands: Array.from({ length: 200 }, (_, index) => brandOf(`b${index}`, { name: `Brand ${index}` })),
  recents: ['b7', 'gone', 'b3'],
  commands: [command('sync', 'Sync all brands'), command('down', 'Next row', true)],
}
const ids = (query: string) => paletteItems(query, source).map(({ id }) => id)

describe('the palette', () => {
  it('opens with the last brands and every action, not with 200 brands', () => {
    expect(ids('')).toEqual(['brand b7', 'brand b3', 'command sync'])
  })
  it('finds brands and actions side by side', () => {
    expect(ids('sync')).toEqual(['command sync'])
    expect(ids('brand 42')[0]).toBe('brand b42')
  })
  it('never offers commands that are only for the keyboard', () => {
    expect(ids('next row')).toEqual([])
  })
  it('lists a limited number', () => {
    expect(ids('brand').length).toBeLessThanOrEqual(40)
  })
})
