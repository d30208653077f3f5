// A new desk of a team: how long it takes to fill its cache from what another desk fetched, and what that takes in PostgreSQL.
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { systemClock } from '../../src-main/base/clock.ts'
import { openForWriting } from '../../src-main/store/files.ts'
import { openStore } from '../../src-main/store/open.ts'
import type { Store } from '../../src-main/store/store.ts'
import { type CacheLink, createCacheLink } from '../../src-main/store/team/cache-link.ts'
import { migrateTeam } from '../../src-main/store/team/migrate.ts'
import type { TeamAccess } from '../../src-main/store/team/state.ts'
import type { DatasetContext } from '../../src-main/sync/datasets/dataset.ts'
import { shareDays } from '../../src-main/sync/queries/team-days.ts'
import { keepReply, storeKept } from '../../src-main/sync/queries/team-replies.ts'
import { sliceKey } from '../../src-main/sync/rules/slice-key.ts'
import { takeDays, takeReplies } from '../../src-main/sync/take-replies.ts'
import { tables } from '../../src-main/tables.ts'
import { DEFAULT_SLICE } from '../../src-shared/desk/values/slice.ts'
import { postgresHere } from '../support/postgres-programs.ts'
import { createPostgres, type PostgresServer } from '../support/postgres-server.ts'
import { type Bench, type BenchRow, judge } from './bench.ts'
import { createRandom, dayAt, type FilledCache, fillCache, keywordOf, type Scale, windowBody } from './rank-cache.ts'

const WHOLE: Scale = { brands: 200, keywords: 1000, days: 50 }
const GOAL_SECONDS = 60
const GOAL_BYTES = 14
/** As many pairs as a desk syncs at a time. */
const AT_ONCE = 4
const FETCHED_AT_MS = Date.UTC(2026, 5, 1)

const LOGIN = 'bench_person'
const SLICE = sliceKey(DEFAULT_SLICE)

const brandOf = (id: string, no: number) => {
  return { no, id, name: id, slug: id, colour: 'red', tags: '[]', team_id: id, demo: 0, created_at_ms: 1 }
}

/** A team with these brands, and a person of it. */
const createTeam = async (server: PostgresServer, brandIds: readonly string[]) => {
  const owner = new pg.Client({ ...server.address, database: 'postgres' })
  await owner.connect()
  await migrateTeam(owner, { mayCreate: true })
  const role = (await owner.query("SELECT agency_desk.role_of_team('sender') AS name")).rows[0]?.name
  await owner.query(`CREATE ROLE ${LOGIN} LOGIN PASSWORD 'p'; GRANT ${role} TO ${LOGIN}`)
  await owner.query(`INSERT INTO agency_desk.person VALUES ('${LOGIN}', 'Bench', 'sender', 1)`)
  const rows = JSON.stringify(brandIds.map(brandOf))
  await owner.query('SELECT agency_desk.put_brand($1)', [rows])
  const { host, port } = server.address
  const url = `postgres://${LOGIN}@${host}:${port}/postgres`
  const access: TeamAccess = { url, password: 'p', deskId: '', deskName: '', deskNo: 1, teamId: '' }
  return { owner, access }
}

const claimed = async (owner: pg.Client, brandId: string): Promise<string> => {
  const sql = `INSERT INTO agency_desk.fetch_claim
    VALUES ($1, 'rankings', $2, gen_random_uuid(), 1, $3, now(), now() + interval '1 hour') RETURNING token`
  return String((await owner.query(sql, [brandId, SLICE, LOGIN])).rows[0]?.token)
}

/** What the desk that fetched gives to the team. */
const shareAll = async (filled: FilledCache, link: CacheLink, owner: pg.Client): Promise<void> => {
  const { db } = openForWriting(filled.files, tables)
  const team = { ...db, team: link }
  const random = createRandom(7)
  for (const [at, brandId] of filled.brandIds.entries()) {
    await shareDays(team, { brandId, slice: DEFAULT_SLICE })
    const token = await claimed(owner, brandId)
    const body = windowBody(
      random,
      at,
      Array.from({ length: filled.scale.keywords }, (_, keyword) => keywordOf(at, keyword)),
    )
    keepReply(team, { token, operation: 'rankTracking.topKeywords', fetchedAtMs: FETCHED_AT_MS, body })
    const place = { brandId, dataset: 'rankings', slice: SLICE }
    await storeKept(team, { ...place, token, fetchedAtMs: FETCHED_AT_MS, rows: filled.scale.keywords })
  }
  db.cache.close()
  db.inbox.close()
  db.core.close()
}

const contextOf = (store: Store, brandId: string, scale: Scale): DatasetContext => ({
  brandId,
  slice: DEFAULT_SLICE,
  periods: [],
  store,
  clock: { ...systemClock, now: () => Date.parse(`${dayAt(scale.days)}T12:00:00Z`) },
  signal: new AbortController().signal,
  historyDays: scale.days + 1,
  fetchBody: () => Promise.reject(new Error('The service was asked.')),
  nextBatch: () => 1,
  progress: () => undefined,
  changed: () => undefined,
})

/** Fills a desk that has the brands and nothing else; returns how many days it took. */
const fill = async (store: Store, { brandIds, scale }: FilledCache): Promise<number> => {
  const left = [...brandIds]
  let days = 0
  const work = async (): Promise<void> => {
    for (let brandId = left.shift(); brandId !== undefined; brandId = left.shift()) {
      const context = contextOf(store, brandId, scale)
      await takeReplies(context, { dataset: 'rankings', slice: SLICE, fetchedAtMs: FETCHED_AT_MS })
      const taken = await takeDays(context)
      days += taken
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return days
}

const newDesk = (filled: FilledCache) => {
  const folder = mkdtempSync(join(tmpdir(), 'agency-desk-bench-'))
  const files = {
    coreFile: join(folder, 'core.db'),
    cacheFile: join(folder, 'cache.db'),
    backupsFolder: join(folder, 'backups'),
  }
  mkdirSync(files.backupsFolder)
  copyFileSync(filled.files.coreFile, files.coreFile)
  return { files, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

const SIZE = `SELECT coalesce(sum(pg_total_relation_size(inhrelid)), 0)::float8 + pg_total_relation_size('agency_desk.day_text') AS bytes
  FROM pg_inherits WHERE inhparent = 'agency_desk.day'::regclass`

export const measureFill = async (scale: Scale): Promise<BenchRow[]> => {
  const programs = postgresHere().at(-1)
  if (programs === undefined) throw new Error('This bench needs a PostgreSQL.')
  const server = await createPostgres(programs)
  await server.start()
  const filled = fillCache(scale)
  const desk = newDesk(filled)
  try {
    const { owner, access } = await createTeam(server, filled.brandIds)
    const link = createCacheLink(access)
    const sharingAt = performance.now()
    await shareAll(filled, link, owner)
    const shareSeconds = (performance.now() - sharingAt) / 1000
    link.close()
    const bytes = Number((await owner.query(SIZE)).rows[0]?.bytes)
    await owner.end()
    const store = await openStore({ ...desk.files, team: access, onNotice: ({ message }) => console.error(message) })
    const [startedAt, cpu] = [performance.now(), process.cpuUsage()]
    const days = await fill(store, filled)
    const seconds = (performance.now() - startedAt) / 1000
    const { user, system } = process.cpuUsage(cpu)
    await store.close()
    const rows = days * scale.keywords
    const measured = { brands: scale.brands, days, rows, seconds, deskCpuSeconds: (user + system) / 1e6, shareSeconds }
    const size = { bytes, postgres: programs.version }
    return [
      judge({
        name: 'a new desk filled from the team, seconds',
        against: `${GOAL_SECONDS} s`,
        ratio: seconds / GOAL_SECONDS,
        atMost: 1,
        measured,
      }),
      judge({
        name: 'a keyword of a day in PostgreSQL, bytes',
        against: `${GOAL_BYTES} bytes`,
        ratio: bytes / rows / GOAL_BYTES,
        atMost: 1,
        measured: { bytesOfAKeywordDay: bytes / rows, ...size },
      }),
    ]
  } finally {
    filled.remove()
    desk.remove()
    await server.remove()
  }
}

/** Takes minutes: only when it is asked for. */
export const teamFillBench: Bench = { name: 'team-fill', run: () => measureFill(WHOLE) }
