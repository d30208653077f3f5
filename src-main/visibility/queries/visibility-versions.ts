// Which AI models were on and how often they were refreshed, each time that it was another than before. In core.db, because a
// new cache.db would not know what was before.
import { isDeepStrictEqual } from 'node:util'
import { assertBrand } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'
import type { EventsOf } from '../../store/time-span.ts'
import { createVersionChanges, type VersionChange } from '../../store/version-changes.ts'
import { listVisibility } from './ai-visibility.ts'

/** What AI tracking of a brand is set to. A part that was never read is null. */
export type VisibilityState = {
  /** By id: its name, and 1 where it is on. */
  readonly models: readonly (readonly [id: string, name: string, isOn: number])[] | null
  readonly intervalDays: number | null
}

type VisibilityChange =
  | { readonly kind: 'model'; readonly on: readonly string[]; readonly off: readonly string[] }
  | { readonly kind: 'interval'; readonly from: number; readonly to: number }

/** Models that were switched, and another interval. A model that came or went was not switched by anybody. */
export const changesBetween = (before: VisibilityState, after: VisibilityState): VisibilityChange[] => {
  const was = new Map(before.models?.map(([id, , isOn]) => [id, isOn]))
  const switched = (after.models ?? []).filter(([id, , isOn]) => was.has(id) && was.get(id) !== isOn)
  const names = (wanted: number) => switched.filter(([, , isOn]) => isOn === wanted).map(([, name]) => name)
  const [from, to] = [before.intervalDays, after.intervalDays]
  return [
    ...(switched.length === 0 ? [] : [{ kind: 'model' as const, on: names(1), off: names(0) }]),
    ...(from === null || to === null || from === to ? [] : [{ kind: 'interval' as const, from, to }]),
  ]
}

type Row = { readonly models: string | null; readonly intervalDays: number | null }
const toState = ({ models, intervalDays }: Row): VisibilityState => ({
  models: models === null ? null : (JSON.parse(models) as VisibilityState['models']), // as saveVersion wrote it
  intervalDays,
})

type Version = { readonly state: VisibilityState; readonly atMs: number }
const LAST = `SELECT models, interval_days AS intervalDays, at_ms AS atMs FROM visibility_version WHERE brand_id = ?
  ORDER BY no DESC LIMIT 1`
const lastVersion = ({ core }: ReadableDb, brandId: string): Version | null => {
  const row = prepared<Row & { readonly atMs: number }>(core, LAST).get(brandId)
  return row === undefined ? null : { state: toState(row), atMs: row.atMs }
}

/**
 * What was last read of a brand and when, where it is another state than the last version has; null: there is nothing new.
 * A part that was read before the last version says nothing new: another desk of the team may have changed it since.
 */
export const newVisibility = (db: ReadableDb, { brandId }: { brandId: string }): Version | null => {
  const [read] = listVisibility(db, { brandIds: [brandId] })
  if (read === undefined) return null
  const last = lastVersion(db, brandId)
  const isNews = (atMs: number | null) => atMs !== null && (last === null || atMs >= last.atMs)
  const { models, interval } = {
    models: isNews(read.modelsAtMs) ? read.models : null,
    interval: isNews(read.intervalAtMs) ? read.interval : null,
  }
  const pairs = models?.map(({ modelId, name, isActive }) => [modelId, name ?? modelId, isActive ? 1 : 0] as const)
  const state = {
    models: pairs?.toSorted(([one], [other]) => (one < other ? -1 : 1)) ?? last?.state.models ?? null,
    intervalDays: interval?.effectiveInterval ?? last?.state.intervalDays ?? null,
  }
  const atMs = Math.max(models === null ? 0 : (read.modelsAtMs ?? 0), interval === null ? 0 : (read.intervalAtMs ?? 0))
  return isDeepStrictEqual(state, last?.state) || atMs === 0 ? null : { state, atMs }
}

const INSERT = `INSERT INTO visibility_version (brand_id, at_ms, is_by_desk, models, interval_days)
  VALUES (@brandId, @atMs, @isByDesk, @models, @intervalDays)`

export type SaveVersionArgs = {
  readonly brandId: string
  readonly atMs: number
  readonly isByDesk: boolean
  readonly state: VisibilityState
}

/** Nothing where the newest version is the same or was read later: another desk of the team may have been first. */
export const saveVersion = (db: WritableDb, { brandId, atMs, isByDesk, state }: SaveVersionArgs): void =>
  db.core
    .transaction(() => {
      assertBrand(db, brandId)
      const last = lastVersion(db, brandId)
      if (last !== null && (last.atMs > atMs || isDeepStrictEqual(state, last.state))) return
      const models = state.models === null ? null : JSON.stringify(state.models)
      prepared(db.core, INSERT).run({
        brandId,
        atMs,
        isByDesk: isByDesk ? 1 : 0,
        models,
        intervalDays: state.intervalDays,
      })
    })
    .immediate()

const versionChanges = createVersionChanges({
  table: 'visibility_version',
  columns: ['models', 'interval_days'],
  toValue: (row) => toState({ models: row.models, intervalDays: row.interval_days } as Row), // the columns' own types
  changesOf: changesBetween,
  kindOf: ({ kind }) => kind,
})

/** Changes of a kind, by anybody. The first state that the desk saw is no change. */
export const visibilityEvents = (
  { core }: ReadableDb,
  kind: VisibilityChange['kind'],
): EventsOf<VersionChange<VisibilityChange>> => versionChanges(core, kind)
