// The SQL of this room's query views.
import { list, type ViewLoads } from '../../store/view-sql.ts'

export const PROSPECT_VIEWS = {
  prospects: `SELECT sc.slug, p.id, p.domain, p.raw ->> 'title', p.raw ->> 'url', p.status, p.contacts, m.triage,
      ${list('m.tags')}
    FROM scope sc JOIN prospect p ON p.brand_no = sc.no
    LEFT JOIN core.prospect_mark m ON m.brand_id = sc.id AND m.prospect_id = p.id`,
  contacts: `SELECT sc.slug, c.id, c.prospect_id, c.raw ->> 'name', c.raw ->> 'role', c.domain,
      c.raw ->> 'email' IS NOT NULL, iif(@hasAddresses, c.raw ->> 'email', NULL)
    FROM scope sc JOIN contact c ON c.brand_no = sc.no`,
} as const satisfies ViewLoads
