import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  csvCells,
  listNote,
  listOf,
  parseSlugCsv,
  parseSlugs,
} from '../../../../src-renderer/views/publish/slug-list.ts'

const slug = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?$/)

describe('a list of slugs', () => {
  test.each([
    ['one\ntwo\r\nthree', ['one', 'two', 'three']],
    ['one, two;three\tfour', ['one', 'two', 'three', 'four']],
    [' "one" ,\n\n, \'two\' ', ['one', 'two']],
    ['https://acme.example/blog/spring-guide/?utm=x, /guides/boots', ['spring-guide', '/guides/boots']],
    ['https://acme.example/', ['https://acme.example/']],
    ['', []],
  ])('%j', (text, slugs) => {
    expect(parseSlugs(text).slugs).toEqual(slugs)
  })

  test('repeated slugs are listed once, and reported', () => {
    const list = parseSlugs('one\ntwo\none\none')
    expect(list).toMatchObject({ slugs: ['one', 'two'], repeated: ['one'] })
    expect(listNote(list)).toBe('1 duplicate slug removed.')
  })

  test('a slug that is too long is left out and reported', () => {
    const list = listOf(['a'.repeat(501), 'b'])
    expect(list.slugs).toEqual(['b'])
    expect(listNote(list)).toContain('1 too long')
  })

  test('slugs are found with any separator', () => {
    const separator = fc.constantFrom('\n', '\r\n', ',', ', ', ';', '\t', '\n\n')
    fc.assert(
      fc.property(fc.uniqueArray(slug, { minLength: 1 }), separator, (slugs, between) => {
        expect(parseSlugs(slugs.join(between)).slugs).toEqual(slugs)
      }),
    )
  })

  test('any text gives distinct slugs without space around them', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const { slugs } = parseSlugs(text)
        expect(new Set(slugs).size).toBe(slugs.length)
        for (const each of slugs) expect(each).toBe(each.trim())
      }),
    )
  })
})

describe('a CSV file', () => {
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`

  test('any cells are read back', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'ü', ' ', '"', ',', ';', '\n', '😀'), minLength: 1 })
    const visible = cell.filter((text) => text.trim() !== '')
    fc.assert(
      fc.property(fc.array(fc.tuple(visible, visible), { minLength: 1 }), (rows) => {
        // A first line of plain commas sets the separator.
        const text = ['brand,slug', ...rows.map((row) => row.map(quoted).join(','))].join('\r\n')
        expect(csvCells(text).slice(1)).toEqual(rows)
      }),
    )
  })

  test('columns are found by their headers, in any order and with a byte order mark', () => {
    const text = '\uFEFFArticle slug;Words;Client\nspring;900;Acme\n"summer";;Beta\n;;Beta\n'
    expect(parseSlugCsv(text)).toEqual([
      { brand: 'Acme', slug: 'spring' },
      { brand: 'Beta', slug: 'summer' },
    ])
  })

  test('a file without headers is a list in its first column', () => {
    expect(parseSlugCsv('spring\nsummer')).toEqual([
      { brand: null, slug: 'spring' },
      { brand: null, slug: 'summer' },
    ])
  })
})
