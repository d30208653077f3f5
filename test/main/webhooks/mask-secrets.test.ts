import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maskSecrets, maskSecretsInText } from '../../../src-main/webhooks/mask-secrets.ts'

const secret = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => `whsec_${Buffer.from(bytes).toString('base64url')}`)

const toEscapes = (text: string, isUpper: boolean, slashes = '\\'): string =>
  [...text]
    .map((letter) => {
      const code = letter.charCodeAt(0).toString(16).padStart(4, '0')
      return `${slashes}u${isUpper ? code.toUpperCase() : code}`
    })
    .join('')

/** A form that a sender can write a secret in, and what must not be left of it. */
const form = (value: string) =>
  fc
    .record({ before: fc.stringMatching(/^[a-z ]{0,5}$/), after: fc.stringMatching(/^[ "}]{0,5}$/) })
    .chain((around) => {
      const { before, after } = around
      const base64 = Buffer.from(before + value + after).toString('base64')
      const start = Math.ceil((before.length * 8) / 6)
      const inner = base64.slice(start, Math.floor(((before.length + value.length) * 8) / 6))
      const hex = Buffer.from(value).toString('hex')
      const url = (text: string) => text.replaceAll('+', '-').replaceAll('/', '_')
      const utf16 = Buffer.from(value, 'utf16le').toString('latin1').slice(0, -1)
      const escapedHalf = value.slice(0, 9) + toEscapes(value.slice(9), false)
      return fc.constantFrom(
        [before + value + after, value],
        [base64, inner],
        [url(base64), url(inner)],
        [hex, hex],
        [hex.toUpperCase(), hex.toUpperCase()],
        [utf16, utf16],
        [toEscapes(value, false), toEscapes(value, false)],
        [toEscapes(value, true), toEscapes(value, true)],
        [toEscapes(value, false, '\\\\'), toEscapes(value, false, '\\\\')],
        [escapedHalf, escapedHalf],
      )
    })

test('mask leaves no webhook secret in any bytes, whatever form it has and wherever it is', () => {
  const cases = fc.tuple(
    fc.uint8Array(),
    secret.chain((value) => fc.tuple(form(value), fc.constant(value))),
    fc.uint8Array(),
  )
  fc.assert(
    fc.property(cases, ([before, [[written = '', rest = '']], after]) => {
      const bytes = Buffer.concat([before, Buffer.from(' '), Buffer.from(written, 'latin1'), Buffer.from(' '), after])
      const masked = maskSecrets(bytes)
      expect(bytes.includes(Buffer.from(rest, 'latin1'))).toBe(true)
      expect(masked.includes(Buffer.from(rest.slice(0, -2), 'latin1'))).toBe(false)
      // The bytes around it stay unchanged.
      expect(masked.subarray(0, before.length).equals(Buffer.from(before))).toBe(true)
      expect(masked.subarray(masked.length - after.length).equals(Buffer.from(after))).toBe(true)
    }),
  )
})

test('mask keeps a body valid JSON, when a text in it holds a secret', () => {
  fc.assert(
    fc.property(secret, fc.string(), fc.string(), (value, before, after) => {
      const plain = JSON.stringify({ title: before + value + after, slug: 'tea' })
      for (const text of [plain, plain.replace(value, toEscapes(value, false))]) {
        const masked = JSON.parse(maskSecrets(Buffer.from(text)).toString('utf8'))
        expect(masked).toMatchObject({ slug: 'tea' })
        expect(masked.title).not.toContain(value)
      }
    }),
  )
})

test.each([0, 1, 2, 3, 4, 5])(
  'mask keeps a body valid JSON, when %i backslashes come before an escaped secret',
  (count) => {
    const value = `whsec_${'A'.repeat(43)}`
    const plain = JSON.stringify({ title: `${'\\'.repeat(count)}${value}` })
    const { title } = JSON.parse(maskSecretsInText(plain.replace(value, toEscapes(value, false))))
    expect(title).toMatch(/^\\*\*\*\*$/)
  },
)

test('mask returns the same bytes, when they hold no secret', () => {
  for (const text of ['{"slug":"tea"}', 'whsec_… is the prefix', '{"title":"\\u003cb\\u003e whsec_short"}']) {
    const bytes = Buffer.from(text)
    expect(maskSecrets(bytes).equals(bytes)).toBe(true)
  }
})
