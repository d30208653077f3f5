import { expect, test } from 'vitest'
import { isSlugInPage, slugOfPage } from '../../../src-main/base/page-slugs.ts'

test.each([
  ['how-to-brew', 'https://a.test/blog/how-to-brew', true],
  ['how-to-brew', 'https://a.test/how-to-brew/?utm=1#top', true],
  ['How-To-Brew', 'https://a.test/how-to-brew/amp', true],
  ['blog/how-to-brew', 'https://a.test/en/blog/how-to-brew/', true],
  ['thé-vert', 'https://a.test/th%C3%A9-vert', true],
  ['how-to-brew', 'https://a.test/how-to-brew-tea', false],
  ['brew', 'https://a.test/how-to-brew', false],
  ['how-to-brew', 'https://a.test/?p=how-to-brew', false],
  ['/', 'https://a.test/', false],
  ['%E0', 'https://a.test/%E0', true],
])('%s in %s: %s', (slug, page, expected) => {
  expect(isSlugInPage(slug, page)).toBe(expected)
})

test.each([
  ['https://a.test/blog/how-to-brew/', 'how-to-brew'],
  ['https://a.test/how-to-brew.html', 'how-to-brew'],
  ['https://a.test/', null],
  ['not an address', null],
])('%s has the slug %s', (page, slug) => {
  expect(slugOfPage(page)).toBe(slug)
})
