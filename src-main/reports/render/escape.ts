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
