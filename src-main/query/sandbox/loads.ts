// How the rows of each view are read from the files. `scope` is a temporary table of the brands that were asked for: what
// does not join it is not loaded.
import type { QueryViewName } from '../../../src-shared/desk/values/query-views.ts'
import { ALERT_VIEWS } from '../../alerts/public.ts'
import { brandAnnotations } from '../../annotations/public.ts'
import { dayFromNumber, toInstant } from '../../base/clock.ts'
import { CONFLICT_VIEWS } from '../../cannibalisation/public.ts'
import { brandCauses } from '../../causes/public.ts'
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

type OwnRows = (db: ReadableDb, brands: ReadonlyMap<string, string>) => Row[]

/** Views that are tables of the sandbox, with the SQL of the rooms that have their rows (store/view-sql.ts). */
export const LOADS: Readonly<
  Record<Exclude<QueryViewName, 'history' | 'ranked_pages' | 'notes_and_events' | 'causes'>, string>
> = {
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

const annotationRows: OwnRows = (db, brands) =>
  brandAnnotations(db, [...brands.keys()]).map(({ brandId, day: first, untilDay, kind, text, keyword, page, atMs }) => {
    const until = untilDay === first ? null : dayFromNumber(untilDay)
    return [brands.get(brandId) ?? null, dayFromNumber(first), until, kind, text, keyword, page, toInstant(atMs)]
  })

const causeRows: OwnRows = (db, brands) =>
  brandCauses(db, [...brands.keys()]).map((row) => {
    const { keyword, page, kind, since, positionBefore, positionNow, clicksBefore, clicksNow, answer } = row
    const [first] = row.causes
    const evidence = first === undefined ? null : [`${first.title}.`, ...first.evidence].join(' ')
    return [
      ...[brands.get(row.brandId) ?? null, row.of, keyword, page, kind, since],
      ...[positionBefore, positionNow, clicksBefore, clicksNow],
      ...[first?.kind ?? null, first?.confidence ?? null, evidence, row.uncheckedTexts.join(' ')],
      ...[answer?.text ?? null, answer === null ? null : Number(!answer.isNamed)],
    ]
  })

/** Of the desk's own functions, which put it into words. */
export const OWN_ROWS = { notes_and_events: annotationRows, causes: causeRows } as const

/** The pages are unpacked a brand at a time. */
export const SLICES = 'SELECT slug, slice FROM scope WHERE slice IS NOT NULL'
