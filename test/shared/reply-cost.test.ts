import { expect, test } from 'vitest'
import { isTooCostly } from '../../src-shared/service/read-reply.ts'

const keyword = JSON.stringify({
  keyword: 'how to choose a password manager',
  page: 'https://example.com/blog/how-to-choose-a-password-manager',
  position: 3.4,
  previousPosition: 3.9,
  clicks: 120,
  impressions: 4_400,
  ctr: 0.027,
  volume: 8_100,
  difficulty: 41,
  intent: 'informational',
})
const bytes = (json: string) => new TextEncoder().encode(json)
const list = (item: string, count: number) => bytes(`[${Array.from({ length: count }, () => item).join(',')}]`)

test('30,000 keywords can be read', () => {
  expect(isTooCostly(list(keyword, 30_000))).toBe(false)
})

test.each([
  ['empty lists', '[]', 1_000_000],
  ['empty objects', '{}', 400_000],
  ['objects of a name', '{"k1":1}', 200_000],
  ['numbers', '1', 2_000_000],
])('more %s than fit into memory are not parsed', (_, item, count) => {
  expect(isTooCostly(list(item, count))).toBe(true)
})

test('a long text costs what it has, and a small reply nothing', () => {
  expect(isTooCostly(bytes(JSON.stringify({ text: 'x'.repeat(15_000_000) })))).toBe(false)
  expect(isTooCostly(list('[]', 300_000))).toBe(false)
})
