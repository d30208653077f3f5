// Days of rankings that a desk gives to its team, by the functions that a sync uses.
import { gzipSync } from 'node:zlib'
import type pg from 'pg'
import type { WritableDb } from '../../../src-main/store/db.ts'
import { openForWriting } from '../../../src-main/store/files.ts'
import type { CacheLink } from '../../../src-main/store/team/cache-link.ts'
import { shareDays } from '../../../src-main/sync/queries/team-days.ts'
import { keepReply, storeKept } from '../../../src-main/sync/queries/team-replies.ts'
import { sliceKey } from '../../../src-main/sync/rules/slice-key.ts'
import { tables } from '../../../src-main/tables.ts'
import { DATASETS } from '../../../src-shared/desk/datasets.ts'
import { DEFAULT_SLICE } from '../../../src-shared/desk/values/slice.ts'
import { createRandom, type FilledCache, keywordOf, windowBody } from '../rank-cache.ts'
import { LOGIN } from './bench-team.ts'

export const SLICE = sliceKey(DEFAULT_SLICE)
export const FETCHED_AT_MS = Date.UTC(2026, 5, 1)

/** The tokens of these brands' claims. */
const claimed = async (owner: pg.Client, brandIds: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const sql = `INSERT INTO agency_desk.fetch_claim
    SELECT id, 'rankings', $2, gen_random_uuid(), 1, $3, now(), now() + interval '9 minutes' FROM unnest($1::text[]) AS id
    RETURNING brand_id AS "brandId", token`
  const { rows } = await owner.query<{ brandId: string; token: string }>(sql, [brandIds, SLICE, LOGIN])
  return new Map(rows.map(({ brandId, token }) => [brandId, token]))
}

/** What every way to count the days of a team has to find. */
export type DaySums = { readonly days: number; readonly keywordDays: number; readonly clicks: number }
export const NO_DAYS: DaySums = { days: 0, keywordDays: 0, clicks: 0 }
export const addSums = (one: DaySums, other: DaySums): DaySums => ({
  days: one.days + other.days,
  keywordDays: one.keywordDays + other.keywordDays,
  clicks: one.clicks + other.clicks,
})

const SUMS_OF_CACHE = 'SELECT count(*) AS days, sum(keywords) AS keywordDays, sum(clicks) AS clicks FROM rank_day'
const sumsOf = ({ cache }: WritableDb): DaySums => cache.prepare<[], DaySums>(SUMS_OF_CACHE).get() ?? NO_DAYS

type Brand = { readonly brandId: string; readonly brand: number; readonly keywords: number; readonly token: string }

const shareBrand = async (team: WritableDb, { brandId, brand, keywords, token }: Brand): Promise<void> => {
  await shareDays(team, { brandId, slice: DEFAULT_SLICE })
  const texts = Array.from({ length: keywords }, (_, keyword) => keywordOf(brand, keyword))
  const body = windowBody(createRandom(brand), brand, texts)
  keepReply(team, { token, operation: 'rankTracking.topKeywords', fetchedAtMs: FETCHED_AT_MS, body })
  const place = { brandId, dataset: 'rankings', slice: SLICE }
  await storeKept(team, { ...place, token, fetchedAtMs: FETCHED_AT_MS, rows: keywords })
}

/** Gives the team all of a cache, days and the window; returns what the cache has. */
export const shareAll = async (
  { files, brandIds, scale }: FilledCache,
  link: CacheLink,
  owner: pg.Client,
): Promise<DaySums> => {
  const { db } = openForWriting(files, tables)
  const team = { ...db, team: link }
  const { keywords, firstBrand = 0 } = scale
  const tokens = await claimed(owner, brandIds)
  for (const [at, brandId] of brandIds.entries())
    await shareBrand(team, { brandId, brand: firstBrand + at, keywords, token: tokens.get(brandId) ?? '' })
  const sums = sumsOf(db)
  db.cache.close()
  db.inbox.close()
  db.core.close()
  return sums
}

const FETCHED = `INSERT INTO agency_desk.fetched
  SELECT id, dataset, $1, now(), now(), $2, 0 FROM agency_desk.brand, unnest($3::text[]) AS dataset`
const REPLY = `INSERT INTO agency_desk.reply (brand_id, dataset, slice, part, operation, fetched_at_ms, body)
  SELECT id, $1, $2, 0, $3, $4, $5 FROM agency_desk.brand`
/** A reply of the last page without a row. */
const EMPTY = gzipSync('{"items":[],"nextCursor":null}')
const LISTINGS = {
  clusters: 'topicClusters.list',
  contacts: 'outreach.contacts',
  mailboxes: 'outreach.sendingAccounts',
  outbox: 'outreach.outbox',
  prospects: 'outreach.prospects',
  tracked: 'rankTracking.keywords',
}

/** All datasets of all brands but rankings, as they are where nothing is in them: a desk takes each of them. */
export const addEmptyDatasets = async (owner: pg.Client): Promise<void> => {
  const others = DATASETS.filter((dataset) => dataset !== 'rankings')
  await owner.query(FETCHED, [SLICE, FETCHED_AT_MS, others])
  for (const [dataset, operation] of Object.entries(LISTINGS))
    await owner.query(REPLY, [dataset, SLICE, operation, FETCHED_AT_MS, EMPTY])
}

const SIZE = `SELECT coalesce(sum(pg_total_relation_size(inhrelid)), 0)::float8 + pg_total_relation_size('agency_desk.day_text') AS bytes
  FROM pg_inherits WHERE inhparent = 'agency_desk.day'::regclass`

/** Of all days and their texts in PostgreSQL, with indexes and overhead. */
export const bytesOfDays = async (owner: pg.Client): Promise<number> => Number((await owner.query(SIZE)).rows[0]?.bytes)
