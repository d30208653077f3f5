// The SQL of this room's query views.
import { joinKeyword, joinPage } from '../../rankings/public.ts'
import { day, four, two, type ViewLoads } from '../../store/view-sql.ts'

export const CONFLICT_VIEWS = {
  cannibalisation: `SELECT sc.slug, k.text, c.kind, a.text, b.text, c.days_a, c.days_b, ${two('c.position_a')},
      ${two('c.position_b')}, c.clicks_a, c.clicks_b, ${four('c.share_a')}, ${four('c.share_b')}, c.flips, c.clicks,
      c.impressions, ${two('c.cost')}, ${day('c.since')}
    FROM scope sc JOIN page_conflict c ON c.brand_no = sc.no AND c.span = 90 ${joinKeyword('k', 'c.keyword')}
      ${joinPage('a', 'c.page_a')} ${joinPage('b', 'c.page_b')}`,
} as const satisfies ViewLoads
