import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maskAddresses } from '../../../src-main/base/mask-addresses.ts'

test('e-mail addresses are masked, and what only looks like one is not', () => {
  expect(maskAddresses('Write to jo.doe+seo@press.example, or <Jörg@süd.example>.')).toBe(
    'Write to [address], or <[address]>.',
  )
  const others = 'https://medium.example/@jo/post @jo 3 @ 5 a@b https://photos.example/12345@N00/'
  expect(maskAddresses(others)).toBe(others)
})

test('no address is left, in any text', () => {
  const word = fc.stringMatching(/^[a-z0-9]{1,8}$/)
  fc.assert(
    fc.property(fc.string(), word, word, fc.string(), (before, name, host, after) => {
      const address = `${name}@${host}.example`
      expect(maskAddresses(`${before}${address}${after}`)).not.toContain(address)
    }),
  )
})

test('a long text without an end is read once', () => {
  const long = `@${'a'.repeat(2_000_000)}`
  expect(maskAddresses(long)).toBe(long)
})
