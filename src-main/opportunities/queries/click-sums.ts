// What is kept of each brand's clicks, so that the agency's curve is made of some hundred short rows.
import { DEFAULT_SLICE } from '../../../src-shared/desk/values/slice.ts'
import { findSlice, windowReadAt } from '../../rankings/public.ts'
import { findBrandNo } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'
import { type Agency, agencyOf, type BrandSums } from '../rules/agency-clicks.ts'
import { sumsOf } from '../rules/click-sums.ts'
import { pastErrors } from '../rules/past-errors.ts'
import { clickRows } from './click-rows.ts'

/** When the brand's review window was read; null: it has none. */
export const windowStamp = (db: ReadableDb, brandId: string): string | null => {
  const slice = findSlice(db, brandId, DEFAULT_SLICE)
  const readAt = slice === undefined ? undefined : windowReadAt(db.cache, slice)
  return readAt === undefined ? null : String(readAt)
}

type Kept = { readonly stamp: string; readonly sums: string; readonly errors: string | null }
const KEPT = 'SELECT stamp, sums, errors FROM click_sum WHERE brand_no = ?'
const SAVE = 'INSERT OR REPLACE INTO click_sum (brand_no, stamp, sums, errors) VALUES (?, ?, ?, ?)'

type Brand = { readonly brandId: string }

/** Adds up the keywords of a brand, unless it was done for this review window. */
export const saveClickSums = (db: WritableDb, { brandId }: Brand): void =>
  db.cache.transaction(() => {
    const stamp = windowStamp(db, brandId)
    const brand = findBrandNo(db, brandId)
    if (stamp === null || brand === null) return
    const kept = prepared<Kept>(db.cache, KEPT).get(brand)
    if (kept?.stamp === stamp) return
    const sums = sumsOf(clickRows(db, { brandId, slice: DEFAULT_SLICE }))
    prepared(db.cache, SAVE).run(brand, stamp, JSON.stringify(sums), null)
  })()

type Learned = Brand & { readonly agency: Agency }

/** What the curve would have been wrong by, unless it is known for this review window. */
export const saveClickErrors = (db: WritableDb, { brandId, agency }: Learned): void =>
  db.cache.transaction(() => {
    const brand = findBrandNo(db, brandId)
    const kept = brand === null ? undefined : prepared<Kept>(db.cache, KEPT).get(brand)
    if (kept === undefined || kept.errors !== null) return
    const rows = clickRows(db, { brandId, slice: DEFAULT_SLICE })
    const { sums } = toSums(kept)
    const errors = pastErrors(rows, sums, agency)
    prepared(db.cache, SAVE).run(brand, kept.stamp, kept.sums, JSON.stringify(errors))
  })()

/** As `saveClickSums` and `saveClickErrors` wrote it. */
const toSums = ({ sums, errors }: Pick<Kept, 'sums' | 'errors'>): BrandSums => ({
  sums: JSON.parse(sums),
  errors: errors === null ? null : JSON.parse(errors),
})

const BRANDS = 'SELECT id FROM brand WHERE demo = (SELECT demo FROM brand WHERE id = ?)'
const SUMS = `SELECT s.sums, s.errors FROM json_each(?) j CROSS JOIN brand b ON b.id = j.value
  CROSS JOIN click_sum s ON s.brand_no = b.no`

/** All brands of the desk: the own ones, or those of the demo, whichever this brand is one of. */
const brandsLike = ({ core }: ReadableDb, brandId: string): string =>
  JSON.stringify(prepared<string>(core, BRANDS).pluck().all(brandId))

/** What all brands beside this one, and itself, say about clicks. */
export const agencyClicks = (db: ReadableDb, { brandId }: Brand): Agency =>
  agencyOf(prepared<Pick<Kept, 'sums' | 'errors'>>(db.cache, SUMS).all(brandsLike(db, brandId)).map(toSums))

const COUNT = `SELECT count(*) FROM json_each(?) j CROSS JOIN brand b ON b.id = j.value
  CROSS JOIN click_sum s ON s.brand_no = b.no`

/** How many they are. */
export const countLike = (db: ReadableDb, brandId: string): number =>
  prepared<number>(db.cache, COUNT).pluck().get(brandsLike(db, brandId)) ?? 0

const IS_DEMO = 'SELECT demo FROM brand WHERE id = ?'

export const isDemo = ({ core }: ReadableDb, brandId: string): boolean =>
  prepared<number>(core, IS_DEMO).pluck().get(brandId) === 1
