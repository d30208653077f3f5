// What an assistant gets of a table: never more bytes than it asked for, and as many rows as fit beside the hint.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { answerOf, plain } from '../../../src-main/mcp/rules/answer.ts'

const table = (rows: readonly (readonly string[])[], more: { offset?: number; total?: number } = {}) => ({
  ...{ columns: ['keyword'], rows, offset: 0, total: rows.length, freshAsOf: '2026-11-21T10:00:00.000Z', ...more },
})
/** The hint where a row is larger than the answer. */
const HINT_BYTES = 100
const bytesOf = (text: string) => Buffer.byteLength(text)

test('an answer is never too long, and has all rows that fit beside the hint of how to go on', () => {
  const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 30 }), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(texts, (cells) => {
      const rows = cells.map((cell) => [cell])
      const whole = answerOf(table(rows), 100_000)
      expect(whole?.returned).toBe(rows.length)
      const size = bytesOf(whole?.text ?? '')
      expect(answerOf(table(rows), size + HINT_BYTES)).toEqual(whole)
      for (let max = size - 1; max > 300; max -= 37) {
        const cut = answerOf(table(rows), max)
        if (cut === null) return
        expect(bytesOf(cut.text)).toBeLessThanOrEqual(max)
        const more = answerOf(table(rows.slice(0, cut.returned + 1), { total: rows.length }), 100_000)
        expect(cut.returned).toBeLessThan(rows.length)
        expect(bytesOf(more?.text ?? '')).toBeGreaterThan(max - HINT_BYTES)
      }
    }),
    { numRuns: 50, seed: 4 },
  )
})

test('an answer says what it leaves out and where the next one begins', () => {
  const read = (...args: Parameters<typeof answerOf>) => JSON.parse(answerOf(...args)?.text ?? 'null')
  const rows = [['a'], ['b']]
  expect(read(table(rows), 5000)).toMatchObject({ total: 2, returned: 2, truncated: false, rows })
  expect(read(table(rows), 5000)).not.toHaveProperty('next')
  expect(read(table(rows, { offset: 3, total: 5 }), 5000)).toMatchObject({ returned: 2, truncated: false })
  expect(read(table(rows, { offset: 3, total: 6 }), 5000)).toMatchObject({
    ...{ truncated: true, next: 'Ask again with offset 5, name a brand, or filter.' },
  })
  const large = [Array.from({ length: 9 }, () => 'x'.repeat(900))]
  expect(read(table(large), 1000)).toMatchObject({
    returned: 0,
    truncated: true,
    next: expect.stringMatching(/^One row is larger/),
  })
  expect(answerOf({ ...table(rows), columns: Array.from({ length: 40 }, () => 'c'.repeat(60)) }, 1000)).toBeNull()
})

test('a text is cut after its limit, without half a character and without what is not seen', () => {
  expect([plain('abc', 3), plain('abcd', 3), plain('ab😀', 3)]).toEqual(['abc', 'abc…', 'ab\ufffd…'])
  expect(plain('a\u0000\u200b\u202eb', 9)).toBe('a b')
  expect(
    JSON.parse(answerOf(table([['x'.repeat(1001)], ['sk_live_0123456789abcdef']]), 5000)?.text ?? '').rows,
  ).toEqual([[`${'x'.repeat(1000)}…`], [expect.not.stringContaining('0123456789abcdef')]])
})
