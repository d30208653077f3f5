// A webhook secret in a body or a header is masked before anything is stored: the sender's own and any other brand's,
// found by the form of all secrets. Plain, escaped for JSON, as base64, hex or UTF-16.
import { base64Forms } from '../base/base64-forms.ts'

const PREFIX = 'whsec_'
/** Characters after the prefix: 32 bytes as base64url. */
const LENGTH = 43
const MASK = '***'
const hexOf = (text: string): string => Buffer.from(text).toString('hex')

const PREFIX_HEX = hexOf(PREFIX)
const HEX_DIGIT = '[0-9a-fA-F]'

// Few backslashes at most: without a limit a body full of them would take quadratic time.
const escaped = (code: string): string => `\\\\{1,4}u00${code}`
const eitherCase = (hex: string): string => hex.replace('f', '[fF]')
const plainOrEscaped = [...PREFIX].map((letter) => `(?:${letter}|${escaped(eitherCase(hexOf(letter)))})`).join('')

const SECRET = new RegExp(
  [
    `${plainOrEscaped}(?:[A-Za-z0-9_-]|${escaped(`[2-7]${HEX_DIGIT}`)}){${LENGTH}}`,
    // The bytes after the prefix fill 57 or 58 characters, and part of another.
    `(?:${base64Forms(PREFIX).join('|')})[A-Za-z0-9+/_-]{57,59}`,
    `${eitherCase(PREFIX_HEX)}${HEX_DIGIT}{${LENGTH * 2}}`,
    `${[...PREFIX].join('\\0')}(?:\\0[A-Za-z0-9_-]){${LENGTH}}`,
  ].join('|'),
  'g',
)

/** Most bodies hold none of these and are not searched further. */
const SIGNS = [PREFIX, '\\u00', ...base64Forms(PREFIX), PREFIX_HEX, PREFIX_HEX.toUpperCase(), [...PREFIX].join('\0')]
const SIGN_BYTES = SIGNS.map((sign) => Buffer.from(sign, 'latin1'))

/** After an odd number of backslashes, the first one of the match ends the escape before it, and is kept. */
const maskOf = (match: string, offset: number, text: string): string => {
  if (!match.startsWith('\\')) return MASK
  let start = offset
  while (text[start - 1] === '\\') start -= 1
  return (offset - start) % 2 === 0 ? MASK : `\\${MASK}`
}

export const maskSecretsInText = (text: string): string => text.replace(SECRET, maskOf)

/** False for most texts, at little cost. */
export const mayHoldSecret = (text: string): boolean => SIGNS.some((sign) => text.includes(sign))

/** The same bytes where there is no secret in them. */
export const maskSecrets = (bytes: Buffer): Buffer => {
  if (!SIGN_BYTES.some((sign) => bytes.includes(sign))) return bytes
  return Buffer.from(maskSecretsInText(bytes.toString('latin1')), 'latin1')
}
