// Which AI models were on and how often they were refreshed, each time that it was another than before. In core.db, because a
// new cache.db would not know what was before.
import { isDeepStrictEqual } from 'node:util'
import { assertBrand } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'
import type { RoomMigration } from '../../store/migrate.ts'
import type { EventsOf } from '../../store/time-span.ts'
import { createVersionChanges, type VersionChange } from '../../store/version-changes.ts'
import { changesBetween, type VisibilityChange, type VisibilityState } from '../rules/visibility-changes.ts'
import { listVisibility } from './ai-visibility.ts'

/** `models`: pairs of name and 1 for on, by id; null: never read. `interval_days`: as the service refreshes. */
export const visibilityVersions: RoomMigration = {
  name: 'visibility versions',
  landed: '45fd481201e0cdd5',
  up: (db) =>
    db.exec(`CREATE TABLE visibility_version (
      no INTEGER PRIMARY KEY AUTOINCREMENT,
      brand_id TEXT NOT NULL,
      at_ms INTEGER NOT NULL,
      is_by_desk INTEGER NOT NULL,
      models TEXT,
      interval_days INTEGER,
      made_by TEXT,
      changed_by TEXT,
      changed_at_ms INTEGER
    ) STRICT;
    CREATE INDEX visibility_version_by_brand ON visibility_version (brand_id, no)`),
}

type Row = { readonly models: string | null; readonly intervalDays: number | null }
const toState = ({ models, intervalDays }: Row): VisibilityState => ({
  models: models === null ? null : (JSON.parse(models) as VisibilityState['models']), // as saveVersion wrote it
  intervalDays,
})

const LAST = `SELECT models, interval_days AS intervalDays FROM visibility_version WHERE brand_id = ?
  ORDER BY no DESC LIMIT 1`
const lastState = ({ core }: ReadableDb, brandId: string): VisibilityState | null => {
  const row = prepared<Row>(core, LAST).get(brandId)
  return row === undefined ? null : toState(row)
}

/** What the last sync read of a brand, where it is another state than the last version has; null: there is nothing new. */
export const newVisibility = (db: ReadableDb, { brandId }: { brandId: string }): VisibilityState | null => {
  const [read] = listVisibility(db, { brandIds: [brandId] })
  if (read === undefined) return null
  const last = lastState(db, brandId)
  const models = read.models?.map(
    ({ modelId, name, isActive }) => [modelId, name ?? modelId, isActive ? 1 : 0] as const,
  )
  const now = {
    models: models?.toSorted(([one], [other]) => (one < other ? -1 : 1)) ?? last?.models ?? null,
    intervalDays: read.interval?.effectiveInterval ?? last?.intervalDays ?? null,
  }
  return isDeepStrictEqual(now, last) ? null : now
}

const INSERT = `INSERT INTO visibility_version (brand_id, at_ms, is_by_desk, models, interval_days)
  VALUES (@brandId, @atMs, @isByDesk, @models, @intervalDays)`

export type SaveVersionArgs = {
  readonly brandId: string
  readonly atMs: number
  readonly isByDesk: boolean
  readonly state: VisibilityState
}

/** Nothing where it is the newest version already: another desk of the team may have been first. */
export const saveVersion = (db: WritableDb, { brandId, atMs, isByDesk, state }: SaveVersionArgs): void =>
  db.core
    .transaction(() => {
      assertBrand(db, brandId)
      if (isDeepStrictEqual(state, lastState(db, brandId))) return
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
  kindsOf: (before, after) => changesBetween(before, after).map(({ kind }) => kind),
})

/** Changes of a kind, by anybody. The first state that the desk saw is no change. */
export const visibilityEvents = ({ core }: ReadableDb, kind: VisibilityChange['kind']): EventsOf<VersionChange> =>
  versionChanges(core, kind)

const STATE = 'SELECT models, interval_days AS intervalDays FROM visibility_version WHERE no = ?'

/** What a version changed. */
export const visibilityChanges = ({ core }: ReadableDb, { before, no }: VersionChange): VisibilityChange[] => {
  const [old, now] = [before, no].map((one) => prepared<Row>(core, STATE).get(one))
  return old === undefined || now === undefined ? [] : changesBetween(toState(old), toState(now))
}
