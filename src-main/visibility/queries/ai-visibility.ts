import type { ReplyOf } from '../../../src-shared/service/operations.ts'
import type { RawReply } from '../../../src-shared/service/read-reply.ts'
import { assertBrand, brandNo } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'
import { parseReply } from '../../store/parse-reply.ts'

export type AiModel = ReplyOf<'aiModels.list'>['models'][number]
export type RefreshInterval = ReplyOf<'aiModels.refreshInterval'>

/** What was last read of a brand; a part that was never read is null. */
export type StoredVisibility = {
  readonly brandId: string
  readonly models: readonly AiModel[] | null
  readonly modelsAtMs: number | null
  readonly interval: RefreshInterval | null
  readonly intervalAtMs: number | null
}

type Read<Value> = { readonly brandId: string; readonly fetchedAtMs: number } & Value

const SAVE = {
  models: `
    INSERT INTO ai_visibility (brand_no, models, models_at_ms) VALUES (?, ?, ?)
    ON CONFLICT (brand_no) DO UPDATE SET models = excluded.models, models_at_ms = excluded.models_at_ms`,
  interval: `
    INSERT INTO ai_visibility (brand_no, interval, interval_at_ms) VALUES (?, ?, ?)
    ON CONFLICT (brand_no) DO UPDATE SET interval = excluded.interval, interval_at_ms = excluded.interval_at_ms`,
} as const

const save = (db: WritableDb, part: keyof typeof SAVE, { brandId, fetchedAtMs, value }: Read<{ value: unknown }>) =>
  db.cache.transaction(() => {
    prepared(db.cache, SAVE[part]).run(brandNo(db, brandId), JSON.stringify(value), fetchedAtMs)
  })()

export const saveModels = (db: WritableDb, { models, ...read }: Read<{ models: readonly AiModel[] }>): void =>
  save(db, 'models', { ...read, value: models })

export const saveInterval = (db: WritableDb, { interval, ...read }: Read<{ interval: RefreshInterval }>): void =>
  save(db, 'interval', { ...read, value: interval })

/** Returns how many models there are. */
export const ingestModels = (db: WritableDb, { body, fields, ...read }: Read<RawReply>): number => {
  const { models } = parseReply(db, 'aiModels.list', { brandId: read.brandId, body, fields })
  saveModels(db, { ...read, models })
  return models.length
}

export const ingestInterval = (db: WritableDb, { body, fields, ...read }: Read<RawReply>): void => {
  const interval = parseReply(db, 'aiModels.refreshInterval', { brandId: read.brandId, body, fields })
  saveInterval(db, { ...read, interval })
}

type VisibilityRecord = Omit<StoredVisibility, 'models' | 'interval'> & {
  readonly models: string | null
  readonly interval: string | null
}

const LIST = `
  SELECT brand.id AS brandId, models, models_at_ms AS modelsAtMs, interval, interval_at_ms AS intervalAtMs
  FROM ai_visibility JOIN brand ON brand.no = brand_no
  WHERE brand.id IN (SELECT value FROM json_each(?))
`

/** The brands with anything read, in no order. */
export const listVisibility = (db: ReadableDb, { brandIds }: { brandIds: readonly string[] }): StoredVisibility[] =>
  prepared<VisibilityRecord>(db.cache, LIST)
    .all(JSON.stringify(brandIds))
    .map(({ models, interval, ...row }) => ({
      ...row,
      models: models === null ? null : (JSON.parse(models) as AiModel[]), // as its schema read it
      interval: interval === null ? null : (JSON.parse(interval) as RefreshInterval), // as its schema read it
    }))

/** The team of a brand, null where it is unknown. Throws not-found for a removed brand. */
export const teamIdOfBrand = (db: ReadableDb, { brandId }: { brandId: string }): string | null => {
  assertBrand(db, brandId)
  const sql = 'SELECT team_id AS teamId FROM brand WHERE id = ?'
  return prepared<{ teamId: string | null }>(db.core, sql).get(brandId)?.teamId ?? null
}
