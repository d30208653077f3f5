// What still crosses a room's border, by file. Each line goes when its file does; none is added.

/** Tables of other rooms in SQL. */
export const TABLES: Readonly<Record<string, string>> = {
  'mcp/queries/mcp-settings.ts': 'setting',
  'publishing/queries/article-events.ts': 'intent',
  'publishing/queries/article-list.ts': 'delivery intent',
  'publishing/queries/article-outings.ts': 'delivery intent intent_item',
  'publishing/queries/article-track.ts': 'intent',
  'publishing/queries/articles-to-check.ts': 'intent',
  'publishing/queries/articles.ts': 'intent intent_item',
  'publishing/queries/draft-states.ts': 'intent_item',
  'publishing/queries/known-articles.ts': 'delivery',
  'query/sandbox/loads.ts': 'article impact',
  'settings/queries/team-settings.ts': 'setting',
  'store/arrival.ts': 'arrival',
  'store/engine-tables.ts': 'arrival connector_catalog delivery intent limiter_window template',
  'store/inbox.ts': 'arrival delivery',
  'store/membership/own-rows.ts': 'audit connector_apply intent intent_claim intent_item preview_use',
  'store/membership/sent-requests.ts': 'limiter_window team_setting',
  'store/restore.ts': 'intent limiter_window',
  'store/team/mirror-state.ts': 'brand_rule intent_claim person person_brand',
  'store/team/trial.ts': 'intent',
  'tables.ts': 'article',
  'team/queries/sums.ts': 'mirror_state',
}

/** Queries of other rooms. */
export const QUERIES: Readonly<Record<string, string>> = {
  'alerts/evaluate-brand.ts': 'articles.published',
  'publishing/articles.ts': 'impact.last',
  'publishing/calls.ts': 'brands.pages',
  'publishing/checks.ts': 'brands.somePages',
  'publishing/move.ts': 'intents.get',
  'publishing/schedule-checks.ts': 'intents.unscheduleOfMove',
  'query/work-out.ts': 'impact.save impact.stale',
  'today/findings.ts': 'articles.toCheck',
}

/** Rooms that depend on each other. */
export const CIRCLES: readonly string[] = []
