// Paths of operations as the desk keeps them: a value of the request is `:name`. `{name}`, as the interface writes it, is
// read as the same. A path has a place for each value of its operation and for nothing else: a request without its value
// would reach another operation.
import type { Operation } from './define.ts'
import { type OperationName, operations } from './operations.ts'

/** The page of the window where a path is set. */
export const OPERATIONS_PAGE = 'Settings → Advanced → Operations'

const IN_BRACES = /(?:\{|%7b)([A-Za-z]\w*)(?:\}|%7d)/gi
const VALUE = /:([A-Za-z]\w*)/g

/** `{name}` becomes `:name`. */
export const normalPath = (path: string): string => path.replace(IN_BRACES, ':$1')

/** The path with each value in its place; `encoded` gives it. */
export const filledPath = (path: string, encoded: (name: string) => string): string =>
  path.replace(VALUE, (_, name: string) => encoded(name))

/** The part of a path before its first value, without the slash between. */
export const fixedStart = (path: string): string => path.replace(/\/?:[A-Za-z].*$/, '')

const neededBy = (name: OperationName): string[] => {
  const { request }: Operation = operations[name]
  return Object.keys(request.path?.shape ?? {})
}

const inBraces = (names: readonly string[]): string => names.map((name) => `{${name}}`).join(', ')

/** Why this path cannot be that of the operation, in a sentence; null where it can. */
export const pathProblem = (operation: OperationName, path: string): string | null => {
  const needed = neededBy(operation)
  const given = [...normalPath(path).matchAll(VALUE)].map(([, name = '']) => name)
  const unknown = given.filter((name) => !needed.includes(name))
  const missing = needed.filter((name) => !given.includes(name))
  const subject = `The path of ${operation}`
  if (unknown.length > 0) {
    const use = needed.length === 0 ? '' : ` Use ${inBraces(needed)}.`
    return `${subject} has ${inBraces(unknown)}, which has no value.${use}`
  }
  if (missing.length > 0) return `${subject} needs ${inBraces(missing)}.`
  if (/[{}]/.test(normalPath(path)))
    return `${subject} has a brace that is not part of ${needed.length === 0 ? 'a value' : inBraces(needed)}.`
  return null
}
