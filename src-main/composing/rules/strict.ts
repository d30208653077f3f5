// liquidjs with `strictVariables` stops at undefined values, but prints an empty one as nothing ("Hi ,"). So each value is
// checked where it is used. Names are checked before (names.ts).
import {
  AssignTag,
  type Context,
  type Emitter,
  evalTokenValue,
  Output,
  type PropertyAccessToken,
  type Template,
  TypeGuards,
  toValue,
  toValueSync,
  Value,
} from 'liquidjs'
import { childrenOf, isVariable, nameOf, tokenOf, tokensOf } from './parsed.ts'

/** A variable without a value and without a fallback was used. */
export class EmptyVariableError extends Error {
  readonly variable: string

  constructor(variable: string) {
    super(`${variable} is empty`)
    this.variable = variable
  }
}

const isBlank = (value: unknown): boolean =>
  value == null || (typeof value === 'string' ? value.trim() === '' : Array.isArray(value) && value.length === 0)

const fallbackOf = ({ filters }: Value) => filters.find(({ name }) => name === 'default')

/** Variables that must have a value: all except one with a `default`, and the fallback itself. */
const requiredIn = (value: Value): PropertyAccessToken[] => [
  ...(fallbackOf(value) === undefined ? value.initial.postfix.filter(isVariable) : []),
  ...value.filters
    .filter(({ name }) => name !== 'default')
    .flatMap(({ args }) => args.map(tokenOf))
    .filter(isVariable),
]

const assertFilled = (tokens: readonly PropertyAccessToken[], ctx: Context): void => {
  for (const token of tokens) {
    if (isBlank(toValueSync(evalTokenValue(token, ctx, true)))) throw new EmptyVariableError(nameOf(token))
  }
}

/** The variable to name if the result is blank; null if the template allows a blank result. */
const blamed = (value: Value): string | null => {
  const fallback = fallbackOf(value)?.args.map(tokenOf)[0]
  if (fallback !== undefined) return isVariable(fallback) ? nameOf(fallback) : null
  const first = value.initial.postfix.find(isVariable)
  return first === undefined ? null : nameOf(first)
}

const guardOutput = (output: Output): void => {
  const { value } = output
  const required = requiredIn(value)
  const name = blamed(value)
  output.render = function* (ctx: Context, emitter: Emitter) {
    assertFilled(required, ctx)
    const result: unknown = toValue(yield value.value(ctx, true))
    if (name !== null && isBlank(result)) throw new EmptyVariableError(name)
    ctx.memoryLimit.use(String(result ?? '').length)
    emitter.write(result)
  }
}

/** An empty value may be assigned and tested later; if filters use it, it must have a value. */
const guardAssign = (tag: AssignTag): void => {
  const required = [...tag.arguments()]
    .filter((argument) => argument instanceof Value)
    .filter(({ filters }) => filters.length > 0)
    .flatMap(requiredIn)
  if (required.length === 0) return
  const render = tag.render.bind(tag)
  tag.render = function* (ctx: Context) {
    assertFilled(required, ctx)
    yield* render(ctx)
  }
}

const assertNoRange = (token: unknown): void => {
  if (TypeGuards.isRangeToken(token)) throw new Error('ranges such as (1..5) are not allowed in pitches')
  if (!isVariable(token)) return
  assertNoRange(token.variable)
  for (const prop of token.props) assertNoRange(prop)
}

/** Makes a parsed template strict about empty values. Throws if it uses a range. */
export const guard = (templates: readonly Template[]): void => {
  for (const template of templates) {
    // liquidjs counts a range up by ones, which never ends above 2^53.
    for (const token of tokensOf(template)) assertNoRange(token)
    guard(childrenOf(template))
    if (template instanceof Output) guardOutput(template)
    else if (template instanceof AssignTag) guardAssign(template)
  }
}
