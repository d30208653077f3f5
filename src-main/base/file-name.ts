/** Names of devices: Windows opens no file of such a name, whatever its ending. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/

/** With a number and an ending it stays below the 255 bytes of most file systems. */
const BYTES_MAX = 120

const bytesOf = (text: string): number => Buffer.byteLength(text, 'utf8')

const cut = (text: string): string => {
  let kept = ''
  for (const character of text) {
    if (bytesOf(kept) + bytesOf(character) > BYTES_MAX) break
    kept += character
  }
  return kept
}

/**
 * A text as the name of a file, without an ending, on every system: letters and digits of any script in lower case, and
 * hyphens. No name can leave its folder. `fallback` where nothing is left.
 */
export const safeFileName = (text: string, fallback: string): string => {
  const plain = text
    .normalize('NFKD')
    .replace(/([a-z])\p{M}+/giu, '$1')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+/, '')
  const name = cut(plain).replace(/-+$/, '')
  return name === '' ? fallback : RESERVED.test(name) ? `${name}-${fallback}` : name
}
