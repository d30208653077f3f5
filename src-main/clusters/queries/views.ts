// The SQL of this room's query views.
import { CLUSTER_FIELDS } from '../../../src-shared/desk/fields/search.ts'
import { selectFields, type ViewLoads } from '../../store/view-sql.ts'

export const CLUSTER_VIEWS = {
  clusters: `${selectFields(CLUSTER_FIELDS, 'c', {
    cluster: "c.raw ->> 'name'",
    keywords: 'c.keyword_count',
    tracked_keywords: 'c.tracked_keyword_count',
    prompts: 'c.prompt_count',
    topical_authority: 'c.topical_authority_score',
  })}
    FROM scope sc JOIN cluster c ON c.brand_no = sc.no`,
} as const satisfies ViewLoads
