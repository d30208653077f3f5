// Names are checked before rendering: `default`, or a branch that is not taken, would hide a misspelt one. liquidjs can list
// them (analyzeSync), but takes quadratic time.
import { type PropertyAccessToken, type Template, TypeGuards } from 'liquidjs'
import { childrenOf, isVariable, nameOf, tokensOf } from './parsed.ts'

/** Names that a template may use: of the three objects, and at top level. */
export type KnownNames = {
  readonly contact: ReadonlySet<string>
  readonly prospect: ReadonlySet<string>
  readonly brand: ReadonlySet<string>
  readonly own: ReadonlySet<string>
}

/** null: known only when it is rendered. */
type Path = readonly (string | null)[]

const OBJECTS = ['contact', 'prospect', 'brand'] as const
/** Properties that Liquid gives every text. */
const OF_TEXT: readonly (string | null)[] = ['size', 'first', 'last']

const contentOf = (token: unknown): string | null =>
  TypeGuards.isWordToken(token) || TypeGuards.isQuotedToken(token) ? String(token.content) : null

const isKnown = ([top, ...rest]: Path, known: KnownNames): boolean => {
  const object = OBJECTS.find((name) => name === top)
  const name = object === undefined ? top : rest.shift()
  if (name == null) return false
  const names = object === undefined ? known.own : known[object]
  return names.has(name) && rest.length <= 1 && rest.every((segment) => OF_TEXT.includes(segment))
}

/** All variables that a template reads and does not assign, by how they are written. */
const readsIn = (templates: readonly Template[]): ReadonlyMap<string, Path> => {
  const reads = new Map<string, Path>()
  const assigned = new Set<string>()
  const read = (token: PropertyAccessToken, ofBlock: readonly string[]): void => {
    const path = token.props.map(contentOf)
    const [root] = path
    const isOwn = root != null && (assigned.has(root) || ofBlock.includes(root))
    // A literal has no name of its own: "text".size.
    if (token.variable === undefined && !isOwn) reads.set(nameOf(token), path)
    for (const prop of token.props) if (isVariable(prop)) read(prop, ofBlock)
  }
  const visit = (template: Template, ofBlock: readonly string[]): void => {
    for (const token of tokensOf(template)) if (isVariable(token)) read(token, ofBlock)
    for (const { content } of template.localScope?.() ?? []) assigned.add(content)
    const inside = [...ofBlock, ...(template.blockScope?.() ?? [])]
    for (const child of childrenOf(template)) visit(child, inside)
  }
  for (const template of templates) visit(template, [])
  return reads
}

/** Names in a template that no recipient has, each once. */
export const unknownNamesIn = (templates: readonly Template[]): ((known: KnownNames) => string[]) => {
  const reads = readsIn(templates)
  return (known) => Array.from(reads, ([name, path]) => (isKnown(path, known) ? [] : [name])).flat()
}
