// The SQL of this room's query views.
import { iso, type ViewLoads } from '../../store/view-sql.ts'

export const AUDIT_VIEWS = {
  audits: `SELECT sc.slug, a.url, ${iso('a.at_ms')}, a.state, a.overall_score, a.total_tests, a.passed_tests
    FROM scope sc JOIN core.audit a ON a.brand_id = sc.id`,
} as const satisfies ViewLoads
