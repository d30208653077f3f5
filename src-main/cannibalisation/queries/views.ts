// The SQL of this room's query views.
import { CONFLICT_FIELDS } from '../../../src-shared/desk/fields/search.ts'
import { joinKeyword, joinPage } from '../../rankings/public.ts'
import { day, four, selectFields, two, type ViewLoads } from '../../store/view-sql.ts'
import { SYNCED_DAYS } from './conflict-page.ts'

export const CONFLICT_VIEWS = {
  competing_pages: `${selectFields(CONFLICT_FIELDS, 'c', {
    keyword: 'k.text',
    page_a: 'a.text',
    page_b: 'b.text',
    position_a: two('c.position_a'),
    position_b: two('c.position_b'),
    share_a: four('c.share_a'),
    share_b: four('c.share_b'),
    cost: two('c.cost'),
    days: SYNCED_DAYS,
    since: day('c.since'),
  })}
    FROM scope sc JOIN page_conflict c ON c.brand_no = sc.no AND c.span = 90 ${joinKeyword('k', 'c.keyword')}
      ${joinPage('a', 'c.page_a')} ${joinPage('b', 'c.page_b')}`,
} as const satisfies ViewLoads
