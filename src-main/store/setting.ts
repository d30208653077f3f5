import { prepared, type ReadableDb, type WritableDb } from './db.ts'

/** The value kept under a key, null where there is none. */
export const getSetting = ({ core }: ReadableDb, { key }: { key: string }): unknown => {
  const row = prepared<{ value: string }>(core, 'SELECT value FROM setting WHERE key = ?').get(key)
  return row === undefined ? null : JSON.parse(row.value)
}

const SAVE = 'INSERT INTO setting (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value'

export const setSetting = ({ core }: WritableDb, { key, value }: { key: string; value: unknown }): void => {
  prepared(core, SAVE).run(key, JSON.stringify(value ?? null))
}

/** SQL: takes a value, which is bound, out of the list at a path of a setting. */
export const removeFromSetting = (key: string, path: string): string =>
  `UPDATE setting SET value = json_set(value, '${path}', json((
    SELECT json_group_array(j.value) FROM json_each(setting.value, '${path}') j WHERE j.value <> ?)))
  WHERE key = '${key}'`
