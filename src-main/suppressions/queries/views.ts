// The SQL of this room's query views.
import type { ViewLoads } from '../../store/view-sql.ts'

export const SUPPRESSION_VIEWS = {
  suppressions_count: 'SELECT kind, count(*) FROM core.suppression GROUP BY kind',
} as const satisfies ViewLoads
