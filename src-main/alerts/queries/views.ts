// The SQL of this room's query views.
import { day, iso, type ViewLoads } from '../../store/view-sql.ts'

export const ALERT_VIEWS = {
  alerts: `SELECT sc.slug, a.id, ${day('a.day')}, a.rule_name, a.kind, nullif(o.value ->> 'subject', ''),
      iif(a.kind = 'silent-webhook', ${day("(o.value ->> 'before')")}, o.value ->> 'before'), o.value ->> 'after',
      o.value ->> 'clicks', a.total, a.state = 'new', a.is_muted, ${iso('a.fired_at_ms')}
    FROM scope sc JOIN core.alert a ON a.brand_id = sc.id CROSS JOIN json_each(a.occurrences) o`,
} as const satisfies ViewLoads
