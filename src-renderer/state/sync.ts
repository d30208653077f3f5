// The sync state by brand: read once, then updated by events.
import { create } from 'zustand'
import type { Brand } from '../../src-shared/desk/brands.ts'
import type { CallInput } from '../../src-shared/desk/contract.ts'
import type { Dataset, RunOrigin, SyncRun, SyncStatusRow } from '../../src-shared/desk/sync.ts'
import { runToShow } from '../../src-shared/desk/values/run-to-show.ts'
import { ask } from '../data/desk.ts'
import { countedBrands, useBrands } from './brands.ts'
import { useLocation } from './location.ts'
import { orNotify } from './notices.ts'

export type BrandSync = Readonly<Partial<Record<Dataset, SyncStatusRow>>>
export type Waiting = { readonly brandId: string; readonly operation: string; readonly untilMs: number }

type Sync = {
  /** False until the desk has answered for the first time. */
  readonly isLoaded: boolean
  readonly byBrand: ReadonlyMap<string, BrandSync>
  /** The running sync of the person or the interval, else the last one. */
  readonly run: SyncRun | null
  /** The desk's own run that watches outreach. */
  readonly watch: SyncRun | null
  readonly waits: readonly Waiting[]
}

export const useSync = create<Sync>()(() => ({
  isLoaded: false,
  byBrand: new Map(),
  run: null,
  watch: null,
  waits: [],
}))

const withRows = (
  byBrand: ReadonlyMap<string, BrandSync>,
  rows: readonly SyncStatusRow[],
): ReadonlyMap<string, BrandSync> => {
  const next = new Map(byBrand)
  for (const row of rows) next.set(row.brandId, { ...next.get(row.brandId), [row.dataset]: row })
  return next
}

/** The newest run of each origin. */
const runs = new Map<RunOrigin, SyncRun>()
const shownRuns = () => ({ run: runToShow([...runs.values()]), watch: runs.get('watch') ?? null })

type Progress = { readonly run: SyncRun; readonly pair: SyncStatusRow | undefined }

/** For each reply under way: what came meanwhile, which is newer than the reply. */
const meanwhile = new Set<Progress[]>()

export const loadSync = async (): Promise<void> => {
  const newer: Progress[] = []
  meanwhile.add(newer)
  const reply = await ask('sync.status', { brandIds: 'all' })
  meanwhile.delete(newer)
  if (!reply.ok) return
  const { rows, run, watch } = reply.value
  runs.clear()
  for (const one of [run, watch, ...newer.map((each) => each.run)]) if (one !== null) runs.set(one.origin, one)
  const changed = newer.flatMap(({ pair }) => pair ?? [])
  useSync.setState({ isLoaded: true, byBrand: withRows(withRows(new Map(), rows), changed), ...shownRuns() })
}

/** Of one brand and operation the newest counts. */
const withWaits = (waits: readonly Waiting[], newer: readonly Waiting[]): readonly Waiting[] => {
  const byPlace = new Map([...waits, ...newer].map((wait) => [`${wait.brandId} ${wait.operation}`, wait]))
  return [...byPlace.values()].filter(({ untilMs }) => untilMs > Date.now())
}

// Hundreds of pairs change in one second of a large sync, or begin to wait: they are shown together, a few times a second.
const pending: { rows: SyncStatusRow[]; waits: Waiting[]; timer: ReturnType<typeof setTimeout> | undefined } = {
  rows: [],
  waits: [],
  timer: undefined,
}
const FLUSH_MS = 150

const flush = () => {
  const { rows, waits } = pending
  Object.assign(pending, { rows: [], waits: [], timer: undefined })
  useSync.setState((state) => ({
    byBrand: rows.length === 0 ? state.byBrand : withRows(state.byBrand, rows),
    waits: waits.length === 0 ? state.waits : withWaits(state.waits, waits),
    ...shownRuns(),
  }))
}

export const applySyncProgress = (run: SyncRun, pair: SyncStatusRow | undefined): void => {
  for (const newer of meanwhile) newer.push({ run, pair })
  runs.set(run.origin, run)
  if (pair !== undefined) pending.rows.push(pair)
  pending.timer ??= setTimeout(flush, FLUSH_MS)
}

export const applyWaiting = (waiting: Waiting): void => {
  pending.waits.push(waiting)
  pending.timer ??= setTimeout(flush, FLUSH_MS)
}

export const runSync = (input: CallInput<'sync.run'>) =>
  orNotify('The sync could not be started', ask('sync.run', input))

export const cancelSync = async (input: CallInput<'sync.cancel'>): Promise<void> => {
  const reply = await orNotify('The sync could not be cancelled', ask('sync.cancel', input))
  if (reply.ok) await loadSync()
}

export const isRunning = (run: SyncRun | null): boolean => run !== null && run.endedAt === null

type SyncByBrand = ReadonlyMap<string, BrandSync>

/** Those whose figures the page shows: demo brands are not added up with a person's own. */
const inScope = (byBrand: SyncByBrand, scope: string, brands: readonly Brand[]): readonly BrandSync[] => {
  if (scope !== 'all') return [byBrand.get(scope) ?? {}]
  const counted = new Set(countedBrands(brands))
  const hidden = new Set(brands.filter((brand) => !counted.has(brand)).map(({ id }) => id))
  return [...byBrand].filter(([brandId]) => !hidden.has(brandId)).map(([, brand]) => brand)
}

/** When the oldest rows in scope were fetched, rankings by default; null where nothing is known. */
export const oldestSync = (
  byBrand: SyncByBrand,
  scope: string,
  dataset: Dataset = 'rankings',
  brands = useBrands.getState().list,
): string | null =>
  inScope(byBrand, scope, brands)
    .flatMap((brand) => brand[dataset]?.fetchedAt ?? [])
    .sort()[0] ?? null

/** Whether the last sync of a dataset, or of any, failed for a brand in scope. */
export const hasFailed = (
  byBrand: SyncByBrand,
  scope: string,
  dataset?: Dataset,
  brands = useBrands.getState().list,
): boolean =>
  inScope(byBrand, scope, brands).some((brand) =>
    Object.values(brand).some((row) => row.state === 'failed' && (dataset === undefined || row.dataset === dataset)),
  )

/** Brands whose last sync did not reach the service, and when the first of them is retried. */
export const unreachableBrands = (
  byBrand: ReadonlyMap<string, BrandSync>,
  isTried: (brandId: string) => boolean = () => true,
): { readonly brandIds: string[]; readonly nextTryAt: string | null } => {
  const rows = [...byBrand.values()]
    .flatMap((brand) => Object.values(brand))
    .filter((row) => row.state === 'failed' && row.error?.kind === 'network' && isTried(row.brandId))
  const tries = rows.map((row) => row.nextTryAt).filter((instant) => instant !== null)
  return { brandIds: [...new Set(rows.map((row) => row.brandId))], nextTryAt: tries.sort()[0] ?? null }
}

/** A brand counts as opened when the person stays on it this long. */
const STAY_MS = 400

/** Notifies the desk which brand is in view, so that it is synced first. A refusal changes nothing for the person. */
export const notifyPriority = (): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  return useLocation.subscribe(({ scope }, { scope: before }) => {
    if (scope === before) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (useBrands.getState().byId.has(scope)) void ask('sync.prioritise', { brandIds: [scope] })
    }, STAY_MS)
  })
}
