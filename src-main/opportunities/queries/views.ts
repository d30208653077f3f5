// The SQL of this room's query views.
import { OPPORTUNITY_FIELDS } from '../../../src-shared/desk/fields/search.ts'
import { joinKeyword, textOf } from '../../rankings/public.ts'
import { selectFields, two, type ViewLoads } from '../../store/view-sql.ts'

export const OPPORTUNITY_VIEWS = {
  opportunities: `${selectFields(OPPORTUNITY_FIELDS, 'o', {
    keyword: 'k.text',
    page: textOf('pages', 'o.page'),
    position: two('o.position'),
    reachable: two('o.reachable'),
    expected: two('o.expected'),
    expected_low: two('o.low'),
    expected_high: two('o.high'),
    gain: two('o.gain'),
  })}
    FROM scope sc JOIN opportunity o ON o.brand_no = sc.no AND o.kind = 'keyword' ${joinKeyword('k', 'o.subject')}`,
} as const satisfies ViewLoads
