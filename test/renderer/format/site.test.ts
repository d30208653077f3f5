import { expect, test } from 'vitest'
import { completeAddress, readSite, shortSite } from '../../../src-renderer/format/site.ts'

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

test('an address without its beginning is completed, and anything else stays as it is', () => {
  expect(completeAddress(' api.example.com ')).toBe('https://api.example.com')
  expect(completeAddress('api.example.com:8443/v1?x=1')).toBe('https://api.example.com:8443/v1?x=1')
  expect(completeAddress('localhost:3000')).toBe('http://localhost:3000')
  expect(completeAddress('127.0.0.1:3000/hook')).toBe('http://127.0.0.1:3000/hook')
  expect(completeAddress('[::1]:3000')).toBe('http://[::1]:3000')
  expect(completeAddress('localhost.example.com')).toBe('https://localhost.example.com')
  for (const text of [
    '',
    'https://api.example.com',
    'http://localhost',
    'two words.com',
    'nothing',
    'me@example.com',
    'ftp://x.y',
  ])
    expect(completeAddress(text)).toBe(text)
})
