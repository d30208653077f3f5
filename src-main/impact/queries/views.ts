// The SQL of this room's query views.
import { day, four, two, type ViewLoads } from '../../store/view-sql.ts'

export const IMPACT_VIEWS = {
  impact: `SELECT sc.slug, i.slug, i.title, ${day('i.day')}, i.page, i.is_new_page, i.verdict, i.reason, ${four('i.effect')},
      ${four('i.low')}, ${four('i.high')}, ${four('i.detectable')}, i.keywords, ${two('i.clicks_before')},
      ${two('i.clicks_after')}, ${four('i.control_change')}, i.days_after
    FROM scope sc JOIN impact i ON i.brand_no = sc.no`,
} as const satisfies ViewLoads
