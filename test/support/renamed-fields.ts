// New names for every field that the interface does not name, as another service might have chosen them.
import fc from 'fast-check'
import { OPERATION_NAMES, openFieldsOf } from '../../src-shared/service/operations.ts'
import type { ServiceProfile } from '../../src-shared/service/profile.ts'

export type RenamedFields = ServiceProfile['fields']
type Side = 'request' | 'response'

/** `tools[].name` is `name` in `tools[]`. */
export const splitPath = (path: string): readonly [parent: string, name: string] => {
  const dot = path.lastIndexOf('.')
  return dot < 0 ? ['', path] : [path.slice(0, dot), path.slice(dot + 1)]
}
export const joinPath = (parent: string, name: string): string => (parent === '' ? name : `${parent}.${name}`)

/** Names that objects have of themselves, that look like other things, or that are new altogether. */
const newName = fc.oneof(
  fc.constantFrom('toString', 'hasOwnProperty', 'length', '0', 'a b', 'x-y', '$ref', 'Größe', 'default_state'),
  fc.integer({ min: 0, max: 9999 }).map((number) => `field${number}`),
)

/** Other names for the fields of one object. */
type Rename = (names: readonly string[]) => fc.Arbitrary<string[]>
const toNew: Rename = ({ length }) => fc.uniqueArray(newName, { minLength: length, maxLength: length })
const toEachOther: Rename = (names) => fc.shuffledSubarray([...names], { minLength: names.length })

const fieldMap = (open: readonly string[], rename: Rename): fc.Arbitrary<Record<string, string>> => {
  const objects = [...Map.groupBy(open, (path) => splitPath(path)[0])]
  return fc.tuple(...objects.map(([, paths]) => rename(paths.map((path) => splitPath(path)[1])))).map((chosen) => {
    const newNames = new Map(
      objects.flatMap(([, paths], index) => paths.map((path, at) => [path, chosen[index]?.[at]])),
    )
    const onWire = (path: string): string => {
      const [parent, name] = splitPath(path)
      const own = parent === '' ? '' : `${onWire(parent.slice(0, -2))}[]` // every parent here is an array
      return joinPath(own, newNames.get(path) ?? name)
    }
    return Object.fromEntries(open.map((path) => [path, onWire(path)]))
  })
}

const sides: readonly Side[] = ['request', 'response']
const bodies = OPERATION_NAMES.flatMap((name) =>
  sides.map((side) => ({ name, side, open: openFieldsOf(name, side) })).filter(({ open }) => open.length > 0),
)

const fieldsBy = (rename: Rename): fc.Arbitrary<RenamedFields> =>
  fc.tuple(...bodies.map(({ open }) => fieldMap(open, rename))).map((maps) => {
    const fields: { [Name in keyof RenamedFields]: { [One in Side]?: Record<string, string> } } = {}
    for (const [index, { name, side }] of bodies.entries()) {
      const map = maps[index]
      if (map !== undefined) fields[name] = { ...fields[name], [side]: map }
    }
    return fields
  })

/** A name for every open field of every operation: a new one, or that of a field beside it. */
export const renamedFields = fieldsBy((names) => fc.oneof(toNew(names), toEachOther(names)))
/** A name for each that no field of ours has. */
export const newlyNamedFields = fieldsBy(toNew)

const seed = process.env.TEST_RENAME_SEED
/** What the whole run is about: every sandbox runs behind a proxy that renames these. Undefined in a usual run. */
export const fieldsOfRun: RenamedFields | undefined =
  seed === undefined ? undefined : fc.sample(renamedFields, { seed: Number(seed), numRuns: 1 })[0]
