import type { Brand, BrandOverview } from '../../../src-shared/desk/brands.ts'
import type { ErrorKind } from '../../../src-shared/desk/errors.ts'
import { HOUR_MS } from '../../base/clock.ts'
import type { FreshnessRow } from '../../store/freshness.ts'

type Health = Pick<BrandOverview, 'health' | 'healthReason' | 'healthCause'>

/** Errors that need a person; the others end by themselves or with the next sync. */
const NEEDS_PERSON: ReadonlySet<ErrorKind> = new Set(['unauthorized', 'forbidden', 'keychain', 'no-credits'])

const KEY_REASONS: Partial<Record<Brand['keyState'], Omit<Health, 'health'>>> = {
  missing: { healthReason: 'This brand has no key. Add its key again.', healthCause: 'key-missing' },
  unauthorized: { healthReason: 'The service does not accept the key. Replace the key.', healthCause: 'key-refused' },
  unconfirmed: {
    healthReason: 'The service address changed. Confirm the address for this brand.',
    healthCause: 'address-changed',
  },
  forbidden: {
    healthReason: 'The key has no access to this brand. Replace the key or get access.',
    healthCause: 'no-access',
  },
}

const STALE_AFTER_HOURS = 48

export type HealthInput = {
  readonly keyState: Brand['keyState']
  readonly freshness: readonly FreshnessRow[]
  readonly nowMs: number
}

/** The most serious problem of a brand, in one sentence; null where there is none. */
export const healthOf = ({ keyState, freshness, nowMs }: HealthInput): Health => {
  const keyReason = KEY_REASONS[keyState]
  if (keyReason !== undefined) return { health: 'attention', ...keyReason }
  const failed = freshness.filter(({ error }) => error !== null)
  const worst = failed.find(({ error }) => error !== null && NEEDS_PERSON.has(error.kind)) ?? failed[0]
  if (worst?.error != null) {
    const health = NEEDS_PERSON.has(worst.error.kind) ? 'attention' : 'warning'
    return { health, healthReason: `${worst.dataset}: ${worst.error.message}`, healthCause: worst.error.kind }
  }
  const fetchedAtMs = freshness.find(({ dataset }) => dataset === 'rankings')?.fetchedAtMs ?? null
  if (fetchedAtMs === null) return { health: 'empty', healthReason: 'Not synced yet.', healthCause: 'never' }
  const hours = Math.floor((nowMs - fetchedAtMs) / HOUR_MS)
  if (hours < STALE_AFTER_HOURS) return { health: 'ok', healthReason: null, healthCause: null }
  const healthReason = `Rankings were last synced ${Math.floor(hours / 24)} days ago.`
  return { health: 'warning', healthReason, healthCause: 'stale' }
}
