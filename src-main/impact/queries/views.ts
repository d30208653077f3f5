// The SQL of this room's query views.
import { IMPACT_FIELDS } from '../../../src-shared/desk/fields/publishing.ts'
import { day, four, selectFields, two, type ViewLoads } from '../../store/view-sql.ts'

export const IMPACT_VIEWS = {
  impact: `${selectFields(IMPACT_FIELDS, 'i', {
    day: day('i.day'),
    effect: four('i.effect'),
    effect_low: four('i.low'),
    effect_high: four('i.high'),
    detectable: four('i.detectable'),
    clicks_before: two('i.clicks_before'),
    clicks_after: two('i.clicks_after'),
    control_change: four('i.control_change'),
  })}
    FROM scope sc JOIN impact i ON i.brand_no = sc.no`,
} as const satisfies ViewLoads
