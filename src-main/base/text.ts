// Search and sorting by keyword use case-folded text. A text matches a search if its case-folded form contains that of the
// search: case is ignored in every script, every other character counts, and nothing is a wildcard.

const isPlain = (text: string): boolean => /^[ -~]*$/.test(text)

/**
 * Canonical composition, then full case folding: upper case first, so that "Straße" and "STRASSE" meet, then lower.
 * The final sigma is an ordinary one, and a NUL is a replacement character, for the trigram index ends a text there.
 */
export const caseFold = (text: string): string =>
  isPlain(text)
    ? text.toLowerCase()
    : text
        .toWellFormed()
        .normalize('NFC')
        .toUpperCase()
        .toLowerCase()
        .replaceAll('ς', 'σ')
        .replaceAll('\u0000', '\ufffd')
        .normalize('NFC')

/** A text of the service in at most 500 characters; null where it is none, or empty. */
export const statedText = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 500) : null

const ACCENTS = /[\u0300-\u036f]/g

const foldWhole = (text: string): string => {
  const folded = caseFold(text)
  return isPlain(folded) ? folded : folded.normalize('NFD').replaceAll(ACCENTS, '').normalize('NFC')
}

/** No sign up to this one changes how the one beside it is folded, so each is looked up: a search folds tens of thousands of texts. */
const LATIN_LAST = 0x17f
const foldedLatin: string[] = []
const foldLatin = (code: number): string => {
  const folded = foldedLatin[code] ?? foldWhole(String.fromCharCode(code))
  foldedLatin[code] = folded
  return folded
}

/** Case-folded and without accents: "Éclair" and "eclair" meet. Vowel signs of other scripts are letters and stay. */
export const accentFold = (text: string): string => {
  let folded = ''
  let from = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code > 0 && code < 0x80) continue
    if (code > LATIN_LAST) return foldWhole(text)
    folded += text.slice(from, at) + foldLatin(code)
    from = at + 1
  }
  return (from === 0 ? text : folded + text.slice(from)).toLowerCase()
}

/** At most this many trigrams are looked up; the text itself is compared afterwards. */
const TRIGRAMS_MAX = 24

/** A query of the trigram index that finds at least the matches; undefined below three characters. */
export const trigramQuery = (folded: string): string | undefined => {
  const characters = Array.from(folded)
  if (characters.length < 3) return undefined
  const trigrams = characters.slice(0, -2).map((_, index) => characters.slice(index, index + 3).join(''))
  return [...new Set(trigrams)]
    .slice(0, TRIGRAMS_MAX)
    .map((trigram) => `"${trigram.replaceAll('"', '""')}"`)
    .join(' AND ')
}
