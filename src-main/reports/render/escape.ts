/** Text for HTML and for quoted attributes, without control characters: no page may hold them. */
export const escapeHtml = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\P{Cc}\t\n\r]/gu, '')
    .replace(/[&<>"']/g, (character) => `&#${String(character.codePointAt(0))};`)

/** Text as a string of CSS: every character but letters, digits and spaces by its number. */
export const cssString = (text: string): string =>
  `"${Array.from(text.toWellFormed())
    .map((character) =>
      /^[\p{L}\p{N} ]$/u.test(character) ? character : `\\${character.codePointAt(0)?.toString(16)} `,
    )
    .join('')}"`

const RIGHT_TO_LEFT = /[\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}]/u

/** A name written from right to left keeps the numbers beside it in their place (U+2068, U+2069). */
export const isolated = (name: string): string => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name)
