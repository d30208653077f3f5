import { type Arguments, type PropertyAccessToken, type Template, TypeGuards, toValueSync, Value } from 'liquidjs'

type Argument = Arguments extends Iterable<infer One> ? One : never
type FilterArgument = Value['filters'][number]['args'][number]

/** An argument of a filter, with or without a name. */
export const tokenOf = (arg: FilterArgument) => (Array.isArray(arg) ? arg[1] : arg)

export const isVariable = (token: unknown): token is PropertyAccessToken => TypeGuards.isPropertyAccessToken(token)

/** As the template writes it. */
export const nameOf = (token: PropertyAccessToken): string => token.getText().trim()

const ofArgument = (argument: Argument): unknown[] =>
  argument instanceof Value
    ? [...argument.initial.postfix, ...argument.filters.flatMap(({ args }) => args.map(tokenOf))]
    : [argument]

/** The arguments of a tag or an output, without its content. */
export const tokensOf = (template: Template): unknown[] => [...(template.arguments?.() ?? [])].flatMap(ofArgument)

export const childrenOf = (template: Template): Template[] => {
  const children = template.children?.(false, true)
  return children === undefined ? [] : (toValueSync(children) as Template[]) // by its type
}
