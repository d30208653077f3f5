// Paths and types of a JSON body, never its values: a report of the doctor may be pasted anywhere. A name that may itself
// be data (a map by address, id or key) is shown as `*`.
import { isObject, type JsonObject } from '../../../src-shared/service/named-values.ts'
import { scrub } from '../../base/scrub.ts'

/** What is at one path: a value for each place it occurs in. */
export type ShapePath = { readonly path: string; readonly values: readonly unknown[] }

const ELEMENTS_MAX = 50
const DEPTH_MAX = 8
const PATHS_MAX = 300
/** An object with more names than this is a map by data. */
const NAMES_MAX = 60

export const kindOf = (value: unknown): string => {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

/** `string or number`, `nothing`. */
export const kindsText = (values: readonly unknown[]): string =>
  values.length === 0 ? 'nothing' : [...new Set(values.map(kindOf))].toSorted().join(' or ')

/** The body with the first elements of each array alone: enough to tell its shape. */
export const sampleOf = (value: unknown, depth = 0): unknown => {
  if (depth > DEPTH_MAX * 2) return null
  if (Array.isArray(value)) return value.slice(0, ELEMENTS_MAX).map((one: unknown) => sampleOf(one, depth + 1))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, sampleOf(one, depth + 1)]))
}

/** The value of an object under its own name. */
export const ownValue = (object: JsonObject, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined

export const joinPath = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`)

const isFieldName = (name: string): boolean =>
  /^[A-Za-z_$][\w$-]{0,59}$/.test(name) && !/\d{4}/.test(name) && scrub(name) === name

const namesOf = (objects: readonly JsonObject[]): Map<string, unknown[]> => {
  const found = new Map<string, unknown[]>()
  for (const object of objects) {
    const entries = Object.entries(object)
    const isMap = entries.length > NAMES_MAX
    for (const [name, value] of entries) {
      const shown = !isMap && isFieldName(name) ? name : '*'
      found.set(shown, [...(found.get(shown) ?? []), value])
    }
  }
  return found
}

/** Every path of a body with what is there, outer ones first; at most 300. The path of a body that is an array is empty. */
export const shapeOf = (body: unknown): ShapePath[] => {
  const paths: ShapePath[] = []
  const walk = (path: string, values: readonly unknown[], depth: number): void => {
    if (paths.length >= PATHS_MAX || depth > DEPTH_MAX) return
    if (path !== '' || values.some((value) => Array.isArray(value))) paths.push({ path, values })
    for (const [name, inner] of namesOf(values.filter(isObject))) walk(joinPath(path, name), inner, depth + 1)
    const lists = values.filter((value) => Array.isArray(value))
    const elements = lists.flat()
    if (elements.length > 0) walk(`${path}[]`, elements, depth + 1)
  }
  walk('', [sampleOf(body)], 0)
  return paths
}
