// The parts of a source that run or do not run: bodies of functions, branches, what stands behind `&&`, `||`, `??`, and what
// follows an `if` that leaves.
import { parseSync } from 'vite'

export type Node = { readonly type: string; readonly start: number; readonly end: number } & Record<string, unknown>

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'

export const childrenOf = (node: Node): Node[] =>
  Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter(isNode)

export const parse = (file: string, text: string): Node => parseSync(file, text).program as unknown as Node // an ESTree node

/** Types and imports decide nothing at run time. */
export const isSkipped = ({ type }: Node): boolean =>
  type === 'ImportDeclaration' || (type.startsWith('TS') && !/^TS(As|Satisfies|NonNull)Expression$/.test(type))

const PARTS: Readonly<Record<string, readonly string[]>> = {
  ArrowFunctionExpression: ['body'],
  FunctionExpression: ['body'],
  FunctionDeclaration: ['body'],
  IfStatement: ['consequent', 'alternate'],
  ConditionalExpression: ['consequent', 'alternate'],
  LogicalExpression: ['right'],
  CatchClause: ['body'],
}

const LEAVES = /^(?:Return|Throw|Continue|Break)Statement$/

/** `if (…) return`, or one of its kind. */
const isGuard = ({ type, consequent }: Node): boolean => {
  if (type !== 'IfStatement') return false
  const then = consequent as Node // by its type
  const last = then.type === 'BlockStatement' ? (then.body as Node[]).at(-1) : then // by its type
  return last !== undefined && LEAVES.test(last.type)
}

/** What runs only where a guard of this block does not leave. */
const restsOf = ({ type, body }: Node): Node[] => {
  if (type !== 'BlockStatement') return []
  const statements = body as Node[] // by its type
  return statements.slice(1).flatMap(({ start }, at) => {
    const [guard, last] = [statements[at], statements.at(-1)]
    return guard !== undefined && last !== undefined && isGuard(guard) ? [{ type: 'Rest', start, end: last.end }] : []
  })
}

/** In the order of the source; a region may be inside another one. */
export const regionsOf = (file: string, text: string): Node[] => {
  const found: Node[] = []
  const walk = (node: Node): void => {
    if (isSkipped(node)) return
    found.push(...(PARTS[node.type] ?? []).map((part) => node[part]).filter(isNode), ...restsOf(node))
    for (const child of childrenOf(node)) walk(child)
  }
  walk(parse(file, text))
  return found.toSorted((a, b) => a.start - b.start || b.end - a.end)
}

/** The source, where each region first calls `ran` with its number; the first region's is `first`. */
export const withMarks = (text: string, regions: readonly Node[], first: number): string => {
  const inserts = regions.flatMap(({ type, start, end }, at) => {
    const call = `globalThis.ran?.(${first + at})`
    if (type === 'BlockStatement') return [{ at: start + 1, order: at, code: `${call};` }]
    if (type === 'Rest') return [{ at: start, order: at, code: `${call};` }]
    const [open, close] = /Statement$/.test(type) ? [`{${call};`, '}'] : [`(${call},(`, '))']
    return [
      { at: start, order: at, code: open },
      { at: end, order: -at, code: close },
    ]
  })
  // At one place what ends comes first, the inner one before the outer one; what begins, the outer one before the inner one.
  inserts.sort((a, b) => a.at - b.at || a.order - b.order)
  let copied = 0
  const parts: string[] = []
  for (const { at, code } of inserts) {
    parts.push(text.slice(copied, at), code)
    copied = at
  }
  return [...parts, text.slice(copied)].join('')
}
