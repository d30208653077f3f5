// How a file can name a brand: by its id, its slug, each name that it had and the domain of its site.
import { escapeFormula } from '../../base/escape-formula.ts'

export type ExportedBrand = {
  readonly id: string
  readonly slug: string
  /** Now and before. */
  readonly names: readonly string[]
  /** Null: none is known, or another brand has it too. */
  readonly domain: string | null
}

/** What a cell of a brand column holds where the row is the brand's. */
export const ownValues = ({ id, slug, names }: ExportedBrand): ReadonlySet<string> =>
  new Set([id, slug, ...names.flatMap((name) => [name, escapeFormula(name), `'${name}`])])

const escaped = (text: string): string => text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&').replace(/\s+/g, '\\s+')
/** The word by itself, not a part of another one. */
const word = (text: string): string => `(?<![\\p{L}\\p{N}])${escaped(text)}(?![\\p{L}\\p{N}])`
const slugWord = (slug: string): string => `(?<![\\p{L}\\p{N}-])${escaped(slug)}(?![\\p{L}\\p{N}-])`

/** Finds the brand in a text, in any case of its letters. */
export const mentionOf = ({ id, slug, names, domain }: ExportedBrand): RegExp =>
  new RegExp(
    [escaped(id), slugWord(slug), ...names.map(word), ...(domain === null ? [] : [word(domain)])].join('|'),
    'iu',
  )
