// The SQL of this room's query views.
import type { ViewLoads } from '../../store/view-sql.ts'

export const CLUSTER_VIEWS = {
  clusters: `SELECT sc.slug, c.raw ->> 'name', c.keyword_count, c.tracked_keyword_count, c.prompt_count,
      c.search_visibility, c.ai_visibility, c.topical_authority_score, c.coverage_pct, c.change_pct, c.trend
    FROM scope sc JOIN cluster c ON c.brand_no = sc.no`,
} as const satisfies ViewLoads
