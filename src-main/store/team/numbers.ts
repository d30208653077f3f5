// Numbers of shared rows follow the team's time, so that two desks do not give the same one, whichever brands they know. What
// two desks do within one millisecond may collide: then PostgreSQL refuses the second, which runs again.
import type { Database } from 'better-sqlite3'
import type { NamedTable } from './shared-tables.ts'

const EPOCH_MS = Date.UTC(2026, 0, 1)
const PER_MS = 1024
/** PostgreSQL takes a number up to ten minutes ahead of its time. */
const AHEAD_MS = 600_000

const numberAt = (nowMs: number): number => Math.max(0, Math.floor((nowMs - EPOCH_MS) * PER_MS))

/** No row has a higher one. */
export const highestNumberAt = (nowMs: number): number => numberAt(nowMs + AHEAD_MS)

const NUMBERED = "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%AUTOINCREMENT%'"
const KEEP_SEQUENCE =
  'INSERT INTO sqlite_sequence SELECT @name, 0 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = @name)'

/**
 * Returns what sets the next numbers to those of an instant; never lower than one that was given. What is far ahead of it
 * was left by a row that is gone. Call it within the transaction.
 */
export const createNumbers = (core: Database, shared: readonly NamedTable[]): ((nowMs: number) => void) => {
  const names = new Set(
    core
      .prepare<[], { name: string }>(NUMBERED)
      .all()
      .map(({ name }) => name),
  )
  const numbered = shared.filter(({ name }) => names.has(name))
  for (const { name } of numbered) core.prepare(KEEP_SEQUENCE).run({ name })
  const list = numbered.map(({ name }) => `'${name}'`).join(', ')
  const set = core.prepare(
    `UPDATE sqlite_sequence SET seq = @first WHERE (seq < @first OR seq > @highest) AND name IN (${list})`,
  )
  return (nowMs) => void set.run({ first: numberAt(nowMs), highest: highestNumberAt(nowMs) })
}
