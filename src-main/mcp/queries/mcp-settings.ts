import type { ReadableDb, WritableDb } from '../../store/db.ts'
import { getSetting, removeFromSetting, setSetting } from '../../store/setting.ts'

const KEY = 'mcp'

export const readMcpSettings = (db: ReadableDb, _args: Record<string, never>): unknown => getSetting(db, { key: KEY })

export const saveMcpSettings = (db: WritableDb, value: object): void => setSetting(db, { key: KEY, value })

/** A removed brand is no longer among those that assistants may read. */
export const FORGET_BRAND = removeFromSetting(KEY, '$.brandIds')
