/**
 * The parts of a text's base64 that do not depend on the text around it, one for each of the three offsets it can have.
 * ASCII only.
 */
export const base64Forms = (text: string): string[] =>
  [0, 1, 2].map((before) => {
    const encoded = Buffer.from(`${' '.repeat(before)}${text}`).toString('base64')
    return encoded.slice(Math.ceil((before * 8) / 6), Math.floor(((before + text.length) * 8) / 6))
  })
