// The rows of all brands: what the desk rolled up, beside the brand it belongs to.
import type { Brand, BrandOverview, HealthCause } from '../../../src-shared/desk/brands.ts'
import { joinParts } from '../../format/join-parts.ts'
import { plural } from '../../format/numbers.ts'

export type BrandRow = {
  readonly brand: Brand
  readonly overview: BrandOverview
  /** Items of Today that cannot wait, as the rail counts them. */
  readonly urgent: number
}

/** A brand that the rail lists as one that needs attention is no healthy one here. */
export const stateOf = ({ overview, urgent }: BrandRow): BrandOverview['health'] =>
  urgent > 0 ? 'attention' : overview.health

export const fetchedAtOf = (overview: BrandOverview): string | null =>
  overview.freshness.find((row) => row.dataset === 'rankings')?.fetchedAt ?? null

/** Short enough for the narrow column; its title and the sync centre show the whole reason. */
export const CAUSE_LABELS: Record<HealthCause, string> = {
  'key-missing': 'needs a key',
  'key-refused': 'key refused',
  'no-access': 'no access',
  'address-changed': 'address changed',
  never: 'not synced',
  stale: 'outdated',
  invalid: 'not accepted',
  unauthorized: 'key refused',
  forbidden: 'no access',
  'not-found': 'not found',
  conflict: 'conflict',
  'no-credits': 'no credits',
  'rate-limited': 'rate limited',
  service: 'service error',
  network: 'offline',
  'bad-response': 'unexpected reply',
  keychain: 'keychain locked',
  storage: 'not stored',
  cancelled: 'cancelled',
  'unknown-outcome': 'unknown outcome',
}

export const HEALTH_LABELS: Record<BrandOverview['health'], string> = {
  attention: 'Needs attention',
  warning: 'Waiting',
  empty: 'Not synced',
  ok: 'Healthy',
}

/** Of healthy brands, and of those that lose a few clicks. */
export const NOTHING_URGENT = 'Nothing urgent'

/** As Today lists drops: fewer clicks a day are no loss. */
const LOST_CLICKS_MIN = 0.5

/** A brand that loses clicks is not called healthy, however small each loss is. */
const okText = ({ lostClicks }: BrandOverview): string =>
  (lostClicks ?? 0) < LOST_CLICKS_MIN ? HEALTH_LABELS.ok : NOTHING_URGENT

/** What is wrong with a brand in a few words: what blocks its data first, then what Today lists as urgent. */
export const stateText = (row: BrandRow): string => {
  const { health, healthCause } = row.overview
  if (row.urgent > 0 && health !== 'attention') return `${row.urgent} urgent`
  if (healthCause !== null) return CAUSE_LABELS[healthCause]
  const state = stateOf(row)
  return state === 'ok' ? okText(row.overview) : HEALTH_LABELS[state]
}

/** The same in full. */
export const stateTitle = ({ overview, urgent }: BrandRow): string =>
  joinParts([urgent === 0 ? '' : `${plural(urgent, 'urgent item')} in Today`, overview.healthReason ?? ''])
