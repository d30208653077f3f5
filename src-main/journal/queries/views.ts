// The SQL of this room's query views.
import { iso, type ViewLoads } from '../../store/view-sql.ts'

export const ACTIVITY_VIEWS = {
  activity: `SELECT sc.slug, i.kind, i.state, ${iso('i.created_at_ms')}, ${iso('i.ended_at_ms')},
      i.waiting + i.in_flight, i.confirmed, i.failed + i.skipped, i.unknown
    FROM scope sc JOIN core.intent i ON i.brand_id = sc.id`,
} as const satisfies ViewLoads
