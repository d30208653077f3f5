// The SQL of this room's query views.
import { ARTICLE_FIELDS } from '../../../src-shared/desk/fields/publishing.ts'
import { iso, selectFields, type ViewLoads } from '../../store/view-sql.ts'

export const ARTICLE_VIEWS = {
  calendar: `SELECT sc.slug, a.slug, a.provider, a.state, ${iso('a.at_ms')}, a.is_scheduled, a.post_url, a.reason,
      ${iso('a.confirmed_at_ms')}
    FROM scope sc JOIN core.article a ON a.brand_id = sc.id WHERE a.state <> 'superseded'`,
  articles: `${selectFields(ARTICLE_FIELDS, 'a', {
    brand: 'a.brand',
    at: iso("iif(a.state = 'published', coalesce(a.confirmed_at_ms, a.at_ms), a.at_ms)"),
  })}
    FROM (SELECT sc.slug AS brand, a.slug, a.provider, a.state, a.at_ms, a.confirmed_at_ms,
        row_number() OVER (PARTITION BY a.brand_id, a.slug, a.provider ORDER BY a.no DESC) AS nth,
        (SELECT b.post_url FROM core.article b WHERE b.brand_id = a.brand_id AND b.slug = a.slug AND b.provider = a.provider
          AND b.post_url IS NOT NULL AND b.state NOT IN ('superseded', 'cancelled') ORDER BY b.no DESC LIMIT 1) AS url
      FROM scope sc JOIN core.article a ON a.brand_id = sc.id WHERE a.state NOT IN ('superseded', 'cancelled')) a
    WHERE nth = 1`,
} as const satisfies ViewLoads
