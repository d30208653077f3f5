// How the rows of each view are read from the files. `scope` is a temporary table of the brands that were asked for: what
// does not join it is not loaded.
import type { QueryViewName } from '../../../src-shared/desk/query-views.ts'
import { brandAnnotations } from '../../annotations/public.ts'
import { dayFromNumber, toInstant } from '../../base/clock.ts'
import type { ReadableDb } from '../../store/db.ts'
import type { Row } from './unpacked.ts'

const iso = (ms: string) => `strftime('%Y-%m-%dT%H:%M:%SZ', ${ms} / 1000, 'unixepoch')`
const day = (no: string) => `date(${no} * 86400, 'unixepoch')`
const list = (json: string) => `(SELECT group_concat(value, ', ') FROM json_each(${json}))`
/** Sums of shares and averages: two places say it all, and a table is read by assistants too. */
const two = (value: string) => `round(${value}, 2)`
/** Shares of 0 to 1. */
const four = (value: string) => `round(${value}, 4)`
const sums = (t: string) =>
  `${t}.keywords, ${t}.ranking, ${t}.top3, ${t}.top10, ${two(`${t}.visibility`)}, ${two(`${t}.avg_position`)}`

/** Brands by id, their short names, their numbers in cache.db and those of their rankings of all devices and countries. */
export const SCOPE = `CREATE TEMP TABLE scope AS
  SELECT b.id, b.slug, c.no, s.id AS slice FROM core.brand b
    LEFT JOIN main.brand c ON c.id = b.id
    LEFT JOIN rank_slice s ON s.brand_no = c.no AND s.device = '' AND s.country = '' AND s.search_type = 'web'
      AND s.universe = 'all'
  WHERE b.id IN (SELECT value FROM json_each(?)) ORDER BY b.id`

/** Views that are tables of the sandbox; the SQL yields the view's columns in their order. */
export const LOADS: Readonly<Record<Exclude<QueryViewName, 'history' | 'ranked_pages' | 'annotations'>, string>> = {
  brands: `SELECT sc.slug, b.name, b.id, ${list('b.tags')}, ${sums('t')}, t.clicks, t.impressions, ${iso('t.fetched_at_ms')}
    FROM scope sc JOIN core.brand b ON b.id = sc.id LEFT JOIN rank_stats t ON t.slice = sc.slice`,
  rankings: `SELECT sc.slug, r.keyword, r.position, r.position_change, r.clicks, r.clicks_change, r.impressions,
      r.impressions_change, r.ctr, max(r.is_starred, coalesce(m.star, 0)),
      EXISTS (SELECT 1 FROM tracked_keyword t WHERE t.brand_no = sc.no AND t.keyword = r.keyword),
      ${list('m.tags')}, r.pages, r.language_id
    FROM scope sc CROSS JOIN rank_latest r ON r.id BETWEEN sc.slice << 32 AND (sc.slice << 32) + 4294967295
    LEFT JOIN core.keyword_mark m ON m.brand_id = sc.id AND m.keyword = r.keyword`,
  brand_days: `SELECT sc.slug, ${day('d.day')}, ${sums('d')}, d.clicks, d.impressions,
      d.fetched_at_ms >= (d.day + 1) * 86400000
    FROM scope sc CROSS JOIN rank_day d ON d.slice = sc.slice`,
  // As Movers shows them: a brand that is days behind the newest has no moves of the last days.
  movers: `SELECT sc.slug, k.text, m.kind, ${two('m.position_before')}, ${two('m.position_now')}, ${two('m.clicks_before')},
      ${two('m.clicks_now')}, m.clicks,
      m.impressions, ${day('m.since')}, ${day('t.last_day')}
    FROM scope sc JOIN rank_move_state t ON t.slice = sc.slice CROSS JOIN rank_move m ON m.slice = sc.slice
    JOIN rank_keyword k ON k.id = m.keyword
    WHERE t.last_day >= (SELECT max(last_day) FROM rank_move_state WHERE slice IN (SELECT slice FROM scope)) - 2`,
  tracked: 'SELECT sc.slug, t.keyword FROM scope sc JOIN tracked_keyword t ON t.brand_no = sc.no',
  clusters: `SELECT sc.slug, c.raw ->> 'name', c.keyword_count, c.tracked_keyword_count, c.prompt_count,
      c.search_visibility, c.ai_visibility, c.topical_authority_score, c.coverage_pct, c.change_pct, c.trend
    FROM scope sc JOIN cluster c ON c.brand_no = sc.no`,
  prospects: `SELECT sc.slug, p.id, p.domain, p.raw ->> 'title', p.raw ->> 'url', p.status, p.contacts, m.triage,
      ${list('m.tags')}
    FROM scope sc JOIN prospect p ON p.brand_no = sc.no
    LEFT JOIN core.prospect_mark m ON m.brand_id = sc.id AND m.prospect_id = p.id`,
  contacts: `SELECT sc.slug, c.id, c.prospect_id, c.raw ->> 'name', c.raw ->> 'role', c.domain,
      c.raw ->> 'email' IS NOT NULL, iif(@hasAddresses, c.raw ->> 'email', NULL)
    FROM scope sc JOIN contact c ON c.brand_no = sc.no`,
  calendar: `SELECT sc.slug, a.slug, a.provider, a.state, ${iso('a.at_ms')}, a.is_scheduled, a.post_url, a.reason,
      ${iso('a.confirmed_at_ms')}
    FROM scope sc JOIN core.article a ON a.brand_id = sc.id WHERE a.state <> 'superseded'`,
  articles: `SELECT slug, article, provider, state, ${iso("iif(state = 'published', coalesce(confirmed_at_ms, at_ms), at_ms)")}, url
    FROM (SELECT sc.slug, a.slug AS article, a.provider, a.state, a.at_ms, a.confirmed_at_ms,
        row_number() OVER (PARTITION BY a.brand_id, a.slug, a.provider ORDER BY a.no DESC) AS nth,
        (SELECT b.post_url FROM core.article b WHERE b.brand_id = a.brand_id AND b.slug = a.slug AND b.provider = a.provider
          AND b.post_url IS NOT NULL AND b.state NOT IN ('superseded', 'cancelled') ORDER BY b.no DESC LIMIT 1) AS url
      FROM scope sc JOIN core.article a ON a.brand_id = sc.id WHERE a.state NOT IN ('superseded', 'cancelled'))
    WHERE nth = 1`,
  alerts: `SELECT sc.slug, a.id, ${day('a.day')}, a.rule_name, a.kind, nullif(o.value ->> 'subject', ''),
      iif(a.kind = 'silent-webhook', ${day("(o.value ->> 'before')")}, o.value ->> 'before'), o.value ->> 'after',
      o.value ->> 'clicks', a.total, a.state = 'new', a.is_muted, ${iso('a.fired_at_ms')}
    FROM scope sc JOIN core.alert a ON a.brand_id = sc.id CROSS JOIN json_each(a.occurrences) o`,
  impact: `SELECT sc.slug, i.slug, i.title, ${day('i.day')}, i.page, i.is_new_page, i.verdict, i.reason, ${four('i.effect')},
      ${four('i.low')}, ${four('i.high')}, ${four('i.detectable')}, i.keywords, ${two('i.clicks_before')},
      ${two('i.clicks_after')}, ${four('i.control_change')}, i.days_after
    FROM scope sc JOIN impact i ON i.brand_no = sc.no`,
  cannibalisation: `SELECT sc.slug, k.text, c.kind, a.text, b.text, c.days_a, c.days_b, ${two('c.position_a')},
      ${two('c.position_b')}, c.clicks_a, c.clicks_b, ${four('c.share_a')}, ${four('c.share_b')}, c.flips, c.clicks,
      c.impressions, ${two('c.cost')}, ${day('c.since')}
    FROM scope sc JOIN page_conflict c ON c.brand_no = sc.no AND c.span = 90 CROSS JOIN rank_keyword k ON k.id = c.keyword
      CROSS JOIN rank_url a ON a.id = c.page_a CROSS JOIN rank_url b ON b.id = c.page_b`,
  audits: `SELECT sc.slug, a.url, ${iso('a.at_ms')}, a.state, a.overall_score, a.total_tests, a.passed_tests
    FROM scope sc JOIN core.audit a ON a.brand_id = sc.id`,
  activity: `SELECT sc.slug, i.kind, i.state, ${iso('i.created_at_ms')}, ${iso('i.ended_at_ms')},
      i.waiting + i.in_flight, i.confirmed, i.failed + i.skipped, i.unknown
    FROM scope sc JOIN core.intent i ON i.brand_id = sc.id`,
  suppressions_count: 'SELECT kind, count(*) FROM core.suppression GROUP BY kind',
}

/** Of the desk's own functions: what happened is put into words there. */
export const annotationRows = (db: ReadableDb, brands: ReadonlyMap<string, string>): Row[] =>
  brandAnnotations(db, [...brands.keys()]).map(({ brandId, day: first, untilDay, kind, text, keyword, page, atMs }) => {
    const until = untilDay === first ? null : dayFromNumber(untilDay)
    return [brands.get(brandId) ?? null, dayFromNumber(first), until, kind, text, keyword, page, toInstant(atMs)]
  })

/** What the two long views are unpacked from: a row for each day, and for each brand. */
export const DAYS = `SELECT sc.slug, ${day('d.day')}, d.slice, d.day FROM scope sc CROSS JOIN rank_day d ON d.slice = sc.slice`
export const SLICES = 'SELECT slug, slice FROM scope WHERE slice IS NOT NULL'
