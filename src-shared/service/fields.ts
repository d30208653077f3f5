// Field names that differ between us and the service: `{ [our path]: wire path }`, as in
// `{ 'tools[].default': 'permissions[].defaultState' }`. Paths are dotted, `[]` means the elements of an array.
// A field moves with everything in it, and so does an array of which any entry names a field. What no entry names keeps
// its name. A field that has an entry is read from its wire path only: the same name on the wire is another field.
import { z } from 'zod'
import { namedSchema } from './named-schema.ts'
import { isObject, type JsonObject } from './named-values.ts'

/** Our paths with their paths on the wire. */
export type FieldMap = Readonly<Record<string, string>>
export type FieldProblem = { readonly path: string; readonly message: string }

type Names = readonly string[]
/** One list of names before each `[]` of a path, and one after the last. */
type FieldPath = readonly [Names, ...Names[]]
/** The value at `from` of an object goes to `to`; `element` is done to the elements of an array. No names: all of it. */
type Move = { readonly from: Names; readonly to: Names; readonly element: Plan | null }
/** Moves of one object. Inner fields are taken before the object that holds them, and put in after it. */
type Plan = { readonly takes: readonly Move[]; readonly puts: readonly Move[]; readonly whole: Move | undefined }
type PathPair = { readonly from: FieldPath; readonly to: FieldPath }

const PATH_CHARACTERS_MAX = 200
const ENTRIES_MAX = 500
const FORBIDDEN_NAMES = new Set(['__proto__', 'constructor', 'prototype'])

/** Null where the path cannot be read. An array that is the whole body is `[]`. */
const parsePath = (path: string): FieldPath | null => {
  if (path === '' || path.length > PATH_CHARACTERS_MAX) return null
  const groups: string[][] = [[]]
  for (const [index, segment] of path.split('.').entries()) {
    const [, name = '', brackets = ''] = /^([^[\]]*)((?:\[\])*)$/.exec(segment) ?? []
    const isWholeBody = index === 0 && name === '' && brackets !== ''
    if (name.trim() !== name || (name === '' && !isWholeBody) || FORBIDDEN_NAMES.has(name)) return null
    if (name !== '') groups.at(-1)?.push(name)
    for (let depth = 0; depth < brackets.length / 2; depth += 1) groups.push([])
  }
  return groups as [string[], ...string[][]] // it began with one
}

const isPath = (path: string): boolean => parsePath(path) !== null

const keyOf = (groups: readonly Names[]): string => groups.map((names) => names.join('.')).join('[].')

/** Of each array that a path goes through: its own path with that of its counterpart. The last is the field itself. */
const stepsOf = ({ from, to }: PathPair): [string, string][] =>
  from.map((_, index) => [keyOf(from.slice(0, index + 1)), keyOf(to.slice(0, index + 1))])

/** What is wrong with a map as a whole; each problem names the entry it is about. */
const fieldMapProblems = (map: FieldMap): FieldProblem[] => {
  const wireOf = new Map<string, string>()
  const oursOf = new Map<string, string>()
  const problemOf = (ourPath: string, wirePath: string): string | null => {
    const [from, to] = [parsePath(ourPath), parsePath(wirePath)]
    if (from === null || to === null) return null // the schema of one path reports it
    if (from.length !== to.length) return 'must hold [] as often as our path'
    for (const [ours, wire] of stepsOf({ from, to })) {
      const [wireBefore, oursBefore] = [wireOf.get(ours) ?? wire, oursOf.get(wire) ?? ours]
      if (wireBefore !== wire) return `another entry reads ${ours} from ${wireBefore || 'the whole body'}`
      if (oursBefore !== ours) return `another entry reads ${oursBefore || 'the whole body'} from this path`
      wireOf.set(ours, wire)
      oursOf.set(wire, ours)
    }
    return null
  }
  return Object.entries(map).flatMap(([path, wire]) => {
    const message = problemOf(path, wire)
    return message === null ? [] : [{ path, message }]
  })
}

const PATH_ERROR = 'must be a path such as items[].name'
const PathSchema = z.string().refine(isPath, PATH_ERROR)

const isSmall = (map: object): boolean => Object.keys(map).length <= ENTRIES_MAX

export const FieldMapSchema = namedSchema(PathSchema, PathSchema).superRefine((map, context) => {
  if (!isSmall(map)) context.addIssue({ code: 'custom', message: `must hold at most ${ENTRIES_MAX} entries` })
  for (const { path, message } of fieldMapProblems(map)) context.addIssue({ code: 'custom', path: [path], message })
})
/** Entries to lay over a map; null takes one out. Whether the result fits together is known only after that. */
export const FieldMapPatchSchema = namedSchema(PathSchema, PathSchema.nullable()).refine(isSmall)

const restOf = ({ from, to }: PathPair): PathPair[] => {
  const [[, nextFrom, ...restFrom], [, nextTo, ...restTo]] = [from, to]
  if (nextFrom === undefined || nextTo === undefined) return []
  return [{ from: [nextFrom, ...restFrom], to: [nextTo, ...restTo] }]
}

const planOf = (pairs: readonly PathPair[]): Plan => {
  const moves = [...Map.groupBy(pairs, ({ from }) => keyOf([from[0]])).values()].flatMap((samePath) => {
    const [first] = samePath
    const inner = samePath.flatMap(restOf)
    const element = inner.length === 0 ? null : planOf(inner)
    return first === undefined ? [] : [{ from: first.from[0], to: first.to[0], element }]
  })
  return {
    takes: moves.filter(({ from }) => from.length > 0).toSorted((a, b) => b.from.length - a.from.length),
    puts: moves.toSorted((a, b) => a.to.length - b.to.length),
    whole: moves.find(({ from }) => from.length === 0),
  }
}

/** The object with the value at `names` set, or taken out where it is undefined. What it shares stays as it is. */
const withValue = (object: JsonObject, [name = '', ...rest]: Names, value: unknown): JsonObject => {
  const own = Object.hasOwn(object, name) ? object[name] : undefined
  const inner = isObject(own) ? own : null
  if (value === undefined && (rest.length > 0 ? inner === null : own === undefined)) return object
  const next = rest.length > 0 ? withValue(inner ?? {}, rest, value) : value
  if (next === own) return object
  // An object that only held what was taken out goes with it.
  const isGone = value === undefined && (!isObject(next) || Object.keys(next).length === 0)
  if (!isGone) return { ...object, [name]: next }
  const { [name]: _, ...others } = object
  return others
}

const valueAt = (value: unknown, names: Names): unknown =>
  names.reduce((at, name) => (isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined), value)

const moveElements = (value: unknown, element: Plan | null): unknown =>
  element === null || !Array.isArray(value) ? value : value.map((one: unknown) => applyPlan(one, element))

const moveFields = (object: JsonObject, { takes, puts }: Plan): unknown => {
  const taken = new Map<Move, unknown>()
  let left = object
  for (const move of takes) {
    taken.set(move, moveElements(valueAt(left, move.from), move.element))
    left = withValue(left, move.from, undefined)
  }
  for (const move of puts) {
    const value = taken.get(move)
    if (move.to.length > 0) left = withValue(left, move.to, value)
    else if (Array.isArray(value)) return value
  }
  return left
}

const applyPlan = (value: unknown, plan: Plan): unknown => {
  if (isObject(value)) return moveFields(value, plan)
  if (!Array.isArray(value) || plan.whole === undefined) return value
  const { to, element } = plan.whole
  const moved = moveElements(value, element)
  return to.length === 0 ? moved : withValue({}, to, moved)
}

const pairsOf = (map: FieldMap): PathPair[] =>
  Object.entries(map).flatMap(([ourPath, wirePath]) => {
    const [from, to] = [parsePath(ourPath), parsePath(wirePath)]
    return from === null || to === null ? [] : [{ from, to }]
  })

/** A body as the service names its fields, from one that has our names. Without a map it is the same value. */
export const toWireFields = (map: FieldMap | undefined, value: unknown): unknown =>
  map === undefined ? value : applyPlan(value, planOf(pairsOf(map)))

/** A body under our names, from one as the service sent it. Without a map it is the same value. */
export const toOurFields = (map: FieldMap | undefined, value: unknown): unknown =>
  map === undefined ? value : applyPlan(value, planOf(pairsOf(map).map(({ from, to }) => ({ from: to, to: from }))))
