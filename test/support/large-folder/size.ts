/** How many rows of each kind a folder has, over all brands. */
export type FolderSize = Readonly<
  Record<
    | 'brands'
    | 'keywords'
    | 'days'
    | 'deliveries'
    | 'articles'
    | 'contacts'
    | 'prospects'
    | 'pitches'
    | 'intents'
    | 'notes'
    | 'clusters'
    | 'suppressions'
    | 'credits'
    | 'versions'
    | 'audits'
    | 'alerts'
    | 'requests'
    | 'runs',
    number
  >
>

/** An agency of 200 brands after years, four of them with 25,000 deliveries each. */
export const LARGE: FolderSize = {
  ...{ brands: 200, keywords: 100, days: 30, deliveries: 104_000, articles: 20_000, contacts: 50_000 },
  ...{ prospects: 20_000, pitches: 40_000, intents: 20_000, notes: 100_000, clusters: 4_000, suppressions: 20_000 },
  ...{ credits: 10_000, versions: 4_000, audits: 4_000, alerts: 10_000, requests: 10_000, runs: 2_000 },
}

/** The same shape: SQLite plans without knowing how many rows a table has. */
export const SMALL: FolderSize = {
  ...{ brands: 6, keywords: 20, days: 4, deliveries: 400, articles: 80, contacts: 200, prospects: 80, pitches: 200 },
  ...{ intents: 80, notes: 400, clusters: 40, suppressions: 80, credits: 40, versions: 40, audits: 40, alerts: 40 },
  ...{ requests: 40, runs: 40 },
}
