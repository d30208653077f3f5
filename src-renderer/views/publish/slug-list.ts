// Slugs as people have them: typed, pasted as lines or with commas, copied as page addresses, or in a CSV file.
import { joinParts } from '../../format/join-parts.ts'

const SLUG_MAX = 500

export type SlugList = {
  /** In their order, each once. */
  readonly slugs: readonly string[]
  readonly repeated: readonly string[]
  readonly tooLong: readonly string[]
  /** Page addresses of which the last part was taken. */
  readonly shortened: readonly string[]
}

/** The slug in a page's address; anything else stays as it is. */
const slugOfAddress = (text: string): string => {
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null
  return url?.pathname.split('/').findLast((part) => part !== '') ?? text
}

const unquoted = (text: string): string =>
  text
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2')
    .trim()

export const listOf = (raw: readonly string[]): SlugList => {
  const given = raw.map(unquoted).filter((text) => text !== '')
  const all = given.map(slugOfAddress)
  const fitting = all.filter((slug) => slug.length <= SLUG_MAX)
  const slugs = [...new Set(fitting)]
  return {
    slugs,
    repeated: [...new Set(fitting.filter((slug, index) => fitting.indexOf(slug) !== index))],
    tooLong: all.filter((slug) => slug.length > SLUG_MAX),
    shortened: given.filter((text, index) => text !== all[index]),
  }
}

/** Separated by lines, commas, semicolons or tabs. */
export const parseSlugs = (text: string): SlugList => listOf(text.split(/[\n\r,;\t]+/))

/** Cells of a CSV text (RFC 4180); comma, semicolon or tab, whichever its first line has most of. */
export const csvCells = (text: string): string[][] => {
  const clean = text.replace(/^\uFEFF/, '')
  const firstLine = clean.split(/\r?\n/, 1)[0] ?? ''
  const [separator = ','] = [',', ';', '\t'].toSorted((a, b) => firstLine.split(b).length - firstLine.split(a).length)
  const rows: string[][] = [[]]
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < clean.length; at += 1) {
    const sign = clean[at] ?? ''
    if (isQuoted) {
      if (sign !== '"') cell += sign
      else if (clean[at + 1] === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (sign === '"' && cell === '') isQuoted = true
    else if (sign === separator || sign === '\n') {
      rows.at(-1)?.push(cell)
      cell = ''
      if (sign === '\n') rows.push([])
    } else if (sign !== '\r') cell += sign
  }
  rows.at(-1)?.push(cell)
  return rows.filter((row) => row.some((each) => each.trim() !== ''))
}

export type CsvSlug = { readonly brand: string | null; readonly slug: string }

const SLUG_HEAD = /slug|article|page|url/i
const BRAND_HEAD = /brand|client|site|team/i

/** Slugs of a CSV file, with the brand's name where a column has it. A file without heads: its first column. */
export const parseSlugCsv = (text: string): readonly CsvSlug[] => {
  const rows = csvCells(text)
  const [head = []] = rows
  const slugAt = head.findIndex((cell) => SLUG_HEAD.test(cell) && cell.trim().length <= 20)
  if (slugAt < 0)
    return rows.map((row) => ({ brand: null, slug: unquoted(row[0] ?? '') })).filter(({ slug }) => slug !== '')
  const brandAt = head.findIndex((cell, index) => index !== slugAt && BRAND_HEAD.test(cell))
  return rows
    .slice(1)
    .map((row) => ({
      brand: brandAt < 0 ? null : (row[brandAt]?.trim() ?? '') || null,
      slug: unquoted(row[slugAt] ?? ''),
    }))
    .filter(({ slug }) => slug !== '')
}

/** What was left out or changed, in a sentence; empty where nothing was. */
export const listNote = ({ repeated, tooLong, shortened }: SlugList): string =>
  joinParts(
    [
      repeated.length === 0 ? '' : `${repeated.length} duplicate ${repeated.length === 1 ? 'slug' : 'slugs'} removed.`,
      tooLong.length === 0 ? '' : `${tooLong.length} too long to be a slug, left out.`,
      shortened.length === 0
        ? ''
        : `${shortened.length} ${shortened.length === 1 ? 'address' : 'addresses'} shortened to the slug.`,
    ],
    ' ',
  )
