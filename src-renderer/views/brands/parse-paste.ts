// A pasted list of brands and their keys, one a line: `name<TAB, comma, semicolon or space>key`. The key is the last
// field, so that a name may hold commas; a line that begins with the key is understood as well.

export type PastedRow = {
  /** Line in the pasted text, from 1. */
  readonly line: number
  /** As pasted. */
  readonly raw: string
  readonly name: string
  readonly key: string
  /** What is wrong with this line; null: nothing that can be seen from here. */
  readonly problem: string | null
}

const SEPARATOR = /[\t,;]/
const NAME_MAX = 80
const isKey = (text: string): boolean => /^sk_[\x21-\x7e]+$/.test(text)
const unquote = (text: string): string =>
  text
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .replaceAll('""', '"')
    .trim()

/** `Acme Coffee sk_…`: only a key has no space in it. */
const splitAtSpace = (line: string): readonly [name: string, key: string] | null => {
  const [, name, key] = /^(.*\S)\s+(\S+)\s*$/.exec(line) ?? []
  return name !== undefined && key !== undefined && isKey(key) ? [unquote(name), key] : null
}

const split = (line: string): readonly [name: string, key: string] => {
  const first = line.search(SEPARATOR)
  if (first === -1) return isKey(unquote(line)) ? ['', unquote(line)] : (splitAtSpace(line) ?? [unquote(line), ''])
  const head = unquote(line.slice(0, first))
  if (isKey(head)) return [unquote(line.slice(first + 1)), head]
  const last = Math.max(line.lastIndexOf('\t'), line.lastIndexOf(','), line.lastIndexOf(';'))
  const key = unquote(line.slice(last + 1))
  return isKey(key) ? [unquote(line.slice(0, last)), key] : (splitAtSpace(line) ?? [unquote(line.slice(0, last)), key])
}

const problemOf = (name: string, key: string, lineOfKey: number | undefined): string | null => {
  if (key === '') return 'No key. Write the name, a comma and the key.'
  if (!key.startsWith('sk_')) return 'A key starts with sk_.'
  if (!isKey(key)) return 'The key has a space or an invalid character.'
  if (name === '') return 'No name.'
  if (name.length > NAME_MAX) return `The name is longer than ${NAME_MAX} characters.`
  return lineOfKey === undefined ? null : `The same key as in line ${lineOfKey}.`
}

const isHeading = (name: string, key: string): boolean => /^(name|brand)$/i.test(name) && /^(api[ _-]?)?key$/i.test(key)

/** Every line that says something, in order, empty ones and a heading left out. */
export const parsePaste = (text: string): readonly PastedRow[] => {
  const lines = new Map<string, number>()
  return text.split(/\r\n|\r|\n/).flatMap((raw, index) => {
    if (raw.trim() === '') return []
    const [name, key] = split(raw)
    if (isHeading(name, key)) return []
    const line = index + 1
    const problem = problemOf(name, key, lines.get(key))
    if (key !== '' && !lines.has(key)) lines.set(key, line)
    return [{ line, raw, name, key, problem }]
  })
}

/** Enough of a key to tell it from others, not enough to use it. */
export const maskKey = (key: string): string => {
  if (!key.startsWith('sk_')) return '…'
  return key.length > 12 ? `sk_…${key.slice(-4)}` : 'sk_…'
}
