import { expect, test } from 'vitest'
import { readSite, shortSite } from '../../../src-renderer/format/site.ts'

test.each([
  ['example.com', 'https://example.com/'],
  [' http://Example.com/a ', 'http://example.com/a'],
])('%s is read as the desk reads it', (text, url) => {
  expect(readSite(text)).toEqual({ url, problem: null })
})

test.each(['not a site', 'localhost', 'ftp://example.com', 'https://u:p@example.com', '', 'javascript:alert(1)'])(
  '"%s" is not a site, and its field says so',
  (text) => {
    expect(readSite(text)).toEqual({ url: null, problem: expect.stringContaining('such as example.com') })
  },
)

test('a shortened site stays distinguishable', () => {
  expect(shortSite('https://www.example.com/')).toBe('example.com')
  expect(shortSite('http://shop.example.com/a/')).toBe('shop.example.com/a')
})
