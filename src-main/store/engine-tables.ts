import type { Database } from 'better-sqlite3'
import { backupBeforeDeletion, backupCore } from './backup.ts'
import { bestBackupAt, type CountedTables, createListBackups } from './backup-list.ts'
import { deleteBrand, purgeBrands } from './brand-removal.ts'
import { prepared, type ReadableDb, type WritableDb } from './db.ts'
import { engineSchema } from './engine-schema.ts'
import { freshnessWithErrors, listFreshness, saveFreshness } from './freshness.ts'
import { getSetting, setSetting } from './setting.ts'
import { byBrandId, byBrandNo, type RoomTables } from './tables.ts'
import { listBadRows } from './team/bad-rows.ts'
import { copyAgain } from './team/mirror-state.ts'

/** The latest instant, not after `untilMs`, that the desk's own clock stamped on a row; null where there is none. */
const createNewestRow = (newest: readonly string[]) => {
  const sql = `SELECT max(at) AS at FROM (${newest.join(' UNION ALL ')})`
  return ({ core }: ReadableDb, args: { untilMs: number }): number | null =>
    prepared<{ at: number | null }>(core, sql).get(args)?.at ?? null
}

/** The library that reads the files. */
const sqliteVersion = ({ core }: ReadableDb, _args: Record<string, never>): string =>
  prepared<{ version: string }>(core, 'SELECT sqlite_version() AS version').get()?.version ?? 'unknown'

/** Moves committed pages of the WAL into core.db as far as no reader needs them; waits for nobody. */
const checkpointCore = ({ core }: WritableDb, _args: Record<string, never>): void => {
  core.pragma('wal_checkpoint(PASSIVE)')
}

/** The same for the commits of the receiver's thread. */
const checkpointInbox = ({ inbox }: WritableDb, _args: Record<string, never>): void => {
  inbox.pragma('wal_checkpoint(PASSIVE)')
}

/** What the engine itself answers, beside the rooms' queries. `newest`: SQL of rooms (`newestOf`) that the clock stamped. */
export const createEngineTables = (newest: readonly string[], counted: CountedTables) =>
  ({
    reads: {
      'backups.bestAt': bestBackupAt,
      'backups.list': createListBackups(counted),
      'badRows.list': listBadRows,
      'core.newestRow': createNewestRow(newest),
      'core.sqliteVersion': sqliteVersion,
      'freshness.list': listFreshness,
      'freshness.withErrors': freshnessWithErrors,
      'settings.get': getSetting,
    },
    writes: {
      core: {
        'mirror.copyAgain': copyAgain,
        'settings.set': setSetting,
      },
      cache: {
        'brands.delete': deleteBrand,
        'brands.purge': purgeBrands,
        'core.backup': backupCore,
        'core.backupBeforeDeletion': backupBeforeDeletion,
        'core.checkpoint': checkpointCore,
        'freshness.save': saveFreshness,
        'inbox.checkpoint': checkpointInbox,
      },
    },
    brandRows: { core: [byBrandId('arrival'), byBrandId('bad_row')], cache: [byBrandNo('freshness')] },
    schema: engineSchema,
    // Rows that this desk cannot use are listed: all are looked at once.
    afterTakeOver: (core: Database, from: number) => void (from < 53 && core.exec('DELETE FROM mirror_state')),
  }) satisfies RoomTables
