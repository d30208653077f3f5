// The least that a sync of rankings does: the requests of a brand are counted on disk before the first one leaves, both replies
// are fetched, hashed, parsed and checked, and each is stored with a commit when it comes, so that a sync that is broken off
// keeps it: as the rows that the desk stores, in a copy of its cache.db and with its settings. One thread fetches, one stores: a
// single one and two that store were slower. Numbers of keywords and pages stay in memory. No rules, no log, no
// events. Packed days, packed pages and statements of 32 rows are the desk's own: this program does not judge them.
import { hash } from 'node:crypto'
import { Agent, get } from 'node:http'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { dayNumber } from '../../../src-main/base/clock.ts'
import { topPage } from '../../../src-main/rankings/queries/ingest/day.ts'
import { CHANGING } from '../../../src-main/rankings/queries/ingest/window.ts'
import { insertRows, updateRows } from '../../../src-main/rankings/queries/ingest/write-rows.ts'
import { SLICE_SPAN } from '../../../src-main/rankings/queries/rank-slices.ts'
import { packDay } from '../../../src-main/rankings/rules/packed-day.ts'
import { type NewPage, packPages, setOf } from '../../../src-main/rankings/rules/packed-pages.ts'
import { rankedChange, rankedPosition } from '../../../src-main/rankings/rules/rank-position.ts'
import { visibilityWeight } from '../../../src-main/rankings/rules/visibility.ts'
import { applyPragmas, applyWriterPragmas } from '../../../src-main/store/connection.ts'
import { DEFAULT_SETTINGS } from '../../../src-shared/desk/desk.ts'
import { BAND_ENDS } from '../../../src-shared/desk/values/position-bands.ts'
import { POSITION_MOVE_MIN } from '../../../src-shared/desk/values/position-move.ts'
import type { RankedPage, TopKeyword } from '../../../src-shared/service/rank-tracking.ts'

/** A brand and the paths of its two requests. */
export type LeastPair = {
  readonly brandId: string
  readonly authorization: string
  readonly day: string
  readonly window: string
}
type Part = 'day' | 'window'
type Body = Uint8Array<ArrayBuffer>
type Items = readonly TopKeyword[]
type NumberOf = (text: string) => number

const DAYS_OF_A_SLICE = 2 ** 20

const openCache = (file: string): Database.Database => {
  const db = new Database(file)
  applyPragmas(db, 'cache', 'writer')
  applyWriterPragmas(db, 'cache')
  return db
}

const numbering = (db: Database.Database, table: 'rank_keyword' | 'rank_url') => {
  const read = db.prepare<[number], [string, number]>(`SELECT text, id FROM ${table} WHERE brand_no = ?`).raw()
  const add = db.prepare(`INSERT INTO ${table} (brand_no, text, folded) VALUES (?, ?, ?)`)
  const kept = new Map<number, Map<string, number>>()
  return (brand: number): NumberOf => {
    const numbers = kept.get(brand) ?? new Map(read.all(brand))
    kept.set(brand, numbers)
    return (text) => {
      const known = numbers.get(text) ?? Number(add.run(brand, text, text.toLowerCase()).lastInsertRowid)
      numbers.set(text, known)
      return known
    }
  }
}

const sumsOf = (items: Items) => {
  const sums = { ranking: 0, top3: 0, top10: 0, weights: 0, positions: 0, clicks: 0, impressions: 0 }
  for (const item of items) {
    const position = rankedPosition(item.position)
    sums.clicks += item.clicks
    sums.impressions += item.impressions
    if (position === null) continue
    sums.ranking += 1
    sums.positions += position
    sums.weights += visibilityWeight(position)
    if (position < BAND_ENDS.top3) sums.top3 += 1
    if (position < BAND_ENDS['4-10']) sums.top10 += 1
  }
  return { ...sums, average: sums.ranking === 0 ? null : sums.positions / sums.ranking }
}

const movesOf = (items: Items) => {
  const changes = items.map(rankedChange).filter((change) => change !== null)
  return {
    average: changes.length === 0 ? null : changes.reduce((sum, change) => sum + change, 0) / changes.length,
    up: changes.filter((change) => change <= -POSITION_MOVE_MIN).length,
    down: changes.filter((change) => change >= POSITION_MOVE_MIN).length,
  }
}

type Place = { readonly slice: number; readonly day: number; readonly keywordNo: NumberOf; readonly pageNo: NumberOf }

const dayStore = (db: Database.Database) => {
  const savePacked = db.prepare('INSERT OR REPLACE INTO rank_packed (id, version, data) VALUES (?, random() >> 12, ?)')
  const saveDay = db.prepare('INSERT OR REPLACE INTO rank_day VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
  return (items: Items, { slice, day, keywordNo, pageNo }: Place): void => {
    const rows = items.map((item) => {
      const position = rankedPosition(item.position)
      const page = topPage(item.rankedPages)
      return {
        keyword: keywordNo(item.keyword),
        position: position === null ? null : Math.round(position * 1000),
        clicks: item.clicks,
        impressions: item.impressions,
        page: page === undefined ? 0 : pageNo(page),
      }
    })
    rows.sort((one, other) => one.keyword - other.keyword)
    savePacked.run(slice * DAYS_OF_A_SLICE + day, packDay(rows))
    const { ranking, top3, top10, weights, average, clicks, impressions } = sumsOf(items)
    const visibility = rows.length === 0 ? null : (weights / rows.length) * 100
    const sums = [ranking, top3, top10, visibility, average, clicks, impressions]
    saveDay.run(slice, day, rows.length, ...sums, Date.now())
  }
}

type Value = string | number | null
const ROW = `rank_latest (${CHANGING.join(', ')}, id, slice, keyword, folded)`

const windowStore = (db: Database.Database) => {
  const readIds = db.prepare<[number, number], number>('SELECT id FROM rank_latest WHERE id BETWEEN ? AND ?').pluck()
  const remove = db.prepare('DELETE FROM rank_latest WHERE id = ?')
  const savePages = db.prepare('INSERT OR REPLACE INTO rank_page_set (id, data) VALUES (?, ?)')
  const removePages = db.prepare(
    'DELETE FROM rank_page_set WHERE id BETWEEN ? AND ? AND id NOT IN (SELECT value FROM json_each(?))',
  )
  const saveStats = db.prepare('INSERT OR REPLACE INTO rank_stats VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
  return (items: Items, { slice, day, keywordNo, pageNo }: Place): void => {
    const first = slice * SLICE_SPAN
    const last = first + SLICE_SPAN - 1
    const left = new Set(readIds.all(first, last))
    const sorted = items.map((item) => ({ id: first + keywordNo(item.keyword), item }))
    sorted.sort((one, other) => one.id - other.id)
    const sets = new Map<number, NewPage[]>()
    const [known, added]: [Value[], Value[]] = [[], []]
    for (const { id, item } of sorted) {
      const { clicks, impressions, ctr, clicksChange, impressionsChange, ctrChange, keyword } = item
      const changes = [clicksChange ?? null, impressionsChange ?? null, ctrChange ?? null, rankedChange(item)]
      const rest = [item.isStarred === true ? 1 : 0, item.languageId ?? null, item.pages ?? null]
      const values = [clicks, impressions, ctr, rankedPosition(item.position), ...changes, ...rest, id]
      if (left.delete(id)) known.push(...values)
      else added.push(...values, slice, keyword, keyword.toLowerCase())
      for (const page of item.rankedPages ?? []) {
        const set = sets.get(setOf(id)) ?? []
        set.push({ id, url: pageNo(page.page), page })
        sets.set(setOf(id), set)
      }
    }
    updateRows(db, { table: 'rank_latest', columns: CHANGING, values: known })
    insertRows(db, { into: ROW, columns: CHANGING.length + 4, values: added })
    for (const id of left) remove.run(id)
    for (const [set, of] of sets) savePages.run(set, packPages(of))
    removePages.run(setOf(first), setOf(last), JSON.stringify([...sets.keys()]))
    const { ranking, top3, top10, average, clicks, impressions } = sumsOf(items)
    const moves = movesOf(items)
    const sums = [items.length, ranking, top3, top10, average, moves.average, clicks, impressions, Date.now()]
    saveStats.run(slice, ...sums, moves.up, moves.down, day)
  }
}

const isCount = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value) && value >= 0
const isNumber = (value: unknown): boolean => value == null || (typeof value === 'number' && Number.isFinite(value))
const isMeasured = (row: TopKeyword | RankedPage): boolean =>
  isCount(row.clicks) &&
  isCount(row.impressions) &&
  Number.isFinite(row.ctr) &&
  isNumber(row.position) &&
  isNumber(row.clicksChange) &&
  isNumber(row.impressionsChange) &&
  isNumber(row.ctrChange) &&
  isNumber(row.positionChange)
const isPage = (page: RankedPage): boolean => typeof page.page === 'string' && isMeasured(page)
const isItem = (item: TopKeyword): boolean =>
  typeof item.keyword === 'string' &&
  isMeasured(item) &&
  (item.isStarred == null || typeof item.isStarred === 'boolean') &&
  (item.languageId == null || typeof item.languageId === 'string') &&
  isNumber(item.pages) &&
  (item.rankedPages == null || item.rankedPages.every(isPage))

const itemsOf = ({ buffer, byteOffset, byteLength }: Body): Items => {
  const text = Buffer.from(buffer, byteOffset, byteLength).toString('utf8')
  const { items } = JSON.parse(text) as { items: Items } // the replay's own; checked by the next line
  if (!Array.isArray(items) || !items.every(isItem)) throw new Error('A reply does not fit.')
  return items
}

/** The last day that a path asks for. */
const dayIn = (path: string): number => dayNumber(new URLSearchParams(path.split('?')[1]).get('endDate') ?? '')

const createStore = (file: string) => {
  const db = openCache(file)
  const findSlice = db.prepare<[string], { brand: number; slice: number }>(
    `SELECT brand.no AS brand, rank_slice.id AS slice FROM brand JOIN rank_slice ON brand_no = brand.no
     WHERE brand.id = ? AND device = '' AND country = '' AND search_type = 'web' AND universe = 'all'`,
  )
  const saveFreshness = db.prepare("INSERT OR REPLACE INTO freshness VALUES (?, 'rankings', 'ok', ?, ?, NULL, NULL)")
  const [keywords, pages] = [numbering(db, 'rank_keyword'), numbering(db, 'rank_url')]
  const [storeDay, storeWindow] = [dayStore(db), windowStore(db)]
  const digests = new Map<string, string>()
  return (pair: LeastPair, part: Part, body: Body): void => {
    digests.set(`${pair.brandId} ${part}`, hash('sha256', body, 'base64'))
    const items = itemsOf(body)
    db.transaction(() => {
      const found = findSlice.get(pair.brandId)
      if (found === undefined) throw new Error(`The copy of the cache has no brand ${pair.brandId}.`)
      const { brand, slice } = found
      const place = { slice, day: dayIn(pair[part]), keywordNo: keywords(brand), pageNo: pages(brand) }
      if (part === 'day') return storeDay(items, place)
      storeWindow(items, place)
      saveFreshness.run(brand, Date.now(), items.length)
    }).immediate()
  }
}

const COUNTED_AT_ONCE = 8

/** As many requests of a brand as are counted at once are on disk when it returns. */
const createCount = (file: string) => {
  const db = new Database(file)
  applyPragmas(db, 'core', 'core-writer')
  applyWriterPragmas(db, 'core')
  db.exec('CREATE TABLE IF NOT EXISTS least_limit (bucket TEXT NOT NULL, at_ms INTEGER NOT NULL) STRICT')
  db.exec('CREATE INDEX IF NOT EXISTS least_limit_by_bucket ON least_limit (bucket)')
  const forget = db.prepare('DELETE FROM least_limit WHERE bucket = ?')
  const add = db.prepare('INSERT INTO least_limit VALUES (?, ?)')
  return db.transaction((bucket: string): void => {
    forget.run(bucket)
    for (let no = 0; no < COUNTED_AT_ONCE; no += 1) add.run(bucket, Date.now())
  }).immediate
}

const read = (agent: Agent, address: string, authorization: string): Promise<Body> =>
  new Promise((resolve, reject) => {
    const request = get(address, { agent, headers: { authorization } }, (response) => {
      const body = new Uint8Array(Number(response.headers['content-length']))
      let at = 0
      response.on('data', (chunk: Buffer) => {
        body.set(chunk, at)
        at += chunk.byteLength
      })
      response.once('end', () => resolve(body))
      response.once('error', reject)
    })
    request.once('error', reject)
  })

type Stored = { readonly pair: LeastPair; readonly part: Part; readonly body: Body }

/** Fetches; `file` is stored to by a thread of its own. */
const serve = (baseUrl: string, file: string): void => {
  const worker = new Worker(new URL(import.meta.url), { workerData: file, name: 'least-store' })
  const count = createCount(`${file}.limits`)
  const waiting = new Map<string, () => void>()
  worker.on('message', (brandId: string) => waiting.get(brandId)?.())
  const store = (pair: LeastPair, part: Part, body: Body): Promise<void> =>
    new Promise((resolve) => {
      waiting.set(pair.brandId, resolve)
      worker.postMessage({ pair, part, body } satisfies Stored, [body.buffer])
    })
  const sync = async (pairs: readonly LeastPair[]): Promise<void> => {
    const agent = new Agent({ keepAlive: true })
    const left = pairs.values()
    const work = async () => {
      for (const pair of left) {
        count(pair.brandId)
        for (const part of ['day', 'window'] as const)
          await store(pair, part, await read(agent, `${baseUrl}${pair[part]}`, pair.authorization))
      }
    }
    await Promise.all(Array.from({ length: DEFAULT_SETTINGS.syncConcurrency }, work))
    agent.destroy() // the service closes connections that nobody uses
    process.send?.('stored')
  }
  process.on('message', (pairs: LeastPair[]) => void sync(pairs))
  process.once('disconnect', () => process.exit(0))
}

if (isMainThread) serve(process.argv[2] ?? '', process.argv[3] ?? '')
else {
  const store = createStore(workerData as string)
  parentPort?.on('message', ({ pair, part, body }: Stored) => {
    store(pair, part, body)
    parentPort?.postMessage(pair.brandId)
  })
}
