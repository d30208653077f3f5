// How the rows of each view are read from the files. `scope` is a temporary table of the brands that were asked for: what
// does not join it is not loaded.
import type { QueryViewName } from '../../../src-shared/desk/query-views.ts'
import { ALERT_VIEWS } from '../../alerts/public.ts'
import { brandAnnotations } from '../../annotations/public.ts'
import { dayFromNumber, toInstant } from '../../base/clock.ts'
import { CONFLICT_VIEWS } from '../../cannibalisation/public.ts'
import { CLUSTER_VIEWS } from '../../clusters/public.ts'
import { IMPACT_VIEWS } from '../../impact/public.ts'
import { ACTIVITY_VIEWS } from '../../journal/public.ts'
import { OPPORTUNITY_VIEWS } from '../../opportunities/public.ts'
import { PROSPECT_VIEWS } from '../../prospects/public.ts'
import { ARTICLE_VIEWS } from '../../publishing/public.ts'
import { joinWholeSlice, RANKING_VIEWS } from '../../rankings/public.ts'
import { AUDIT_VIEWS } from '../../research/public.ts'
import type { ReadableDb } from '../../store/db.ts'
import { SUPPRESSION_VIEWS } from '../../suppressions/public.ts'
import type { Row } from './unpacked.ts'

/** Brands by id, their short names, their numbers in cache.db and those of their rankings of all devices and countries. */
export const SCOPE = `CREATE TEMP TABLE scope AS
  SELECT b.id, b.slug, c.no, s.id AS slice FROM core.brand b
    LEFT JOIN main.brand c ON c.id = b.id
    ${joinWholeSlice('s', 'c.no')}
  WHERE b.id IN (SELECT value FROM json_each(?)) ORDER BY b.id`

/** Views that are tables of the sandbox, with the SQL of the rooms that have their rows (store/view-sql.ts). */
export const LOADS: Readonly<Record<Exclude<QueryViewName, 'history' | 'ranked_pages' | 'annotations'>, string>> = {
  ...RANKING_VIEWS,
  ...CLUSTER_VIEWS,
  ...PROSPECT_VIEWS,
  ...ALERT_VIEWS,
  ...CONFLICT_VIEWS,
  ...OPPORTUNITY_VIEWS,
  ...AUDIT_VIEWS,
  ...ACTIVITY_VIEWS,
  ...SUPPRESSION_VIEWS,
  ...ARTICLE_VIEWS,
  ...IMPACT_VIEWS,
}

/** Of the desk's own functions: what happened is put into words there. */
export const annotationRows = (db: ReadableDb, brands: ReadonlyMap<string, string>): Row[] =>
  brandAnnotations(db, [...brands.keys()]).map(({ brandId, day: first, untilDay, kind, text, keyword, page, atMs }) => {
    const until = untilDay === first ? null : dayFromNumber(untilDay)
    return [brands.get(brandId) ?? null, dayFromNumber(first), until, kind, text, keyword, page, toInstant(atMs)]
  })

/** The pages are unpacked a brand at a time. */
export const SLICES = 'SELECT slug, slice FROM scope WHERE slice IS NOT NULL'
