import type { ReadableDb, WritableDb } from '../../store/db.ts'
import { getSetting, setSetting } from '../../store/setting.ts'

const KEY = 'mcp'

export const readMcpSettings = (db: ReadableDb, _args: Record<string, never>): unknown => getSetting(db, { key: KEY })

export const saveMcpSettings = (db: WritableDb, value: object): void => setSetting(db, { key: KEY, value })

/** A removed brand is no longer among those that assistants may read. */
export const FORGET_BRAND = `UPDATE setting SET value = json_set(value, '$.brandIds', json((
    SELECT json_group_array(j.value) FROM json_each(setting.value, '$.brandIds') j WHERE j.value <> ?)))
  WHERE key = '${KEY}'`
