// The order of a page and how it is continued. No value comes last in either direction, ties go by id in the
// direction of the first key. On an index a page is continued in segments, each of which is one seek: rows that tie
// with the cursor's, rows past it, rows without a value. Elsewhere one condition does, since all rows are read anyway.
import type { Condition } from './rank-where.ts'

export type SortKey = { readonly sql: string; readonly direction: 'asc' | 'desc'; readonly nullable: boolean }
/** A segment of a continued page: its conditions and its order. */
export type Segment = { readonly conditions: readonly Condition[]; readonly orderBy: string }
type Value = number | string | null

const past = (direction: 'asc' | 'desc'): string => (direction === 'asc' ? '>' : '<')
const idDirection = (keys: readonly SortKey[]): 'asc' | 'desc' => keys[0]?.direction ?? 'asc'

export const orderBy = (keys: readonly SortKey[], id: string): string =>
  [
    ...keys.map(({ sql, direction, nullable }) => `${sql} ${direction}${nullable ? ' NULLS LAST' : ''}`),
    `${id} ${idDirection(keys)}`,
  ].join(', ')

/** Rows past the cursor by one key alone. */
const pastKey = ({ sql, direction, nullable }: SortKey, value: Value): Condition => {
  if (value === null) return { sql: 'FALSE', params: [] }
  const beyond = `${sql} ${past(direction)} ?`
  return { sql: nullable ? `(${beyond} OR ${sql} IS NULL)` : beyond, params: [value] }
}

const same = ({ sql }: SortKey, value: Value): Condition => ({ sql: `${sql} IS ?`, params: [value] })

const all = (conditions: readonly Condition[]): Condition => ({
  sql: `(${conditions.map(({ sql }) => sql).join(' AND ')})`,
  params: conditions.flatMap(({ params }) => params),
})

export type After = { readonly id: number; readonly values: readonly Value[] }

/** Everything after the cursor as one condition: past the first key, or the same there and past the second, … */
const afterAny = (keys: readonly SortKey[], id: string, after: After): Condition => {
  const ladder = [...keys, { sql: id, direction: idDirection(keys), nullable: false }]
  const values = [...after.values, after.id]
  const rungs = ladder.map((key, depth) =>
    all([
      ...ladder.slice(0, depth).map((before, index) => same(before, values[index] ?? null)),
      pastKey(key, values[depth] ?? null),
    ]),
  )
  return { sql: `(${rungs.map(({ sql }) => sql).join(' OR ')})`, params: rungs.flatMap(({ params }) => params) }
}

export const scanSegments = (keys: readonly SortKey[], id: string, after: After | undefined): Segment[] => [
  { conditions: after === undefined ? [] : [afterAny(keys, id, after)], orderBy: orderBy(keys, id) },
]

/** For one indexed key. Each segment reads the index from where the page before it ended. */
export const indexSegments = (key: SortKey, id: string, after: After | undefined): Segment[] => {
  if (after === undefined) return scanSegments([key], id, after)
  const value = after.values[0] ?? null
  const byId = `${id} ${key.direction}`
  const pastId = { sql: `${id} ${past(key.direction)} ?`, params: [after.id] }
  const isNull = { sql: `${key.sql} IS NULL`, params: [] }
  if (value === null) return [{ conditions: [isNull, pastId], orderBy: byId }]
  const ties = { conditions: [{ sql: `${key.sql} = ?`, params: [value] }, pastId], orderBy: byId }
  const beyond = { sql: `${key.sql} ${past(key.direction)} ?`, params: [value] }
  const rest = { conditions: [beyond], orderBy: `${key.sql} ${key.direction}, ${byId}` }
  return key.nullable ? [ties, rest, { conditions: [isNull], orderBy: byId }] : [ties, rest]
}
