import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maskEchoedKey } from '../../../src-main/service-client/send.ts'

const key = fc.stringMatching(/^sk_[\x21-\x7e]{12,60}$/)

test('mask leaves no key in a reply, whatever form it has, and nothing else changes', () => {
  fc.assert(
    fc.property(key, fc.string(), fc.stringMatching(/^[a-z]{0,4}$/), (secret, text, before) => {
      const hex = Buffer.from(secret).toString('hex')
      const encoded = Buffer.from(`${before}${secret} and more`)
      const reply = {
        text,
        echo: [
          secret,
          encodeURIComponent(secret),
          hex,
          hex.toUpperCase(),
          encoded.toString('base64'),
          encoded.toString('base64url'),
        ],
      }
      const bytes = new TextEncoder().encode(JSON.stringify(reply))
      maskEchoedKey(bytes.buffer, secret)
      const masked = JSON.parse(new TextDecoder().decode(bytes))
      const [plain, inUrl, lower, upper, base64, base64url] = masked.echo
      for (const one of [plain, inUrl, lower, upper]) expect(one).toMatch(/^\*+$/)
      for (const one of [base64, base64url]) {
        expect(one).toMatch(/\*{16}/)
        expect(Buffer.from(one.replaceAll('*', 'A'), 'base64').includes(secret.slice(1, -1))).toBe(false)
      }
      expect(masked.text).toBe(text)
    }),
    {
      examples: [
        ['sk_!!!!!!!!!!!!\\', '', ''],
        ['sk_!!!!!!!!!!!!%', '', ''],
        ['sk_!!!!!!!!!!!!"', '', ''],
      ],
      numRuns: 1000,
    },
  )
})

test('mask changes no text, when a key is as short as an ordinary word', () => {
  const bytes = new TextEncoder().encode('{"title":"a desk_a for c2tfYQ"}')
  const before = bytes.slice()
  maskEchoedKey(bytes.buffer, 'sk_a')
  expect(bytes).toEqual(before)
})
