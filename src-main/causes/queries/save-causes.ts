// The causes of a brand are worked out once after its days changed, or a break over many brands was found, and kept.
import { createArrayRoom, readOnce } from '../../rankings/public.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'
import type { Break } from '../rules/breaks.ts'
import { causesOf, type DropCauses } from '../rules/causes-of.ts'
import { dropsOf } from '../rules/drops.ts'
import { type BrandSummary, portfolioOf, summaryOf } from '../rules/portfolio.ts'
import { createShiftsAt } from '../rules/shifts.ts'
import type { Portfolio } from '../rules/situation.ts'
import { daysOf, factsOf, type SentSource, type Source, sourceOf, sourcesOf, toSent } from './brand-inputs.ts'
import { keptTopics } from './known-topics.ts'
import { newlySaid, type Said } from './record.ts'

type State = { readonly brandId: string; readonly stamp: string; readonly breaks: string; readonly summary: string }

const STATES = `SELECT b.id AS brandId, s.stamp, s.breaks, s.summary
  FROM cause_state s JOIN brand b ON b.no = s.brand_no ORDER BY s.brand_no`

/** What of the breaks concerns a brand. */
const breaksFor = (breaks: readonly Break[], brandId: string): string =>
  JSON.stringify(breaks.map(({ firstDay, brandIds }) => [firstDay, brandIds.has(brandId)]))

/** NaN is no JSON: a change that is not known is null there. */
const toJson = (summary: BrandSummary): string => JSON.stringify({ ...summary, changes: Array.from(summary.changes) })
const numbers = (values: readonly (number | null)[]): number[] => values.map((value) => value ?? Number.NaN)
const parsed = new Map<string, { readonly text: string; readonly summary: BrandSummary }>()

const summaryFrom = ({ brandId, summary: text }: State): BrandSummary => {
  const known = parsed.get(brandId)
  if (known?.text === text) return known.summary
  const kept = JSON.parse(text) as BrandSummary & { changes: (number | null)[] } // as toJson wrote it
  const summary = {
    ...kept,
    changes: numbers(kept.changes),
    falls: numbers(kept.falls),
    losses: numbers(kept.losses),
  }
  parsed.set(brandId, { text, summary })
  return summary
}

const DEMO = 'SELECT id FROM brand WHERE demo = 1'

/** What is kept of the brands that are compared with this one. */
export const comparedWith = (db: ReadableDb, brandId: string): BrandSummary[] => {
  const demo = new Set(prepared<string>(db.core, DEMO).pluck().all())
  const states = prepared<State>(db.cache, STATES).all()
  return states.filter((state) => demo.has(state.brandId) === demo.has(brandId)).map(summaryFrom)
}

export type StaleBrands = { readonly portfolio: Portfolio; readonly stale: readonly SentSource[] }

/** `breaks`: their days were looked at a moment ago. */
export type StaleArgs = { readonly brandIds: readonly string[]; readonly by?: 'days and breaks' | 'breaks' }

/**
 * What all brands together tell, and those of the asked ones that are to be worked out again. Own brands and those of the demo
 * tell nothing of each other: there is one answer for each of the two, unless none of its brands is asked for.
 */
export const causesStale = (db: ReadableDb, { brandIds, by = 'days and breaks' }: StaleArgs): StaleBrands[] =>
  readOnce(db, () => {
    const demo = new Set(prepared<string>(db.core, DEMO).pluck().all())
    const states = prepared<State>(db.cache, STATES).all()
    const byBrand = new Map(states.map((state) => [state.brandId, state]))
    const asked = new Set(brandIds)
    const sources = by === 'breaks' ? undefined : sourcesOf(db, brandIds)
    const looked = sources ?? states.filter(({ brandId }) => asked.has(brandId)) // each with its own stamp
    return [false, true].flatMap((isDemo): StaleBrands[] => {
      const isOfKind = (brandId: string) => demo.has(brandId) === isDemo
      if (!brandIds.some(isOfKind)) return []
      const own = states.filter(({ brandId }) => isOfKind(brandId))
      const portfolio = portfolioOf(own.map(summaryFrom))
      const isStale = ({ brandId, stamp }: (typeof looked)[number]): boolean => {
        const state = byBrand.get(brandId)
        return state?.stamp !== stamp || state.breaks !== breaksFor(portfolio.breaks, brandId)
      }
      const stale = looked.filter((one) => isOfKind(one.brandId) && isStale(one)).map(({ brandId }) => brandId)
      const isAsked = new Set(stale)
      return [
        {
          portfolio,
          stale: (sources ?? sourcesOf(db, stale)).filter(({ brandId }) => isAsked.has(brandId)).map(toSent),
        },
      ]
    })
  })

const INSERT = `INSERT INTO cause (brand_no, subject, keyword, page, kind, since, position_before, position_now,
    clicks_before, clicks_now, lost, first, causes, unchecked, absent_on)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

const insert = (
  { cache }: WritableDb,
  { brandNo, last }: Source,
  { keyword, drop, day, causes, unchecked }: DropCauses,
): void => {
  const { of: subject, page, kind, before, now, isAbsent, clicksBefore, clicksNow } = drop
  // In the order of the columns: values by name cost a look-up each.
  prepared(cache, INSERT).run(
    ...[brandNo, subject, keyword, page, kind, day, before, isAbsent ? null : now, clicksBefore, clicksNow],
    ...[clicksBefore - clicksNow, causes[0]?.kind ?? null, JSON.stringify(causes), JSON.stringify(unchecked)],
    isAbsent ? last : null,
  )
}

export type SaveArgs = {
  readonly brandId: string
  readonly portfolio: Portfolio
  readonly looked?: SentSource
}

/** Nothing of a brand's days is needed after it was saved. */
const room = createArrayRoom()

const save = (db: WritableDb, { brandId, portfolio, looked }: SaveArgs): Said | null => {
  const source = sourceOf(db, brandId, looked)
  if (source === undefined) return null
  const brand = daysOf(db, source, room)
  const shiftsAt = createShiftsAt(brand)
  const drops = dropsOf(brand)
  prepared(db.cache, 'DELETE FROM cause WHERE brand_no = ?').run(source.brandNo)
  const { keywords } = brand.days
  const facts = factsOf(db, source, { keywords, topics: keptTopics(db, source, keywords) })
  const found = causesOf({ brand, facts, portfolio, shiftsAt, drops })
  for (const one of found) insert(db, source, one)
  prepared(db.cache, 'INSERT OR REPLACE INTO cause_state VALUES (?, ?, ?, ?)').run(
    source.brandNo,
    source.stamp,
    breaksFor(portfolio.breaks, brandId),
    toJson(summaryOf(brandId, brand, shiftsAt, drops)),
  )
  return newlySaid(db, brandId, brand, found)
}

/**
 * Returns what of it was not said before, which is kept in core.db; null: there are no days. One read of core.db, as each read
 * of its own takes a lock of the file.
 */
export const saveCauses = (db: WritableDb, args: SaveArgs): Said | null =>
  db.core.transaction(() => db.cache.transaction(() => save(db, args))())()

const SET_STALE = `UPDATE cause_state SET stamp = ''
  WHERE brand_no IN (SELECT b.no FROM json_each(?) w JOIN brand b ON b.id = w.value)`

/** Their causes are worked out again, and what these say is kept where it was forgotten. */
export const setStale = ({ cache }: WritableDb, { brandIds }: { readonly brandIds: readonly string[] }): void =>
  void prepared(cache, SET_STALE).run(JSON.stringify(brandIds))
