// Settings of two kinds: `setting` holds those of this desk (theme, ports, views), `team_setting` those that hold for all
// desks of a team, because a desk that went by others would act against its colleagues.
import type { Database } from 'better-sqlite3'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'
import { getSetting, setSetting } from '../../store/setting.ts'
import { CHANGED, type ChangedColumns, changedIn } from '../../team/public.ts'

type Values = Readonly<Record<string, unknown>>

const KEYS = ['profile', 'isSendingHeld']
const SHARED = `SELECT key, value FROM team_setting WHERE key IN (${KEYS.map(() => '?')})`
const OWN = 'settings'

const sharedSettings = ({ core }: ReadableDb): Values =>
  Object.fromEntries(
    prepared<{ key: string; value: string }>(core, SHARED)
      .all(...KEYS)
      .map(({ key, value }) => [key, JSON.parse(value)]),
  )

/** The service's profile, the switch that pauses all sending, and this desk's own settings, as they were stored. */
export const loadSettings = (db: ReadableDb, _args: Record<string, never>): Values => {
  const own = getSetting(db, { key: OWN })
  return { ...(own === null ? {} : { [OWN]: own }), ...sharedSettings(db) }
}

/** What shares a limit of the service: a key or an account. */
export const limitScope = (core: Database): string =>
  String(
    core.prepare("SELECT value ->> '$.limits.scope' FROM team_setting WHERE key = 'profile'").pluck().get() ?? 'key',
  )

type Change = ReturnType<ReturnType<typeof changedIn>> & { readonly setting: string }

/** Who last changed what holds for the whole team, and when. */
export const settingChanges = (db: ReadableDb, _args: Record<string, never>): Change[] => {
  const changed = changedIn(db)
  const sql = `SELECT key, ${CHANGED} FROM team_setting ORDER BY key`
  return prepared<ChangedColumns & { readonly key: string }>(db.core, sql)
    .all()
    .map(({ key, ...by }) => ({ setting: key, ...changed(by) }))
}

const SAVE =
  'INSERT INTO team_setting (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value'

/** All of them or none. */
export const saveSettings = (db: WritableDb, values: Values): void =>
  db.core
    .transaction(() => {
      for (const [key, value] of Object.entries(values))
        if (KEYS.includes(key)) prepared(db.core, SAVE).run(key, JSON.stringify(value ?? null))
        else setSetting(db, { key, value })
    })
    .immediate()
