import { describe, expect, it } from 'vitest'
import { badgeLetters, initialsOf } from '../../../src-shared/desk/values/brand-look.ts'

describe('a brand’s badge', () => {
  it('takes the first letters of two words, else the first two', () => {
    expect(initialsOf('Acme Coffee Roasters')).toBe('AC')
    expect(initialsOf('Juniper & Co')).toBe('JC')
    expect(initialsOf('acme')).toBe('AC')
    expect(initialsOf('東京 商店')).toBe('東商')
    expect(initialsOf('  ')).toBe('?')
  })
  it('has three letters where several brands have the same two, whatever their order', () => {
    const names = ['Alder Interiors', 'Arbor Interiors', 'Anchor Interiors', 'Ember Outdoor', 'Acme', 'Adobe', 'Admin']
    const letters = badgeLetters(names)
    expect(names.map((name) => letters.get(name))).toEqual(['ALI', 'ARI', 'ANI', 'EO', 'AC', 'ADO', 'ADM'])
    expect(badgeLetters(names.toReversed())).toEqual(letters)
  })
  it('differs among brands whose first three letters are the same', () => {
    const letters = badgeLetters(['Alder Interiors', 'Albion Interiors', 'Alba Inns', 'Alba Interior Design'])
    expect(new Set(letters.values()).size).toBe(4)
    for (const three of letters.values()) expect(three).toHaveLength(3)
  })
  it('is kept short for a name without a third letter', () => {
    expect(badgeLetters(['A B', 'AB'])).toEqual(
      new Map([
        ['A B', 'AB'],
        ['AB', 'AB'],
      ]),
    )
  })
})
