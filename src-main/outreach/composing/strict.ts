// What liquidjs lets through and a pitch must not: `strictVariables` stops at what is undefined, but an empty value is
// printed as nothing ("Hi ,"), and `default` hides a misspelt name as well as a missing value. So names are checked
// before anything is rendered, and a value where it is used.
import {
  type Arguments,
  AssignTag,
  type Context,
  type Emitter,
  evalTokenValue,
  type Liquid,
  Output,
  type PropertyAccessToken,
  type Template,
  TypeGuards,
  toValue,
  toValueSync,
  Value,
} from 'liquidjs'

/** A variable that was used without a value, and had no fallback. */
export class EmptyVariableError extends Error {
  readonly variable: string

  constructor(variable: string) {
    super(`${variable} is empty`)
    this.variable = variable
  }
}

const isBlank = (value: unknown): boolean =>
  value == null || (typeof value === 'string' ? value.trim() === '' : Array.isArray(value) && value.length === 0)

type Arg = Value['filters'][number]['args'][number]
const tokenOf = (arg: Arg) => (Array.isArray(arg) ? arg[1] : arg)
const isVariable = (token: unknown): token is PropertyAccessToken => TypeGuards.isPropertyAccessToken(token)

const fallbackOf = ({ filters }: Value) => filters.find(({ name }) => name === 'default')

/** Variables that must have a value: all but the one that a `default` stands behind, and the fallback itself. */
const requiredIn = (value: Value): PropertyAccessToken[] => [
  ...(fallbackOf(value) === undefined ? value.initial.postfix.filter(isVariable) : []),
  ...value.filters
    .filter(({ name }) => name !== 'default')
    .flatMap(({ args }) => args.map(tokenOf))
    .filter(isVariable),
]

const nameOf = (token: PropertyAccessToken): string => token.getText().trim()

const assertFilled = (tokens: readonly PropertyAccessToken[], ctx: Context): void => {
  for (const token of tokens) {
    if (isBlank(toValueSync(evalTokenValue(token, ctx, true)))) throw new EmptyVariableError(nameOf(token))
  }
}

/** Whose name a blank result is told by; null where the template says itself that nothing may stand there. */
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

/** Taken over as it is, an empty value may be asked about later; worked on, it has to be there. */
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
  if (TypeGuards.isRangeToken(token)) throw new Error('ranges such as (1..5) are not for pitches')
  if (!isVariable(token)) return
  assertNoRange(token.variable)
  for (const prop of token.props) assertNoRange(prop)
}

type Argument = Arguments extends Iterable<infer One> ? One : never

const tokensOf = (argument: Argument): unknown[] =>
  argument instanceof Value
    ? [...argument.initial.postfix, ...argument.filters.flatMap(({ args }) => args.map(tokenOf))]
    : [argument]

/** Makes a parsed template strict about empty values. Throws where it asks for what no pitch needs. */
export const guard = (templates: readonly Template[]): void => {
  for (const template of templates) {
    // liquidjs counts a range up by ones, which never ends above 2^53.
    for (const argument of template.arguments?.() ?? []) for (const token of tokensOf(argument)) assertNoRange(token)
    const children = template.children?.(false, true)
    if (children !== undefined) guard(toValueSync(children) as Template[]) // by its type
    if (template instanceof Output) guardOutput(template)
    else if (template instanceof AssignTag) guardAssign(template)
  }
}

/** Names that a template may use: of the three objects, and at top level. */
export type KnownNames = {
  readonly contact: ReadonlySet<string>
  readonly prospect: ReadonlySet<string>
  readonly brand: ReadonlySet<string>
  readonly own: ReadonlySet<string>
}

const OBJECTS = ['contact', 'prospect', 'brand'] as const
/** What Liquid itself knows of any text. */
const OF_TEXT = ['size', 'first', 'last']

const isKnown = (segments: readonly unknown[], known: KnownNames): boolean => {
  const [top, ...rest] = segments
  const object = OBJECTS.find((name) => name === top)
  const name = object === undefined ? top : rest.shift()
  if (typeof name !== 'string') return false
  const names = object === undefined ? known.own : known[object]
  return names.has(name) && rest.length <= 1 && rest.every((segment) => OF_TEXT.includes(String(segment)))
}

/** Reads of names that nobody of the recipients has, each once, wherever they stand: a fallback does not excuse them. */
export const namesIn = (engine: Liquid, templates: Template[]): ((known: KnownNames) => string[]) => {
  const variables = Object.values(engine.analyzeSync(templates, { partials: false }).globals).flat()
  return (known) => [
    ...new Set(variables.filter(({ segments }) => !isKnown(segments, known)).map((variable) => variable.toString())),
  ]
}
