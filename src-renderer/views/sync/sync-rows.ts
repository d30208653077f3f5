import type { Brand } from '../../../src-shared/desk/brands.ts'
import type { DeskErrorValue } from '../../../src-shared/desk/errors.ts'
import type { Dataset, SyncRun, SyncStatusRow } from '../../../src-shared/desk/sync.ts'
import { brandText } from '../../../src-shared/desk/values/brand-look.ts'
import { fuzzyFilter } from '../../../src-shared/desk/values/fuzzy.ts'
import { MINUTE_MS } from '../../../src-shared/service/durations.ts'
import { triesByItself } from '../../format/brand-sign.ts'
import { freshnessOf } from '../../format/freshness.ts'
import { formatWhole, plural } from '../../format/numbers.ts'
import { capitalise } from '../../format/text.ts'
import type { BrandSync } from '../../state/sync.ts'

/** The order in which a sync fetches them, and the columns of the matrix. */
export const SYNC_COLUMNS: readonly Dataset[] = [
  'rankings',
  'history',
  'tracked',
  'clusters',
  'prospects',
  'contacts',
  'outbox',
  'mailboxes',
  'connectors',
  'visibility',
]

export type SyncRow = { readonly brand: Brand; readonly sync: BrandSync }

/** One cause of failures, with every brand that met it and what of it did not come. */
export type Problem = {
  readonly error: DeskErrorValue
  readonly brands: readonly Brand[]
  readonly datasets: readonly Dataset[]
  /** The earliest; null where nothing is tried by itself. */
  readonly nextTryAt: string | null
}

const rowsOf = (sync: BrandSync): readonly SyncStatusRow[] => Object.values(sync)

const TOGETHER_MS = 5 * MINUTE_MS

type Together = { readonly fromMs: number; readonly until: string }

/** The last minutes of the last run; of a desk that has not synced since it started, those before its newest rows. */
const togetherOf = (byBrand: ReadonlyMap<string, BrandSync>, run: SyncRun | null): Together | null => {
  if (run !== null && run.endedAt === null) return null
  const times = Array.from(byBrand.values()).flatMap((sync) => rowsOf(sync).flatMap(({ fetchedAt }) => fetchedAt ?? []))
  const until = run?.endedAt ?? times.reduce((newest, one) => (one > newest ? one : newest), '')
  if (until === '') return null
  return { until, fromMs: Math.max(Date.parse(run?.startedAt ?? '0000-01-01'), Date.parse(until) - TOGETHER_MS) }
}

/** What was read together has one age: seconds apart, cells said another minute. */
const withOneAge = (sync: BrandSync, together: Together | null): BrandSync => {
  if (together === null) return sync
  const { fromMs, until } = together
  const isOfIt = ({ fetchedAt }: SyncStatusRow) =>
    fetchedAt !== null && fetchedAt <= until && Date.parse(fetchedAt) >= fromMs
  return Object.fromEntries(
    Object.entries(sync).map(([dataset, row]) => [dataset, isOfIt(row) ? { ...row, fetchedAt: until } : row]),
  )
}

type Shown = { readonly text: string; readonly isFailedOnly: boolean; readonly run: SyncRun | null }

export const syncRows = (
  brands: readonly Brand[],
  byBrand: ReadonlyMap<string, BrandSync>,
  { text, isFailedOnly, run }: Shown,
): readonly SyncRow[] => {
  const together = togetherOf(byBrand, run)
  return fuzzyFilter(text, brands, brandText)
    .map((brand) => ({ brand, sync: withOneAge(byBrand.get(brand.id) ?? {}, together) }))
    .filter(({ sync }) => !isFailedOnly || rowsOf(sync).some((row) => row.state === 'failed'))
}

/** `12 brands fresh · 0 stale · 0 failed`: each brand once, by its worst dataset. */
export const summaryLabel = (
  brands: readonly Brand[],
  byBrand: ReadonlyMap<string, BrandSync>,
  nowMs: number,
): string => {
  const counts = { fresh: 0, stale: 0, failed: 0 }
  for (const brand of brands) {
    const rows = rowsOf(byBrand.get(brand.id) ?? {})
    const isFresh = rows.length > 0 && rows.every((row) => freshnessOf(row.fetchedAt, nowMs, row.dataset) === 'fresh')
    counts[failuresOf(brand, byBrand.get(brand.id) ?? {}).length > 0 ? 'failed' : isFresh ? 'fresh' : 'stale'] += 1
  }
  const { fresh, stale, failed } = counts
  return `${plural(fresh, 'brand')} fresh · ${formatWhole(stale)} stale · ${formatWhole(failed)} failed`
}

const earliest = (left: string | null, right: string | null): string | null =>
  left === null || (right !== null && right < left) ? right : left

/** A message without the brand's name in front, for places that show the name beside it. */
export const withoutName = (message: string, name: string): string =>
  message.startsWith(`${name}: `) ? capitalise(message.slice(name.length + 2)) : message

const MISSING_KEY: DeskErrorValue = {
  kind: 'keychain',
  message: 'No key on this computer. Add the key to sync this brand.',
}

const UNCONFIRMED: DeskErrorValue = {
  kind: 'unauthorized',
  message: 'The service address changed. Nothing is sent until you confirm it for this brand.',
}

type Failure = Omit<Problem, 'brands' | 'datasets'> & { readonly dataset: Dataset | null }

/** Without a key that may be sent nothing is tried, whatever the last try had said. */
const failuresOf = (brand: Brand, sync: BrandSync): readonly Failure[] => {
  if (brand.keyState === 'missing') return [{ error: MISSING_KEY, dataset: null, nextTryAt: null }]
  if (brand.keyState === 'unconfirmed') return [{ error: UNCONFIRMED, dataset: null, nextTryAt: null }]
  return rowsOf(sync).flatMap(({ state, error, dataset, nextTryAt }) =>
    state === 'failed' && error !== null
      ? [{ error, dataset, nextTryAt: triesByItself(brand.keyState) ? nextTryAt : null }]
      : [],
  )
}

/** A service that is away or ill is one cause, whatever was asked of it; an address or a reply is one operation's. */
const causeOf = (error: DeskErrorValue, brand: Brand): string => {
  const { kind, message, detail } = error
  if (kind === 'network') return kind
  if (kind === 'service' || kind === 'rate-limited') return `${kind} ${detail?.status} ${detail?.serviceText}`
  const action = nextActionOf(error)
  const operation = action === 'service' || action === 'doctor' ? detail?.operation : undefined
  return [kind, operation, detail?.serviceText ?? withoutName(message, brand.name)].join(' ')
}

/** What went wrong, cause by cause: the same fault of two hundred brands is one problem. */
export const problems = (brands: readonly Brand[], byBrand: ReadonlyMap<string, BrandSync>): readonly Problem[] => {
  const byCause = new Map<string, Problem>()
  for (const brand of brands)
    for (const { error, dataset, nextTryAt } of failuresOf(brand, byBrand.get(brand.id) ?? {})) {
      const cause = causeOf(error, brand)
      const known = byCause.get(cause)
      byCause.set(cause, {
        error: known?.error ?? error,
        brands: [...new Set([...(known?.brands ?? []), brand])],
        datasets: [...new Set([...(known?.datasets ?? []), ...(dataset === null ? [] : [dataset])])],
        nextTryAt: earliest(known?.nextTryAt ?? null, nextTryAt),
      })
    }
  return [...byCause.values()]
}

export type NextAction = 'key' | 'service' | 'doctor' | 'retry'

/** The one next action for an error: what a person can do about it. */
export const nextActionOf = ({ kind }: DeskErrorValue): NextAction => {
  if (kind === 'unauthorized' || kind === 'forbidden' || kind === 'keychain') return 'key'
  if (kind === 'not-found' || kind === 'invalid') return 'service'
  return kind === 'bad-response' ? 'doctor' : 'retry'
}
