// What is synced next, and when it is retried: rules without state.
import type { Brand } from '../../src-shared/desk/brands.ts'
import type { DeskErrorValue } from '../../src-shared/desk/errors.ts'
import type { Dataset, SyncStatusRow } from '../../src-shared/desk/sync.ts'
import { MINUTE_MS } from '../base/clock.ts'

/** Why a pair is synced: what the person views comes before the person's run, and both before the background. */
export type Origin = 'view' | 'run' | 'background'

const ORIGIN_RANK: Readonly<Record<Origin, number>> = { view: 2_000, run: 1_000, background: 0 }
const DATASET_RANK: Readonly<Record<Dataset, number>> = {
  rankings: 300,
  tracked: 200,
  clusters: 200,
  prospects: 200,
  contacts: 200,
  outbox: 200,
  mailboxes: 200,
  connectors: 200,
  visibility: 200,
  history: 100,
}

/** The larger number is synced first. */
export const priorityOf = (origin: Origin, dataset: Dataset): number => ORIGIN_RANK[origin] + DATASET_RANK[dataset]

/** Less than the difference of two datasets. */
const BEGUN = 50

/** Of requests that wait for the limiter, the larger number goes first: a pair that has begun ends before another begins. */
export const urgencyOf = (task: { readonly origin: Origin; readonly dataset: Dataset }, hasBegun: boolean): number =>
  priorityOf(task.origin, task.dataset) + (hasBegun ? BEGUN : 0)

/** What is synced first comes first, where all have the same origin. */
export const inOrder = <Read extends { readonly dataset: Dataset }>(pairs: readonly Read[]): Read[] =>
  pairs.toSorted((one, other) => DATASET_RANK[other.dataset] - DATASET_RANK[one.dataset])

/** One brand × dataset, with times as numbers. */
export type Pair = Omit<SyncStatusRow, 'fetchedAt' | 'nextTryAt'> & {
  readonly fetchedAtMs: number | null
  readonly nextTryAtMs: number | null
}

const RETRY_MAX_MINUTES = 60

/**
 * When the background tries a failed pair again: a minute, doubled each time up to an hour, with jitter; no sooner than
 * the service asked. null: not before the person has fixed the key.
 */
export const nextTryAtMs = (
  error: DeskErrorValue,
  { failures, nowMs, random }: { failures: number; nowMs: number; random: () => number },
): number | null => {
  if (error.kind === 'unauthorized') return null
  const minutes = Math.min(RETRY_MAX_MINUTES, 2 ** Math.max(0, failures - 1))
  const askedMs = (error.detail?.retryAfterSeconds ?? 0) * 1_000
  return nowMs + Math.max(askedMs, Math.round(minutes * MINUTE_MS * (0.5 + random() / 2)))
}

export type DueRules = {
  readonly nowMs: number
  readonly everyMinutes: number
  /** Whether this brand's service has an address and, for a demo brand, a running sandbox. */
  readonly isReachable: boolean
}

/** Whether the background may sync this brand at all. */
export const isEligible = (brand: Brand, { isReachable }: Pick<DueRules, 'isReachable'>): boolean =>
  isReachable && (brand.keyState === 'ok' || brand.keyState === 'unchecked' || brand.keyState === 'forbidden')

/** A time this far ahead was written while the clock was wrong. */
const AHEAD_MAX_MS = 24 * 60 * MINUTE_MS

/** Whether the background syncs this idle pair now. What was queued when the desk ended is due at once. */
export const isDue = (pair: Pair, brand: Brand, rules: DueRules): boolean => {
  const { nowMs, everyMinutes } = rules
  if (!isEligible(brand, rules)) return false
  if (pair.state === 'queued' || pair.state === 'running') return true
  if (everyMinutes === 0) return false
  if (pair.state === 'never') return true
  const isPassed = (atMs: number) => nowMs >= atMs || atMs - nowMs > AHEAD_MAX_MS
  if (pair.state === 'ok') return isPassed((pair.fetchedAtMs ?? 0) + everyMinutes * MINUTE_MS)
  // It failed because of the key: due once the brand has a working one.
  if (pair.nextTryAtMs === null) return pair.error?.kind === 'unauthorized'
  return isPassed(pair.nextTryAtMs)
}

/** What was never read comes first, then the oldest: where the time until the desk ends is short, none is always the last. */
export const oldestFirst = <Read extends Pick<Pair, 'fetchedAtMs'>>(pairs: readonly Read[]): Read[] =>
  pairs.toSorted((one, other) => (one.fetchedAtMs ?? 0) - (other.fetchedAtMs ?? 0))
