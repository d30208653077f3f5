// The SQL of this room's query views.
import { CONTACT_FIELDS, PROSPECT_FIELDS } from '../../../src-shared/desk/fields/outreach.ts'
import { list, selectFields, type ViewLoads } from '../../store/view-sql.ts'

export const PROSPECT_VIEWS = {
  prospects: `${selectFields(PROSPECT_FIELDS, 'p', {
    title: "p.raw ->> 'title'",
    url: "p.raw ->> 'url'",
    triage: 'm.triage',
    tags: list('m.tags'),
    prospect_id: 'p.id',
  })}
    FROM scope sc JOIN prospect p ON p.brand_no = sc.no
    LEFT JOIN core.prospect_mark m ON m.brand_id = sc.id AND m.prospect_id = p.id`,
  contacts: `${selectFields(CONTACT_FIELDS, 'c', {
    name: "c.raw ->> 'name'",
    role: "c.raw ->> 'role'",
    email: "iif(@hasAddresses, c.raw ->> 'email', NULL)",
    has_email: "c.raw ->> 'email' IS NOT NULL",
    contact_id: 'c.id',
  })}
    FROM scope sc JOIN contact c ON c.brand_no = sc.no`,
} as const satisfies ViewLoads
