// Small faults in a source file, one at a time: what a slip of the hand would write.
import { parseSync } from 'vite'

export type Mutant = {
  readonly file: string
  readonly line: number
  readonly start: number
  readonly end: number
  readonly before: string
  readonly after: string
}

type Node = { readonly type: string; readonly start: number; readonly end: number } & Record<string, unknown>

const OPERATORS: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '&&': '||',
  '||': '&&',
}
const METHODS: Readonly<Record<string, string>> = { some: 'every', every: 'some', min: 'max', max: 'min' }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'

const childrenOf = (node: Node): Node[] =>
  Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter(isNode)

type Edit = Pick<Mutant, 'start' | 'end' | 'after'>

const operatorEdit = (node: Node, text: string): Edit[] => {
  const { left, right, operator } = node as unknown as { left: Node; right: Node; operator: string } // by its type
  if (operator === '??') return [{ start: left.end, end: right.end, after: '' }]
  const other = OPERATORS[operator]
  if (other === undefined) return []
  const start = left.end + text.slice(left.end, right.start).indexOf(operator)
  return [{ start, end: start + operator.length, after: other }]
}

const literalEdit = (node: Node): Edit[] => {
  const { value, start, end } = node
  if (typeof value === 'number') return [{ start, end, after: String(value + 1) }]
  return typeof value === 'boolean' ? [{ start, end, after: String(!value) }] : []
}

/** The faults that this one node can have. */
const editsOf = (node: Node, text: string): Edit[] => {
  const source = ({ start, end }: Node) => text.slice(start, end)
  if (node.type === 'BinaryExpression' || node.type === 'LogicalExpression') return operatorEdit(node, text)
  if (node.type === 'Literal') return literalEdit(node)
  if (node.type === 'ConditionalExpression') {
    const { consequent, alternate } = node as unknown as { consequent: Node; alternate: Node } // by its type
    return [{ start: consequent.start, end: alternate.end, after: `${source(alternate)} : ${source(consequent)}` }]
  }
  if (node.type === 'IfStatement') {
    const test = node.test as Node // by its type
    return [{ start: test.start, end: test.end, after: `!(${source(test)})` }]
  }
  if (node.type === 'UnaryExpression' && node.operator === '!')
    return [{ start: node.start, end: node.end, after: source(node.argument as Node) }] // by its type
  if (node.type === 'ExpressionStatement' && /^(await )?[\w.?]+\(/.test(source(node)))
    return [{ start: node.start, end: node.end, after: ';' }]
  if (node.type === 'SpreadElement') return [{ start: node.start, end: node.end, after: '...[]' }]
  if (node.type === 'MemberExpression' && node.computed === false) {
    const property = node.property as Node // by its type
    const other = METHODS[source(property)]
    return other === undefined ? [] : [{ start: property.start, end: property.end, after: other }]
  }
  return []
}

/** Types and imports decide nothing at run time. */
const isSkipped = ({ type }: Node): boolean =>
  type === 'ImportDeclaration' || (type.startsWith('TS') && !/^TS(As|Satisfies|NonNull)Expression$/.test(type))

/** Every fault that the file can have, in the order of the source. */
export const mutantsOf = (file: string, text: string): Mutant[] => {
  const found: Mutant[] = []
  const walk = (node: Node): void => {
    if (isSkipped(node)) return
    for (const edit of editsOf(node, text)) {
      const line = text.slice(0, edit.start).split('\n').length
      found.push({ file, line, ...edit, before: text.slice(edit.start, edit.end) })
    }
    for (const child of childrenOf(node)) walk(child)
  }
  walk(parseSync(file, text).program as unknown as Node) // an ESTree node
  return found
}

export const applyMutant = (text: string, { start, end, after }: Mutant): string =>
  text.slice(0, start) + after + text.slice(end)
