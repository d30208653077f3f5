import { expect, test } from 'vitest'
import { siteUrl } from '../../../src-main/research/sites.ts'

test.each([
  ['example.com', 'https://example.com/'],
  [' Example.COM/Tea Pots ', 'https://example.com/Tea%20Pots'],
  ['http://shop.example.co.uk:8080/a?b=c', 'http://shop.example.co.uk:8080/a?b=c'],
  ['münchen.de', 'https://xn--mnchen-3ya.de/'],
  ['example.com/tea?b=c#top', 'https://example.com/tea?b=c'],
  ['https://example.com/@me', 'https://example.com/@me'],
])('%j is %s', (text, url) => {
  expect(siteUrl(text)).toBe(url)
})

test.each([
  'localhost',
  '127.0.0.1',
  'http://[::1]/',
  'tea',
  'two words.com and more',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'ftp://example.com',
  'https://user:secret@example.com/',
  'ann@example.com',
  '-example.com',
  `https://example.com/${'a'.repeat(3000)}`,
])('%j is no site', (text) => {
  expect(() => siteUrl(text)).toThrow(
    expect.objectContaining({ kind: 'invalid', detail: { issues: [expect.objectContaining({ path: 'url' })] } }),
  )
})
