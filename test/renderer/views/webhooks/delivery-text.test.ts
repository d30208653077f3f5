import { expect, test } from 'vitest'
import {
  deliveryTitle,
  forwardProblem,
  hostsOf,
  prettyBody,
  refusedLabel,
  refusedSum,
} from '../../../../src-renderer/views/webhooks/delivery-text.ts'

test('a JSON body is formatted, and another one unchanged', () => {
  expect(prettyBody('{"a":1}')).toBe('{\n  "a": 1\n}')
  expect(prettyBody('<b>no</b>')).toBeNull()
})

test.each(['http://127.0.0.1:3000/hook', 'http://localhost/x', 'http://[::1]:1/', 'https://example.com/hook'])(
  'may be forwarded to %s',
  (url) => {
    expect(forwardProblem(url)).toBeNull()
  },
)

test.each([
  '',
  'example.com',
  'http://example.com/',
  'http://127.0.0.1.evil.example/',
  'https://a:b@example.com/',
  'file:///etc/passwd',
])('may not be forwarded to %s', (url) => {
  expect(forwardProblem(url)).not.toBeNull()
})

test('host names are read from lines and commas, each once', () => {
  expect(hostsOf('Hooks.example.com,\n a.example  hooks.example.com;')).toEqual(['hooks.example.com', 'a.example'])
})

test('a delivery is called by the title of its article, else by its slug as words', () => {
  const of = { event: 'article.published', slug: 'boot-care' }
  expect(deliveryTitle({ ...of, articleTitle: 'How to care for boots' })).toBe('How to care for boots')
  expect(deliveryTitle({ ...of, articleTitle: null })).toBe('Boot care')
  expect(deliveryTitle({ slug: null, articleTitle: null })).toBe('No article')
})

test('refused requests are the newest ones where earlier ones may not be among them', () => {
  expect(refusedLabel(3, 99)).toBe('3 requests refused')
  expect(refusedLabel(100, 100)).toBe('Newest: 100 requests refused')
  expect(refusedLabel(1, 100)).toBe('Newest: 1 request refused')
})

test('refused requests are counted without those that are deliveries, and say what was unknown', () => {
  expect(refusedSum({ 'bad-body': 2 })).toBeNull()
  expect(refusedSum({ unauthorized: 1, 'bad-body': 2 })).toBe('1 request refused (unknown address or secret)')
  expect(refusedSum({ unauthorized: 1, 'not-found': 2 })).toBe('3 requests refused (unknown address or secret)')
  expect(refusedSum({ unauthorized: 1, 'too-large': 1 })).toBe('2 requests refused')
})
