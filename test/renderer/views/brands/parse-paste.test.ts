import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maskKey, parsePaste } from '../../../../src-renderer/views/brands/parse-paste.ts'

const good = (text: string) =>
  parsePaste(text)
    .filter((row) => row.problem === null)
    .map(({ name, key }) => [name, key])

describe('a pasted list of brands', () => {
  it('accepts tabs, commas and semicolons, quotes, a heading and empty lines', () => {
    const text = 'Name,Key\r\n\r\nAcme\tsk_1\r\n"Smith, Jones ""& Co""",sk_2\nBlue ; sk_3\n'
    expect(good(text)).toEqual([
      ['Acme', 'sk_1'],
      ['Smith, Jones "& Co"', 'sk_2'],
      ['Blue', 'sk_3'],
    ])
  })
  it('keeps commas in the name: the key is the last field', () => {
    expect(good('Smith, Jones, sk_9')).toEqual([['Smith, Jones', 'sk_9']])
  })
  it('accepts a space before the key, for a key holds none', () => {
    expect(good('Acme Coffee sk_1\nSmith, Jones  sk_2 \n"Blue; Sons" sk_3')).toEqual([
      ['Acme Coffee', 'sk_1'],
      ['Smith, Jones', 'sk_2'],
      ['Blue; Sons', 'sk_3'],
    ])
  })
  it('accepts the key as the first field', () => {
    expect(good('sk_1\tAcme')).toEqual([['Acme', 'sk_1']])
  })
  it('reports errors by line, and goes on', () => {
    const rows = parsePaste('Acme\nBlue,pk_1\nsk_5\nCopper,sk_7\nDawn,sk_7\nEmber,sk_ 8')
    expect(rows.map(({ line, problem }) => [line, problem])).toEqual([
      [1, 'No key. Write the name, a comma and the key.'],
      [2, 'A key starts with sk_.'],
      [3, 'No name.'],
      [4, null],
      [5, 'The same key as in line 4.'],
      [6, 'The key has a space or an invalid character.'],
    ])
  })
  it('reads back every valid list', () => {
    const name = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
      .map((text) => text.replace(/["\t\r\n]/g, '').trim())
      .filter((text) => text !== '' && !/^sk_/.test(text) && !/^[;,]|[;,]$/.test(text))
    const key = fc.stringMatching(/^sk_[A-Za-z0-9]{1,30}$/)
    const rows = fc.uniqueArray(fc.tuple(name, key), { selector: ([, each]) => each, maxLength: 20 })
    fc.assert(
      fc.property(rows, fc.constantFrom('\t', ',', ' , ', ';'), (list, separator) => {
        expect(good(list.map(([each, secret]) => `${each}${separator}${secret}`).join('\n'))).toEqual(list)
      }),
    )
  })
  it('never throws, and never accepts a line without a name and a key', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('a', 's', 'k', '_', ' ', ',', ';', '\t', '"', '\r', '\n', 'é', '\u0000'),
          maxLength: 60,
        }),
        (text) => {
          for (const row of parsePaste(text))
            if (row.problem === null) {
              expect(row.name).not.toBe('')
              expect(row.key).toMatch(/^sk_[\x21-\x7e]+$/)
            }
        },
      ),
    )
  })
  it('shows only enough of a key to distinguish it', () => {
    expect(maskKey('sk_live_0123456789abcd')).toBe('sk_…abcd')
    expect(maskKey('sk_short')).toBe('sk_…')
  })
})
