// What still crosses a room's border, by file. Each line goes when its file does; none is added.

/** Tables of other rooms in SQL. */
export const TABLES: Readonly<Record<string, string>> = {
  'mcp/queries/mcp-settings.ts': 'setting',
  'publishing/queries/draft-states.ts': 'intent_item',
  'settings/queries/team-settings.ts': 'setting',
  'store/arrival.ts': 'arrival',
  'store/engine-tables.ts': 'arrival connector_catalog delivery intent limiter_window template',
  'store/inbox.ts': 'arrival delivery',
  'store/membership/own-rows.ts': 'audit connector_apply intent intent_claim intent_item preview_use',
  'store/membership/sent-requests.ts': 'limiter_window team_setting',
  'store/restore.ts': 'intent limiter_window',
  'store/team/mirror-state.ts': 'brand_rule intent_claim person person_brand',
  'store/team/trial.ts': 'intent',
  'team/queries/sums.ts': 'mirror_state',
}

/** Queries of other rooms. */
export const QUERIES: Readonly<Record<string, string>> = {}

/** Rooms that depend on each other. */
export const CIRCLES: readonly string[] = []
