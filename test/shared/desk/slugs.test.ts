import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanSlug, slugProblem, titleOfSlug } from '../../../src-shared/desk/values/slugs.ts'

test.each(['spring-guide', 'Guide_2.html', '/guides/boots', 'führer', 'caf%C3%A9', 'a~b'])('%s is a slug', (slug) => {
  expect(slugProblem(slug)).toBeNull()
})

test.each([
  ['Bad Slug!!', 'A slug has no spaces, “!”.', 'bad-slug'],
  ['100% wool', 'A slug has no “%”, spaces.', '100-wool'],
  ['a?b#c', 'A slug has no “?”, “#”.', 'a-b-c'],
  [' -- ', 'A slug has no spaces.', ''],
])('%s is no slug, and a clean one is offered', (text, problem, clean) => {
  expect([slugProblem(text), cleanSlug(text)]).toEqual([problem, clean])
})

test('a cleaned slug is a slug', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => slugProblem(cleanSlug(text)) === null))
})

test.each([
  ['snow-shelter-basics', 'Snow shelter basics'],
  ['guides/tv-stand', 'TV stand'],
  ['cfo-services', 'CFO services'],
  ['vitamin-c-serum', 'Vitamin C serum'],
  ['how-to-choose-a-tent', 'How to choose a tent'],
  ['tvs', 'Tvs'],
])('%s is read as %s', (slug, title) => {
  expect(titleOfSlug(slug)).toBe(title)
})
