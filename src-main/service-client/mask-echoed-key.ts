// Where the service echoes the key in a reply, it is overwritten in the bytes before anything else reads them: plain,
// escaped for JSON or a URL, as base64 or hex.
import { base64Forms } from '../base/base64-forms.ts'

/** A shorter form may be an ordinary part of a text. */
const LENGTH_MIN = 8
const ASTERISK = 42

const formsOf = (key: string): string[] => {
  const base64 = base64Forms(key)
  const hex = Buffer.from(key).toString('hex')
  const forms = new Set([
    key,
    JSON.stringify(key).slice(1, -1),
    encodeURIComponent(key),
    ...base64,
    ...base64.map((form) => form.replaceAll('+', '-').replaceAll('/', '_')),
    hex,
    hex.toUpperCase(),
  ])
  // Longest first: the plain key may be the start of its escaped form, whose rest would then be left over.
  return [...forms].filter((form) => form.length >= LENGTH_MIN).toSorted((a, b) => b.length - a.length)
}

/** Overwrites the key in place, wherever it is in the body; the body keeps its length. */
export const maskEchoedKey = (body: ArrayBuffer, key: string): void => {
  const bytes = Buffer.from(body)
  for (const form of formsOf(key)) {
    for (let at = bytes.indexOf(form); at !== -1; at = bytes.indexOf(form, at + form.length)) {
      bytes.fill(ASTERISK, at, at + form.length)
    }
  }
}
