/** What may cross a room's border for good, by file: at most ten, each with its reason. */
export const EXCEPTIONS: Readonly<Record<'tables' | 'queries', Readonly<Record<string, string>>>> = {
  tables: {},
  queries: {
    // Each room with a listing of the service declares `<dataset>.ingest` for the sync, which takes all of them alike.
    'sync/datasets/listing.ts':
      'clusters.ingest connectors.ingest mailboxes.ingest outbox.ingest contacts.ingest prospects.ingest tracked.ingest',
    'sync/take-replies.ts':
      'clusters.ingest connectors.ingest mailboxes.ingest outbox.ingest contacts.ingest prospects.ingest tracked.ingest',
  },
}
