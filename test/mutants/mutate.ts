// Small faults in a source file, one at a time: what a slip of the hand would write.
import { childrenOf, isSkipped, type Node, parse } from './regions.ts'

export type Mutant = {
  readonly file: string
  readonly line: number
  readonly start: number
  readonly end: number
  readonly before: string
  readonly after: string
  /** In the literal of `list[at] ?? 0`: the compiler asks for it after each index. */
  readonly isDefault: boolean
}

/** Each replaces the other one. */
const PAIRS = ['=== !==', '< <=', '> >=', '+ -', '* /', '&& ||', 'some every', 'min max'].map((pair) => pair.split(' '))
const OTHERS = new Map(PAIRS.flatMap(([one = '', other = '']) => [[one, other] as const, [other, one] as const]))

type Edit = Pick<Mutant, 'start' | 'end' | 'after'>

const operatorEdit = (node: Node, text: string): Edit[] => {
  const { left, right, operator } = node as unknown as { left: Node; right: Node; operator: string } // by its type
  if (operator === '??') return [{ start: left.end, end: right.end, after: '' }]
  const other = OTHERS.get(operator)
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
    const other = OTHERS.get(source(property))
    return other === undefined ? [] : [{ start: property.start, end: property.end, after: other }]
  }
  return []
}

/** No test may wait or read a clock so exactly that it sees a thousandth more: names of times and sizes say which. */
const AMOUNT = /(?:_MS|Ms|_SECONDS|Seconds|_MINUTES|_BYTES|Bytes)(?:_MAX|_MIN)?$/
const AMOUNT_MIN = 1000

/** A line of the log is for a person who looks for a cause; what it may not hold is checked on the whole log. */
const isLogLine = (node: Node, text: string): boolean =>
  node.type === 'ExpressionStatement' &&
  /^[\w.?]*\blog\.(debug|info|warn|error)\(/i.test(text.slice(node.start, node.end))

/** What a constant or a property is called. */
const nameOf = ({ type, id, key }: Node, text: string): string | undefined => {
  const name = type === 'VariableDeclarator' ? id : type === 'Property' ? key : undefined
  return name === undefined ? undefined : text.slice((name as Node).start, (name as Node).end) // by its type
}

const isAmount = (node: Node, named: string): boolean =>
  node.type === 'Literal' && typeof node.value === 'number' && node.value >= AMOUNT_MIN && AMOUNT.test(named)

const isDefaultOf = ({ type, operator, left }: Node, child: Node): boolean =>
  type === 'LogicalExpression' &&
  operator === '??' &&
  child !== left &&
  child.type === 'Literal' &&
  isIndex(left as Node) // by its type

const isIndex = ({ type, computed }: Node): boolean => type === 'MemberExpression' && computed === true

/** Every fault that the file can have, in the order of the source. */
export const mutantsOf = (file: string, text: string): Mutant[] => {
  const found: Mutant[] = []
  const walk = (node: Node, named: string, isDefault = false): void => {
    if (isSkipped(node) || isLogLine(node, text) || isAmount(node, named)) return
    for (const edit of editsOf(node, text)) {
      const line = text.slice(0, edit.start).split('\n').length
      found.push({ file, line, ...edit, before: text.slice(edit.start, edit.end), isDefault })
    }
    const name = nameOf(node, text) ?? named
    for (const child of childrenOf(node)) walk(child, name, isDefaultOf(node, child))
  }
  walk(parse(file, text), '')
  return found
}

export const applyMutant = (text: string, { start, end, after }: Mutant): string =>
  text.slice(0, start) + after + text.slice(end)
