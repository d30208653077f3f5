// The SQL of this room's query views.
import { day, iso, list, two, type ViewLoads } from '../../store/view-sql.ts'

const sums = (t: string) =>
  `${t}.keywords, ${t}.ranking, ${t}.top3, ${t}.top10, ${two(`${t}.visibility`)}, ${two(`${t}.avg_position`)}`

export const RANKING_VIEWS = {
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
} as const satisfies ViewLoads

/** What the view of days is unpacked from. */
export const VIEW_DAYS = `SELECT sc.slug, ${day('d.day')}, d.slice, d.day FROM scope sc CROSS JOIN rank_day d ON d.slice = sc.slice`

/** A brand's slice of all devices and countries, by its number. */
export const joinWholeSlice = (name: string, brandNo: string): string =>
  `LEFT JOIN rank_slice ${name} ON ${name}.brand_no = ${brandNo} AND ${name}.device = '' AND ${name}.country = ''
    AND ${name}.search_type = 'web' AND ${name}.universe = 'all'`
