// The SQL of this room's query views.

import { MOVER_FIELDS, RANK_FIELDS } from '../../../src-shared/desk/fields/search.ts'
import { DAY_MS } from '../../base/clock.ts'
import { day, iso, list, selectFields, two, type ViewLoads } from '../../store/view-sql.ts'

const sums = (t: string, visibility = `${t}.visibility`) =>
  `${t}.keywords, ${t}.ranking, ${t}.top3, ${t}.top10, ${two(visibility)}, ${two(`${t}.avg_position`)}`

/** As the overview has it: of the last whole day. */
const LAST_VISIBILITY = `(SELECT d.visibility FROM rank_day d
    WHERE d.slice = sc.slice AND d.fetched_at_ms >= (d.day + 1) * ${DAY_MS} ORDER BY d.day DESC LIMIT 1)`

export const RANKING_VIEWS = {
  brands: `SELECT sc.slug, b.name, b.id, ${list('b.tags')}, ${sums('t', LAST_VISIBILITY)}, t.clicks, t.impressions, ${iso('t.fetched_at_ms')}
    FROM scope sc JOIN core.brand b ON b.id = sc.id LEFT JOIN rank_stats t ON t.slice = sc.slice`,
  rankings: `${selectFields(RANK_FIELDS, 'r', {
    starred: 'max(r.is_starred, coalesce(m.star, 0))',
    tracked: 'EXISTS (SELECT 1 FROM tracked_keyword t WHERE t.brand_no = sc.no AND t.keyword = r.keyword)',
    tags: list('m.tags'),
    language: 'r.language_id',
  })}
    FROM scope sc CROSS JOIN rank_latest r ON r.id BETWEEN sc.slice << 32 AND (sc.slice << 32) + 4294967295
    LEFT JOIN core.keyword_mark m ON m.brand_id = sc.id AND m.keyword = r.keyword`,
  brand_days: `SELECT sc.slug, ${day('d.day')}, ${sums('d')}, d.clicks, d.impressions,
      d.fetched_at_ms >= (d.day + 1) * ${DAY_MS}
    FROM scope sc CROSS JOIN rank_day d ON d.slice = sc.slice`,
  // As Movers shows them: a brand that is days behind the newest has no moves of the last days.
  movers: `${selectFields(MOVER_FIELDS, 'm', {
    keyword: 'k.text',
    position_before: two('m.position_before'),
    position_now: two('m.position_now'),
    clicks_before: two('m.clicks_before'),
    clicks_now: two('m.clicks_now'),
  })}, ${day('m.since')}, ${day('t.last_day')}
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
