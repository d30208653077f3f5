// Unfilled placeholders in a text. It is a guess, so it only warns.

/** Every expression takes linear time: none can backtrack. */
const PATTERNS: readonly RegExp[] = [
  /\{\{[^{}]{0,80}\}?\}?|\{%[^{}]{0,80}%?\}?/g, // Liquid and Handlebars
  /\$?\{[\p{L}_][\p{L}\p{N}_ .-]{0,40}\}/gu, // {name}
  /\*\|[A-Z0-9_:]{1,40}\|\*/g, // *|FNAME|*
  /%[A-Za-z][A-Za-z_]{2,30}%/g, // %NAME%
  /<[\p{L}][\p{L}\p{N}_ -]{1,40}>/gu, // <name>
  /\[[\p{L}][^[\]\n()]{0,60}\]/gu, // [Name]
  /\b(?:X{3,}|TODO|TBD|FIXME|LOREM IPSUM|(?:FIRST|LAST|FULL)_?NAME|FNAME|LNAME)\b/g,
  /\b(?:INSERT|YOUR|COMPANY|CONTACT|RECIPIENT|SITE|DOMAIN|BRAND|PROSPECT)_[A-Z_]{1,40}\b/g,
  /#(?:NAME\?|REF!|VALUE!|N\/A|DIV\/0!)/g, // of spreadsheets
]

/** HTML that Markdown lets through. */
const HTML: ReadonlySet<string> = new Set([
  ...[
    'a',
    'abbr',
    'b',
    'blockquote',
    'br',
    'code',
    'del',
    'div',
    'em',
    'h1',
    'h2',
    'h3',
    'h4',
    'hr',
    'i',
    'img',
    'ins',
  ],
  ...['kbd', 'li', 'mark', 'ol', 'p', 'pre', 's', 'small', 'span', 'strike', 'strong', 'sub', 'sup', 'table', 'tbody'],
  ...['td', 'th', 'thead', 'tr', 'u', 'ul'],
])
/** Brackets that writers use; `x` is a ticked box. */
const ASIDES = /^\[(?:x|sic|ed|edit|update|updated|emphasis .*|via .*)\.?\]$/i

const MAX = 5

/** A link's text, a link's name or its definition: `[a](b)`, `[a][b]`, `[a]: b`. */
const isLink = (text: string, found: string, at: number): boolean => {
  const after = text[at + found.length]
  const isDefinition = after === ':' && (at === 0 || text[at - 1] === '\n')
  return after === '(' || after === '[' || isDefinition || text[at - 1] === ']' || text[at - 1] === '!'
}

const isMeant = (text: string, found: string, at: number): boolean => {
  if (found.startsWith('<')) return !HTML.has(found.slice(1, -1).trim().toLowerCase().split(/[ /]/)[0] ?? '')
  if (!found.startsWith('[')) return true
  if (ASIDES.test(found) || isLink(text, found, at)) return false
  // [a] alone is a link where the text defines it further down.
  return !text.toLowerCase().includes(`\n${found.toLowerCase()}:`)
}

/** Up to five, each once. */
export const unfilledPlaceholders = (text: string): string[] => {
  const found = new Set<string>()
  for (const pattern of PATTERNS) {
    for (const match of text.matchAll(pattern)) {
      if (isMeant(text, match[0], match.index)) found.add(match[0])
      if (found.size >= MAX) return [...found]
    }
  }
  return [...found]
}
