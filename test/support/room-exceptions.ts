/** What may cross a room's border for good, by file: at most ten, each with its reason. */
export const EXCEPTIONS: Readonly<Record<'tables' | 'queries', Readonly<Record<string, string>>>> = {
  tables: {
    // A landed step of the schema that gave the same columns to every table that desks may share.
    'attribution.ts':
      'audit basket_keyword connector_version credit_budget intent keyword_mark prospect_mark suppression team_setting template',
    // Landed steps, from before the rule.
    'annotations/queries/newest-indexes.ts': 'alert article audit intent',
    'brands/queries/key-facts.ts': 'key_refusal',
    'journal/queries/newest-pitches.ts': 'preview_row',
    'publishing/queries/draft-states.ts': 'intent_item',
    'settings/queries/team-settings.ts': 'setting',
    'webhooks/queries/arrivals-apart.ts': 'arrival setting',
  },
  queries: {
    // Each room with a listing of the service declares `<dataset>.ingest` for the sync, which takes all of them alike.
    'sync/datasets/listing.ts':
      'clusters.ingest connectors.ingest mailboxes.ingest outbox.ingest contacts.ingest prospects.ingest tracked.ingest',
    'sync/take-replies.ts':
      'clusters.ingest connectors.ingest mailboxes.ingest outbox.ingest contacts.ingest prospects.ingest tracked.ingest',
  },
}
