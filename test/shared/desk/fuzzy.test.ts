import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fuzzyFilter } from '../../../src-shared/desk/values/fuzzy.ts'

const brands = ['Acme Coffee', 'Northwind Traders', 'Coffee Academy', 'Perth Living', 'Mac & Oe']
const find = (query: string) => fuzzyFilter(query, brands, (name) => name)

describe('fuzzy search', () => {
  it('puts a name that begins with the letters before one that holds them', () => {
    expect(find('coffee')).toEqual(['Coffee Academy', 'Acme Coffee'])
  })
  it('finds by the first letters of words', () => {
    expect(find('nt')).toEqual(['Northwind Traders'])
  })
  it('wants every word of the query, in any order', () => {
    expect(find('liv per')).toEqual(['Perth Living'])
    expect(find('liv acme')).toEqual([])
  })
  it('finds a name in any script, and by symbols alone', () => {
    const names = ['Ærø Færge', 'Кофе Дом', 'コーヒー店', 'Mac & Oe']
    expect(fuzzyFilter('ær fæ', names, (name) => name)).toEqual(['Ærø Færge'])
    expect(fuzzyFilter('дом', names, (name) => name)).toEqual(['Кофе Дом'])
    expect(fuzzyFilter('ヒー', names, (name) => name)).toEqual(['コーヒー店'])
    expect(fuzzyFilter('&', names, (name) => name)).toEqual(['Mac & Oe'])
  })
  it('keeps the order of equal results and lists all for an empty query', () => {
    expect(find('')).toEqual(brands)
    expect(fuzzyFilter('a', ['ab', 'ac', 'ad'], (name) => name)).toEqual(['ab', 'ac', 'ad'])
  })
  it('does not find letters in another order', () => {
    expect(fuzzyFilter('zx', ['xz'], (name) => name)).toEqual([])
  })
  it('finds every text by itself and by any part of it', () => {
    const word = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => !/\s/.test(text))
    fc.assert(
      fc.property(word, fc.nat(), fc.nat(), (text, from, to) => {
        // Lower case can change a length (İ), so the part is taken from what is compared.
        const lower = text.toLowerCase()
        const [start, end] = [from % lower.length, to % lower.length]
        const part = lower.slice(Math.min(start, end), Math.max(start, end) + 1)
        expect(fuzzyFilter(part, [text], (name) => name)).toEqual([text])
      }),
    )
  })
})
