import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMentions } from '../../../src-main/composing/rules/mentions.ts'

const mentions = createMentions([
  { brandId: 'tea', name: 'Über Tea', pages: ['https://shop.ubertea.co.uk/oolong'] },
  { brandId: 'acme', name: 'Acme', pages: [] },
  { brandId: 'labs', name: 'Acme Labs', pages: ['https://acmelabs.io/x'] },
  { brandId: 'bloom', name: 'Bloom', pages: ['https://bloom.garden/'] },
  { brandId: 'go', name: 'Go', pages: ['https://go.co/'] },
])
const named = (brandId: string, text: string, about: string[] = []) => mentions({ brandId, text, about })

test.each([
  ['acme', 'Hi, we at Über Tea wrote this.', ['Über Tea']],
  ['acme', 'we at über tea wrote this', ['Über Tea']],
  ['acme', 'See https://shop.ubertea.co.uk/oolong?x=1', ['Über Tea']],
  ['tea', 'Hi, Acme here', ['Acme']],
  ['tea', 'see bloom.garden for it', ['Bloom']],
  ['tea', 'From Bloom and Acme Labs', ['Bloom', 'Acme', 'Acme Labs']],
  ['acme', 'Acme Labs is another one', ['Acme Labs']],
])('%s: %j names %j', (brandId, text, expected) => {
  expect(named(brandId, text).toSorted()).toEqual(expected.toSorted())
})

test.each([
  ['tea', 'We at Über Tea, https://ubertea.co.uk'],
  ['labs', 'Acme Labs, acmelabs.io'],
  ['tea', 'flowers bloom in spring'],
  ['tea', 'we Go far'],
  ['tea', 'Placme and Bloomberg'],
  ['tea', ''],
])('%s: %j names no other brand', (brandId, text) => {
  expect(named(brandId, text)).toEqual([])
})

test("the prospect's own site may be named", () => {
  expect(named('tea', 'I love acmelabs.io and Bloom', ['acmelabs.io'])).toEqual(['Bloom'])
  expect(named('tea', 'Your post on Bloom', ['https://www.bloom.garden/post'])).toEqual([])
})

const some = [
  { brandId: 'acme', name: 'Acme Tools', pages: ['https://acme-tools.example/a'] },
  { brandId: 'bird', name: 'Blue Bird', pages: [] },
  { brandId: 'cafe', name: 'Café Zürich', pages: ['https://cafe.example/'] },
]
const written = [
  'Acme',
  'acme',
  'Tools',
  'Blue',
  'Bird',
  'BLUE',
  'Café',
  'cafe',
  'Zürich',
  'hello',
  'a',
  '7',
  'bluebird',
  '',
]
const gaps = [' ', '-', '\n', '. ', ', ', '']

test('an ASCII text is searched in one pass with the same result as a search for each word', () => {
  const mentions = createMentions(some)
  const text = fc
    .array(fc.tuple(fc.constantFrom(...written), fc.constantFrom(...gaps)), { maxLength: 8 })
    .map((parts) => parts.flat().join(''))
  fc.assert(
    fc.property(fc.constantFrom('acme', 'bird', 'cafe'), text, (brandId, ascii) => {
      const wordByWord = mentions({ brandId, text: `${ascii} é`, about: [] })
      expect(mentions({ brandId, text: ascii, about: [] })).toEqual(wordByWord)
    }),
    { numRuns: 5000 },
  )
})

const brandName = fc.stringMatching(/^[AB][ab]{0,3}( [AB][ab]{0,3}){0,2}$/)

test('names that begin alike are found: a plain text names the same brands as one with other letters', () => {
  fc.assert(
    fc.property(fc.uniqueArray(brandName, { maxLength: 12 }), fc.array(brandName), (names, words) => {
      const found = createMentions([
        { brandId: 'own', name: 'Zest', pages: [] },
        ...names.map((name) => ({ brandId: name, name, pages: [] })),
      ])
      const of = (text: string) => found({ brandId: 'own', text, about: [] }).toSorted()
      const text = words.join(', ')
      // A letter that is not ASCII takes the way without the quick search.
      expect(of(text)).toEqual(of(`${text} ß`))
    }),
  )
})
