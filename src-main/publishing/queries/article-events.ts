// When articles went out, and when they were taken down: for annotations.
import { segmentsOfPages } from '../../base/page-slugs.ts'
import { confirmedItems, INTENTS } from '../../journal/public.ts'
import type { ReadableDb } from '../../store/db.ts'
import { all, type Condition } from '../../store/search-text.ts'
import {
  countTimed,
  type EventsOf,
  type NewestOf,
  newestRows,
  type TimedRows,
  type TimeSpan,
} from '../../store/time-span.ts'

export type ArticleEvent = {
  readonly id: string
  readonly brandId: string
  readonly slug: string
  readonly atMs: number
  /** Null: a webhook reported it, and the desk did not send it. */
  readonly intentId: string | null
  readonly isByWebhook: boolean
  readonly madeBy: string | null
}
type OutRow = Omit<ArticleEvent, 'id' | 'isByWebhook'> & { readonly no: number; readonly isByWebhook: number }

/** What was taken down since went out all the same. The indexes article_out and article_out_of_brand have these terms. */
const out = (isScheduled: 0 | 1): TimedRows => ({
  columns: `a.no, a.brand_id AS brandId, a.slug, a.delivery_id IS NOT NULL AS isByWebhook,
    (SELECT id FROM ${INTENTS} WHERE no = a.intent_no) AS intentId,
    (SELECT made_by FROM ${INTENTS} WHERE no = a.intent_no) AS madeBy`,
  from: 'article a',
  ofBrands: 'a.brand_id IN (SELECT value FROM json_each(?))',
  ofOneBrand: { sql: 'a.brand_id = ?', index: 'article_out_of_brand' },
  at: 'coalesce(a.confirmed_at_ms, a.at_ms)',
  tie: 'a.no DESC',
  where: "a.state IN ('published', 'unpublished') AND a.status = 'publish'",
  only: `a.is_scheduled = ${isScheduled}`,
})
const OUT = { published: out(0), scheduled: out(1) } as const

const IS_DRAFT = "t.subject IN (SELECT slug FROM article WHERE state = 'unpublished' AND status = 'draft')"

/** It was a draft there and had not been out: nothing was taken down. */
const ofDraft = (at: string): string => {
  const place = 'FROM article a WHERE a.brand_id = i.brand_id AND a.slug = t.subject'
  // Last, for few articles are drafts.
  const isThere = "a.provider = i.details ->> 'provider'"
  return `EXISTS (SELECT 1 ${place} AND a.state = 'unpublished' AND a.status = 'draft' AND ${isThere})
    AND NOT EXISTS (SELECT 1 ${place} AND a.state IN ('published', 'unpublished') AND a.status = 'publish'
      AND coalesce(a.confirmed_at_ms, a.at_ms) < ${at} AND ${isThere})`
}

const toEvent = ({ no, isByWebhook, ...row }: OutRow): ArticleEvent => ({
  ...row,
  id: String(no),
  isByWebhook: isByWebhook === 1,
})

/** All articles whose slug is in one of these pages, and few others: most slugs are one plain segment. */
const mayBeIn = (pages: readonly string[]) => ({
  sql: "(lower(a.slug) IN (SELECT value FROM json_each(?)) OR a.slug GLOB '*[^A-Za-z0-9_-]*')",
  params: [JSON.stringify(segmentsOfPages(pages))],
})

/** Brand by brand, each by the index of its own articles. */
const spansOf = <Span extends TimeSpan>(span: Span): Span[] =>
  span.brandIds === 'all' ? [span] : [...new Set(span.brandIds)].map((brandId) => ({ ...span, brandIds: [brandId] }))

type Timed = OutRow & { readonly atMs: number }

const newestOut = (db: ReadableDb, rows: TimedRows, span: NewestOf): readonly Timed[] => {
  const [first = [], ...others] = spansOf(span).map((one) => newestRows<OutRow>(db.core, rows, one))
  if (others.length === 0) return first
  const newest = [first, ...others].flat().toSorted((one, other) => other.atMs - one.atMs || other.no - one.no)
  return span.limit < 0 ? newest : newest.slice(0, span.limit)
}

const countOut = (db: ReadableDb, rows: TimedRows, span: TimeSpan): number =>
  spansOf(span).reduce((sum, one) => sum + countTimed(db.core, rows, one), 0)

type ArticlesOf = {
  /** What went out under a slug that is in none of these may be left out. */
  readonly pages?: readonly string[] | null | undefined
  /** SQL of the slug and of `isByWebhook`. */
  readonly says?: ((slug: string, isByWebhook: string) => Condition) | undefined
}

/** A publish counts once the service or a webhook confirmed it. */
export const articleEvents = (
  db: ReadableDb,
  kind: 'published' | 'scheduled' | 'unpublished',
  { pages = null, says }: ArticlesOf = {},
): EventsOf<ArticleEvent> => {
  if (kind !== 'unpublished') {
    const narrow = all([pages === null ? undefined : mayBeIn(pages), says?.('a.slug', 'a.delivery_id IS NOT NULL')])
    return {
      newest: (span) => newestOut(db, OUT[kind], { ...span, narrow }).map(toEvent),
      count: (span) => countOut(db, OUT[kind], { ...span, narrow }),
    }
  }
  const narrow = says && ((label: string) => says(label, 'FALSE'))
  const items = confirmedItems(db, { kind: 'unpublish', isLeftOut: ofDraft, mayBeLeftOut: IS_DRAFT, narrow })
  return {
    newest: (span) =>
      items.newest(span).map((item) => ({
        ...item,
        isByWebhook: false,
        id: `${item.intentId}.${item.item}`,
        slug: item.label,
      })),
    count: items.count,
  }
}
