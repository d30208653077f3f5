import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLineReader, parseLine } from '../../../../src-main/shells/socket/frames.ts'

test('lines come out whole however the bytes were cut', () => {
  const lines = fc.array(fc.string({ unit: 'binary', minLength: 1 }).filter((line) => !line.includes('\n')))
  fc.assert(
    fc.property(lines, fc.infiniteStream(fc.integer({ min: 1, max: 7 })), (wanted, cuts) => {
      const got: string[] = []
      const feed = createLineReader({ onLine: (line) => got.push(line), onTooLong: () => {}, maxLength: 1e6 })
      const bytes = Buffer.from(wanted.map((line) => `${line}\n`).join(''))
      for (let at = 0; at < bytes.length; ) {
        const end = at + (cuts.next().value ?? 1)
        feed(bytes.subarray(at, end))
        at = end
      }
      // Lone surrogates have no bytes of their own.
      expect(got).toEqual(wanted.map((line) => line.toWellFormed()))
    }),
  )
})

test('a line over the bound is told before it is whole', () => {
  let isTooLong = false
  const feed = createLineReader({ onLine: () => {}, onTooLong: () => (isTooLong = true), maxLength: 10 })
  feed(Buffer.from('12345'))
  expect(isTooLong).toBe(false)
  feed(Buffer.from('678901'))
  expect(isTooLong).toBe(true)
})

test('what is no JSON is undefined', () => {
  expect(parseLine('{"a"')).toBeUndefined()
  expect(parseLine('{"a":1}')).toEqual({ a: 1 })
})
