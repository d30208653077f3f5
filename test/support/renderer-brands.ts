import type { Brand, BrandOverview } from '../../src-shared/desk/brands.ts'
import type { SyncStatusRow } from '../../src-shared/desk/sync.ts'

/** A brand as the desk lists it, for tests of the renderer's pure parts. */
export const brandOf = (id: string, more: Partial<Brand> = {}): Brand => ({
  id,
  name: id,
  slug: id,
  colour: '#3b5bdb',
  tags: [],
  pinned: false,
  teamId: null,
  keyState: 'ok',
  keyIn: 'os',
  keyOrigin: 'https://service.example',
  keyAge: null,
  demo: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  ...more,
})

export const overviewOf = (brandId: string, more: Partial<BrandOverview> = {}): BrandOverview => ({
  brandId,
  keywords: 0,
  ranking: 0,
  top3: 0,
  top10: 0,
  visibility: null,
  visibilityChange: null,
  avgPosition: null,
  avgPositionChange: null,
  clicks: 0,
  impressions: 0,
  up: 0,
  down: 0,
  realUp: null,
  realDown: null,
  lostClicks: null,
  trend: [],
  clusters: 0,
  avgAiVisibility: null,
  prospects: 0,
  contacts: 0,
  health: 'ok',
  healthReason: null,
  healthCause: null,
  freshness: [],
  ...more,
})

export const statusOf = (brandId: string, more: Partial<SyncStatusRow> = {}): SyncStatusRow => ({
  brandId,
  dataset: 'rankings',
  state: 'ok',
  fetchedAt: '2026-11-20T10:00:00.000Z',
  rows: 10,
  error: null,
  nextTryAt: null,
  done: null,
  total: null,
  ...more,
})
