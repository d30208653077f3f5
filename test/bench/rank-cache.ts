// A cache of any size for the benches, filled through the same functions that a sync uses, in a folder of its own.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DAY_MS, dayFromNumber, dayNumber } from '../../src-main/base/clock.ts'
import { insertBrand } from '../../src-main/brands/queries/brands.ts'
import { storeDay } from '../../src-main/rankings/queries/ingest/day.ts'
import { ingestWindow } from '../../src-main/rankings/queries/ingest/window.ts'
import { LAST_RUN_KEY } from '../../src-main/settings/clock-guard.ts'
import type { WritableDb } from '../../src-main/store/db.ts'
import { openForWriting } from '../../src-main/store/files.ts'
import { loadReplySchemas } from '../../src-main/store/parse-reply.ts'
import type { StoreFiles } from '../../src-main/store/rpc.ts'
import { setSetting } from '../../src-main/store/setting.ts'
import { tables } from '../../src-main/tables.ts'
import { DEFAULT_SLICE } from '../../src-shared/desk/values/slice.ts'
import type { TopKeyword } from '../../src-shared/service/rank-tracking.ts'

export type Scale = {
  readonly brands: number
  readonly keywords: number
  readonly days: number
  /** 1 January 2026 without it. */
  readonly firstDay?: string
  /** Of a part of many brands. */
  readonly firstBrand?: number
}

const FIRST_DAY = '2026-01-01'
const dayAfter = (firstDay: string, days: number): string => dayFromNumber(dayNumber(firstDay) + days)
export const dayAt = (index: number): string => dayAfter(FIRST_DAY, index)

/** The same numbers at every run (mulberry32). */
export const createRandom = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export const NOUNS = [
  'running shoes',
  'tent',
  'espresso machine',
  'desk lamp',
  'rain jacket',
  'winter tyres',
  'garden hose',
]
const WORDS = ['best', 'cheap', 'buy', 'review', 'near me', 'for women', 'for men', 'size guide', 'repair', '2026']

export const keywordOf = (brand: number, keyword: number): string =>
  `${WORDS[keyword % WORDS.length]} ${NOUNS[(keyword + brand) % NOUNS.length]} ${brand}-${keyword}`

/** One keyword of a snapshot: many without clicks, one in ten not ranking. */
export const itemOf = (random: () => number, keyword: string): TopKeyword => {
  const isRanking = random() > 0.1
  const impressions = Math.floor(random() ** 4 * 20_000)
  const clicks = Math.floor(impressions * random() ** 3 * 0.3)
  return {
    keyword,
    clicks,
    impressions,
    ctr: impressions === 0 ? 0 : clicks / impressions,
    position: isRanking ? 1 + Math.floor(random() ** 2 * 99_000) / 1000 : null,
    clicksChange: Math.floor((random() - 0.5) * 50),
    impressionsChange: Math.floor((random() - 0.5) * 500),
    ctrChange: random() / 100 - 0.005,
    positionChange: isRanking ? Math.floor((random() - 0.5) * 20_000) / 1000 : null,
  }
}

export const windowBody = (random: () => number, brand: number, keywords: readonly string[]): ArrayBuffer => {
  const items = keywords.map((keyword, index) => {
    const { keyword: _keyword, ...measures } = itemOf(random, keyword)
    const page = `https://brand-${brand}.example/${index % 200}/guide`
    return {
      keyword,
      ...measures,
      isStarred: index % 40 === 0,
      languageId: 'en',
      pages: 1,
      rankedPages: [{ page, ...measures }],
    }
  })
  return new TextEncoder().encode(JSON.stringify({ items })).buffer
}

/** The days of a keyword, where they are not random. A position of 0: no row. */
export type SeriesOf = (
  brand: number,
  keyword: number,
) => {
  readonly positions: readonly number[]
  readonly clicks: readonly number[]
  readonly impressions: readonly number[]
}

type Given = { readonly scale: Scale; readonly seriesOf?: SeriesOf | undefined }

/** Days that differ; a longer history repeats them, as its size does not depend on what it repeats. */
const DAYS_MADE = 12
const PAGES = 200

/** A list of items for each of some days; each keyword ranks with one page. */
const makeDays = (random: () => number, brand: number, texts: readonly string[], days: number) => {
  const pages = Array.from({ length: PAGES }, (_, page) => `https://brand-${brand}.example/${page}/guide`)
  return Array.from({ length: Math.min(days, DAYS_MADE) }, (_, day) => {
    const items = texts.map((text, keyword): [string, TopKeyword] => {
      const { keyword: _keyword, ...measures } = itemOf(random, text)
      const page = pages[(keyword + (day % 7 === 0 ? 1 : 0)) % PAGES] ?? ''
      return [text, { keyword: text, ...measures, rankedPages: [{ page, ...measures }] }]
    })
    return new Map(items)
  })
}

const fillBrand = (db: WritableDb, random: () => number, brand: number, { scale, seriesOf }: Given): string => {
  const { keywords, days, firstDay = FIRST_DAY } = scale
  const name = `Brand ${brand}`
  const stored = { name, teamId: name, keyState: 'ok', keyIn: 'demo', demo: true, createdAtMs: brand } as const
  const { id: brandId } = insertBrand(db, stored)
  const texts = Array.from({ length: keywords }, (_, index) => keywordOf(brand, index))
  const endMs = dayNumber(dayAfter(firstDay, days)) * DAY_MS
  const place = { brandId, slice: DEFAULT_SLICE, fetchedAtMs: Math.max(Date.UTC(2026, 2, 1), endMs) }
  ingestWindow(db, { ...place, batch: 1, body: windowBody(random, brand, texts) })
  const made = makeDays(random, brand, texts, days)
  const series = seriesOf && texts.map((_, keyword) => seriesOf(brand, keyword))
  const withSeries = (items: Map<string, TopKeyword>, day: number): Map<string, TopKeyword> =>
    new Map(
      texts.map((text, keyword) => {
        const { positions = [], clicks = [], impressions = [] } = series?.[keyword] ?? {}
        const position = positions[day] ?? 0
        const own = {
          position: position > 0 ? position : null,
          clicks: clicks[day] ?? 0,
          impressions: impressions[day] ?? 0,
        }
        return [text, { ...(items.get(text) ?? itemOf(random, text)), ...own }]
      }),
    )
  db.cache.transaction(() => {
    for (let day = 0; day < days; day += 1) {
      const items = made[day % made.length] ?? new Map<string, TopKeyword>()
      storeDay(db, { ...place, day: dayAfter(firstDay, day) }, series === undefined ? items : withSeries(items, day))
    }
  })()
  return brandId
}

export type FilledCache = {
  readonly files: StoreFiles
  readonly brandIds: readonly string[]
  readonly scale: Scale
  readonly filledMs: number
  readonly remove: () => void
}

await loadReplySchemas()

/** A cache in a folder of its own; `kept` is a folder that is filled once and stays. */
export const fillCache = (scale: Scale, seriesOf?: SeriesOf, kept?: string): FilledCache => {
  const startedAt = performance.now()
  if (kept !== undefined) mkdirSync(kept, { recursive: true })
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'agency-desk-bench-'))
  const remove = () => kept ?? rmSync(folder, { recursive: true, force: true })
  const files = {
    coreFile: join(folder, 'core.db'),
    cacheFile: join(folder, 'cache.db'),
    backupsFolder: join(folder, 'backups'),
  }
  const done = join(folder, 'brands.json')
  const filledNow = (brandIds: readonly string[]): FilledCache => {
    return { files, brandIds, scale, filledMs: performance.now() - startedAt, remove }
  }
  if (existsSync(done)) return filledNow(JSON.parse(readFileSync(done, 'utf8')) as string[]) // as written below
  try {
    const { db } = openForWriting(files, tables)
    const { brands, days, firstBrand = 0 } = scale
    const random = createRandom(days + firstBrand)
    const brandIds = Array.from({ length: brands }, (_, at) =>
      fillBrand(db, random, firstBrand + at, { scale, seriesOf }),
    )
    // Else the date would be in doubt, and each window would ask about it.
    setSetting(db, { key: LAST_RUN_KEY, value: Date.now() })
    db.cache.pragma('wal_checkpoint(TRUNCATE)')
    db.cache.close()
    db.core.close()
    writeFileSync(done, JSON.stringify(brandIds))
    return filledNow(brandIds)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}
