import { expect, test } from 'vitest'
import { isSafeLink, pathOf } from '../../../src-renderer/table/links.ts'

test.each(['https://acme.test/boots', 'https://acme.test/?q=1#a'])('%s may be a link', (text) => {
  expect(isSafeLink(text)).toBe(true)
})

test.each([
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'http://acme.test/',
  'https://user:pass@acme.test/',
  '//acme.test',
  'acme.test/boots',
  '',
  'file:///etc/passwd',
])('%j stays text', (text) => {
  expect(isSafeLink(text)).toBe(false)
})

test('a page is recognised by its path', () => {
  expect(pathOf('https://acme.test/guides/boots?x=1')).toBe('/guides/boots?x=1')
  expect(pathOf('https://acme.test')).toBe('/')
  expect(pathOf('acme.test/boots')).toBe('acme.test/boots')
})
