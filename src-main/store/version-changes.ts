// Which versions of a table changed something vs the one before of their brand. A version is never edited, so what was
// compared is kept with the connection, and only new versions are compared.
import type { Database } from 'better-sqlite3'
import { prepared } from './db.ts'
import type { EventsOf, NewestOf, TimeSpan } from './time-span.ts'

export type VersionChange<Change = unknown> = {
  readonly no: number
  readonly brandId: string
  readonly atMs: number
  readonly isByDesk: boolean
  readonly madeBy: string | null
  /** Of one kind. */
  readonly changes: readonly Change[]
}

type Versions<Kind, Value, Change> = {
  readonly table: string
  /** Columns that are compared. */
  readonly columns: readonly string[]
  readonly toValue: (row: Readonly<Record<string, unknown>>) => Value
  /** What changed; nothing: the version differs in something else. */
  readonly changesOf: (before: Value, after: Value) => readonly Change[]
  readonly kindOf: (change: Change) => Kind
}
type Row = Omit<VersionChange, 'isByDesk' | 'changes'> & { readonly isByDesk: number } & Readonly<
    Record<string, unknown>
  >
type Size = { readonly count: number; readonly last: number }
type Known<Kind, Change> = Size & { readonly changes: ReadonlyMap<Kind, readonly VersionChange<Change>[]> }

const byNewest = (one: VersionChange, other: VersionChange): number => other.atMs - one.atMs || other.no - one.no

const isIn = ({ brandIds, fromMs, untilMs }: TimeSpan): ((change: VersionChange) => boolean) => {
  const brands = brandIds === 'all' ? null : new Set(brandIds)
  return ({ brandId, atMs }) => atMs >= fromMs && atMs < untilMs && brands?.has(brandId) !== false
}

export const createVersionChanges = <Kind, Value, Change>(versions: Versions<Kind, Value, Change>) => {
  const { table, columns, toValue, changesOf, kindOf } = versions
  const connections = new WeakMap<Database, Known<Kind, Change>>()
  const pick = (of: string) => columns.map((column) => `${of}.${column} AS ${of}_${column}`).join(', ')
  const compared = `SELECT v.no, v.brand_id AS brandId, v.at_ms AS atMs, v.is_by_desk AS isByDesk,
      v.made_by AS madeBy, ${pick('v')}, ${pick('e')}
    FROM ${table} v JOIN ${table} e ON e.no = (SELECT max(no) FROM ${table} WHERE brand_id = v.brand_id AND no < v.no)
    WHERE v.no > ?`
  const size = `SELECT (SELECT count(*) FROM ${table}) AS count, (SELECT coalesce(max(no), 0) FROM ${table}) AS last`
  const countAfter = `SELECT count(*) AS count FROM ${table} WHERE no > ?`
  const readValue = (row: Row, of: 'v' | 'e') =>
    toValue(Object.fromEntries(columns.map((column) => [column, row[`${of}_${column}`]])))

  const compare = (core: Database, { last, changes }: Pick<Known<Kind, Change>, 'last' | 'changes'>) => {
    const found = new Map(Array.from(changes, ([kind, of]) => [kind, [...of]]))
    for (const row of prepared<Row>(core, compared).iterate(last)) {
      const { no, brandId, atMs, isByDesk, madeBy } = row
      for (const [kind, of] of Map.groupBy(changesOf(readValue(row, 'e'), readValue(row, 'v')), kindOf)) {
        if (!found.has(kind)) found.set(kind, [])
        found.get(kind)?.push({ no, brandId, atMs, isByDesk: isByDesk === 1, madeBy, changes: of })
      }
    }
    for (const of of found.values()) of.sort(byNewest)
    return found
  }

  const changesIn = (core: Database): Known<Kind, Change>['changes'] => {
    const known = connections.get(core) ?? { count: 0, last: 0, changes: new Map() }
    const whole = prepared<Size>(core, size).get() ?? { count: 0, last: 0 }
    if (whole.count === known.count && whole.last === known.last) return known.changes
    // Versions that are gone, or that came late with a lower number, change what the others follow.
    const added = prepared<Pick<Size, 'count'>>(core, countAfter).get(known.last)?.count ?? 0
    const changes = compare(core, whole.count === known.count + added ? known : { last: 0, changes: new Map() })
    connections.set(core, { ...whole, changes })
    return changes
  }

  return (core: Database, kind: Kind): EventsOf<VersionChange<Change>> => {
    const within = (span: TimeSpan) => (changesIn(core).get(kind) ?? []).filter(isIn(span))
    return {
      newest: (span: NewestOf) => within(span).slice(0, span.limit < 0 ? undefined : span.limit),
      count: (span) => within(span).length,
    }
  }
}
