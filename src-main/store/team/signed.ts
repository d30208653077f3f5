// A row as PostgreSQL will have it: signed as its guards sign (guards.ts of the schema), and without what it cannot store. The same
// values go into the mirror, so that both stay equal.
import type { Key, Row, Value } from './apply.ts'
import type { Captured } from './capture.ts'

export type Signer = { readonly login: string; readonly nowMs: number }

/** PostgreSQL stores no U+0000 and no half of a surrogate pair. JSON knows no infinite number. */
const storable = (value: Value): Value => {
  if (typeof value === 'string') return value.replaceAll('\0', '\uFFFD').toWellFormed()
  if (typeof value === 'number' && !Number.isFinite(value)) throw new Error('A team stores no infinite number.')
  if (value instanceof Uint8Array) throw new Error('A team stores no bytes.')
  return value
}

export const storableKey = (key: Key): Key => key.map((part) => storable(part) as string | number) // as it was

const storableRow = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, storable(value)]))

/** `before` is the row that the team has; null: none. */
export const signed = ({ table, row }: Captured & { readonly row: Row }, before: Row | null, signer: Signer): Row => {
  const { login, nowMs } = signer
  const stored = storableRow(row)
  const writer = table.shared?.writer
  if (writer !== undefined) return { ...stored, [writer]: stored[writer] ?? login }
  if (!table.columns.includes('made_by')) return stored
  const by =
    before === null ? { made_by: login } : { made_by: stored.made_by ?? before.made_by ?? null, changed_by: login }
  return { ...stored, ...by, changed_at_ms: nowMs }
}
