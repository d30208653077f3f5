// Only the thread that asks PostgreSQL writes what desks share: on any other connection such a change would never reach the
// team. The rows of a brand that was removed, or that this person lost, are deleted there all the same.
import type { Database } from 'better-sqlite3'
import type { NamedTable } from './shared-tables.ts'

const triggersOf = ({ name, isSharedIf }: NamedTable): string => {
  const when = (row: 'old' | 'new') =>
    `WHEN NOT EXISTS (SELECT 1 FROM purging)${isSharedIf === undefined ? '' : ` AND ${row}.${isSharedIf}`}`
  const refuse = `BEGIN SELECT RAISE(ABORT, 'Another thread writes ${name} of the team.'); END`
  return `
    CREATE TEMP TRIGGER refuse_insert_${name} BEFORE INSERT ON main.${name} ${when('new')} ${refuse};
    CREATE TEMP TRIGGER refuse_update_${name} BEFORE UPDATE ON main.${name} ${when('old')} ${refuse};
    CREATE TEMP TRIGGER refuse_delete_${name} BEFORE DELETE ON main.${name} ${when('old')} ${refuse};`
}

/** From now on this connection refuses to change shared rows. */
export const refuseShared = (core: Database, tables: readonly NamedTable[]): void => {
  core.exec('CREATE TEMP TABLE purging (is_on INTEGER)')
  for (const table of tables) core.exec(triggersOf(table))
}

/** Lets this connection delete the rows of brands that are no longer here. */
export const whilePurging = <Result>(core: Database, work: () => Result): Result => {
  core.exec('INSERT INTO temp.purging VALUES (1)')
  try {
    return work()
  } finally {
    core.exec('DELETE FROM temp.purging')
  }
}
