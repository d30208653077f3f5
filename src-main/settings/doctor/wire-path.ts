import type { FieldMap } from '../../../src-shared/service/fields.ts'

/** `a[].b.c` → `a`, `a[]`, `a[].b`, `a[].b.c`. */
const stepsOf = (path: string): string[] => {
  const parts = path.split(/(?=\.|\[\])/)
  return parts.map((_, index) => parts.slice(0, index + 1).join(''))
}

/** Where an array of ours is on the wire, by an entry of the map for anything in it. */
const arrayOnWire = (map: FieldMap, array: string): string | undefined => {
  const depth = array.split('[]').length
  const entry = Object.entries(map).find(([ours]) => ours.startsWith(`${array}[]`))
  return entry?.[1].split('[]').slice(0, depth).join('[]')
}

/** From where on the wire one of our paths is read under this map. */
export const wirePathOf = (map: FieldMap, path: string): string => {
  for (const step of stepsOf(path).toReversed()) {
    const wire = map[step] ?? arrayOnWire(map, step)
    if (wire !== undefined) return `${wire}${path.slice(step.length)}`
  }
  return path
}

/** The array whose elements hold the field, with its `[]`; empty for a field of the body itself. */
export const containerOf = (path: string): string => {
  const end = path.lastIndexOf('[]')
  return end < 0 ? '' : path.slice(0, end + 2)
}
