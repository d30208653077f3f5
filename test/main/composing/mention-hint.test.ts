import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMentionHint } from '../../../src-main/composing/rules/mention-hint.ts'
import { createMentions } from '../../../src-main/composing/rules/mentions.ts'

const brands = [
  { brandId: 'acme', name: 'Acme Tools', pages: ['https://acme-tools.example/a'] },
  { brandId: 'bird', name: 'Blue Bird', pages: [] },
  { brandId: 'cafe', name: 'Café Zürich', pages: ['https://cafe.example/'] },
]
const words = [
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

test('the hint never overlooks what the shield would find', () => {
  const mentions = createMentions(brands)
  const mayMention = createMentionHint(brands)
  const text = fc
    .array(fc.tuple(fc.constantFrom(...words), fc.constantFrom(...gaps)), { maxLength: 8 })
    .map((parts) => parts.flat().join(''))
  fc.assert(
    fc.property(fc.constantFrom('acme', 'bird', 'cafe'), text, (brandId, written) => {
      if (mentions({ brandId, text: written, about: [] }).length > 0) expect(mayMention(brandId, written)).toBe(true)
    }),
    { numRuns: 5000 },
  )
})

test('an ordinary text is passed over, also one that names its own brand', () => {
  const mayMention = createMentionHint(brands)
  expect(mayMention('acme', 'Hello from Acme Tools, we liked your page on tools.')).toBe(false)
  expect(mayMention('bird', 'Hello from Acme Tools')).toBe(true)
})
