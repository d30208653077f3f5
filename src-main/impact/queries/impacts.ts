// What followed each article, kept in the cache: to list it over 200 brands is to read some thousand rows, not their history.
import { createHash } from 'node:crypto'
import { dayNumber } from '../../base/clock.ts'
import { seriesStamp } from '../../rankings/public.ts'
import { brandNo, findBrandNo } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'
import type { RoomMigration } from '../../store/migrate.ts'
import { searchText } from '../../store/search-text.ts'
import type { BrandOutings } from '../rules/outing.ts'
import { brandArticles } from './load-impacts.ts'

/** `impact_state.stamp` tells the days and articles that a brand's rows were worked out from. */
export const impacts: RoomMigration = {
  name: 'impacts',
  landed: 'fb522c4601805f5f',
  up: (db) => {
    db.exec(`CREATE TABLE impact (
      id INTEGER PRIMARY KEY,
      brand_no INTEGER NOT NULL,
      slug TEXT NOT NULL,
      title TEXT,
      folded TEXT NOT NULL,
      day INTEGER NOT NULL,
      page TEXT,
      is_new_page INTEGER NOT NULL,
      verdict TEXT NOT NULL,
      reason TEXT,
      effect REAL,
      low REAL,
      high REAL,
      detectable REAL,
      keywords INTEGER NOT NULL,
      clicks_before REAL,
      clicks_after REAL,
      control_change REAL,
      days_after INTEGER NOT NULL,
      UNIQUE (brand_no, slug, day)
    )`)
    db.exec('CREATE TABLE impact_state (brand_no INTEGER PRIMARY KEY, stamp TEXT NOT NULL)')
  },
}

/** `stamp` tells what this row was worked out from. The rows that are there have none: they are worked out again. */
export const impactStamps: RoomMigration = {
  name: 'impact stamps',
  landed: 'df84ba27dac38447',
  up: (db) => {
    db.exec("ALTER TABLE impact ADD COLUMN stamp TEXT NOT NULL DEFAULT ''")
    db.exec('DELETE FROM impact_state')
  },
}

const stampOf = (db: ReadableDb, { brandId, outings }: BrandOutings): string =>
  createHash('sha1')
    .update(JSON.stringify([seriesStamp(db, brandId), outings]))
    .digest('base64url')

const KEPT = 'SELECT stamp FROM impact_state WHERE brand_no = ?'

const isStale = (db: ReadableDb, brand: BrandOutings): boolean => {
  const no = findBrandNo(db, brand.brandId)
  const kept = no === null ? undefined : prepared<{ stamp: string }>(db.cache, KEPT).get(no)
  return kept === undefined ? brand.outings.length > 0 : kept.stamp !== stampOf(db, brand)
}

/** The brands whose days or articles changed since their rows were worked out. */
export const staleImpacts = (db: ReadableDb, { brands }: { brands: readonly BrandOutings[] }): string[] =>
  brands.filter((brand) => isStale(db, brand)).map(({ brandId }) => brandId)

const INSERT = `INSERT OR REPLACE INTO impact (brand_no, slug, title, folded, day, page, is_new_page, verdict, reason, effect,
    low, high, detectable, keywords, clicks_before, clicks_after, control_change, days_after, stamp)
  VALUES (@brand, @slug, @title, @folded, @day, @page, @isNewPage, @verdict, @reason, @effect, @low, @high,
    @detectable, @keywords, @clicksBefore, @clicksAfter, @controlChange, @daysAfter, @stamp)`
const ROWS = 'SELECT id, slug, day, stamp FROM impact WHERE brand_no = ?'
const DELETE = 'DELETE FROM impact WHERE id = ?'

type Kept = { readonly id: number; readonly slug: string; readonly day: number; readonly stamp: string }
const keyOf = ({ slug, day }: Pick<Kept, 'slug' | 'day'>): string => `${day} ${slug}`

/** Works out what followed those articles of a brand of which something changed since; rows of other articles go. */
export const saveImpacts = (db: WritableDb, brand: BrandOutings): void => {
  if (!isStale(db, brand)) return
  const { cache } = db
  cache.transaction(() => {
    const no = brandNo(db, brand.brandId)
    const kept = new Map(
      prepared<Kept>(cache, ROWS)
        .all(no)
        .map((row) => [keyOf(row), row]),
    )
    const { articles, workOut } = brandArticles(db, brand)
    const there = new Set(articles.map(({ outing }) => keyOf(outing)))
    for (const row of kept.values()) if (!there.has(keyOf(row))) prepared(cache, DELETE).run(row.id)
    const changed = articles.filter(({ outing, stamp }) => kept.get(keyOf(outing))?.stamp !== stamp)
    for (const [at, { row }] of workOut(changed).entries())
      prepared(cache, INSERT).run({
        ...row,
        brand: no,
        slug: row.articleSlug,
        day: dayNumber(row.publishedDay),
        folded: searchText([row.articleSlug, row.title, row.page]),
        isNewPage: row.isNewPage ? 1 : 0,
        low: row.interval?.low ?? null,
        high: row.interval?.high ?? null,
        interval: null,
        stamp: changed[at]?.stamp ?? '',
      })
    prepared(cache, 'INSERT OR REPLACE INTO impact_state VALUES (?, ?)').run(no, stampOf(db, brand))
  })()
}
