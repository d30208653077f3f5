// Runs of playbooks: of the desk that started them, in a team too. A run is one row; its steps are what the state machine
// keeps, so that a change is one write of one row.
import type { CallOutput, ParsedInput } from '../../../src-shared/desk/contract.ts'
import { DeskError } from '../../../src-shared/desk/errors.ts'
import type { Run, RunRow, RunStep, Step } from '../../../src-shared/desk/playbooks.ts'
import type { RunState } from '../../../src-shared/desk/values/playbook-names.ts'
import { DAY_MS, toInstant, toInstantOrNull } from '../../base/clock.ts'
import { assertBrand } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'
import { listPage } from '../../store/paging.ts'
import { holds, isOneOf, searchText } from '../../store/search-text.ts'
import { apply, currentStep, newStep, nextOf, type RunEvent, runState } from '../rules/machine.ts'

type Record = {
  readonly no: number
  readonly playbookId: string
  readonly name: string
  readonly brandId: string | null
  readonly state: RunState
  readonly startedAtMs: number
  readonly endedAtMs: number | null
  readonly startedBy: string | null
  readonly steps: string
}

const COLUMNS = `no, playbook_id AS playbookId, name, brand_id AS brandId, state, started_at_ms AS startedAtMs,
  ended_at_ms AS endedAtMs, started_by AS startedBy, steps`

const KEPT_MS = 400 * DAY_MS

const toRun = ({ no, startedAtMs, endedAtMs, steps, ...row }: Record): Run => ({
  ...row,
  id: `r${no}`,
  startedAt: toInstant(startedAtMs),
  endedAt: toInstantOrNull(endedAtMs),
  isCancelled: row.state === 'cancelled',
  steps: JSON.parse(steps) as RunStep[], // as saved below
})

const toRow = (record: Record): RunRow => {
  const { steps, isCancelled: _, ...run } = toRun(record)
  const counted = (states: readonly RunStep['state'][]) => steps.filter(({ state }) => states.includes(state)).length
  const current = run.state === 'done' || run.state === 'cancelled' ? null : (currentStep({ steps }) ?? null)
  return { ...run, done: counted(['done', 'skipped']), failed: counted(['failed']), total: steps.length, current }
}

const find = ({ core }: ReadableDb, no: number): Record | undefined =>
  prepared<Record>(core, `SELECT ${COLUMNS} FROM playbook_run WHERE no = ?`).get(no)

/** Throws not-found. */
export const getRun = (db: ReadableDb, { no }: { no: number }): Run => {
  const record = find(db, no)
  if (record === undefined) throw new DeskError('not-found', `There is no playbook run r${no} on this desk.`)
  return toRun(record)
}

/** Runs that go on without a person, in their order. */
export const runsToGoOn = ({ core }: ReadableDb, _args: globalThis.Record<string, never>): number[] =>
  prepared<{ no: number }>(core, 'SELECT no FROM playbook_run WHERE has_next = 1 ORDER BY no')
    .all()
    .map(({ no }) => no)

const URGENCY = `CASE state WHEN 'waiting' THEN 0 WHEN 'failed' THEN 1 WHEN 'running' THEN 2 ELSE 3 END`

export const runsPage = (db: ReadableDb, input: ParsedInput<'playbooks.runs'>): CallOutput<'playbooks.runs'> => {
  const { rows, ...page } = listPage<Record>(db.core, input, {
    columns: COLUMNS,
    from: 'playbook_run',
    conditions: [
      isOneOf('brand_id', input.brandIds === 'all' ? undefined : input.brandIds),
      isOneOf('state', input.filter.state),
      holds('folded', input.search),
    ],
    keys: [
      { by: 'urgency', sql: URGENCY, direction: 'asc', nullable: false },
      { by: 'startedAt', sql: 'started_at_ms', direction: 'desc', nullable: false },
    ],
    tie: 'no',
  })
  return { rows: rows.map(toRow), ...page, freshAsOf: null }
}

/** Those that a person has to look at: of these brands, and of none where all brands are asked for. */
export const runsWaiting = (
  { core }: ReadableDb,
  { brandIds, isAll }: { brandIds: readonly string[]; isAll: boolean },
): RunRow[] =>
  prepared<Record>(
    core,
    `SELECT ${COLUMNS} FROM playbook_run WHERE state IN ('waiting', 'failed')
      AND (brand_id IN (SELECT value FROM json_each(?)) OR (? AND brand_id IS NULL)) ORDER BY no`,
  )
    .all(JSON.stringify(brandIds), isAll ? 1 : 0)
    .map(toRow)

const INSERT = `INSERT INTO playbook_run (playbook_id, name, brand_id, state, has_next, started_at_ms, started_by, steps, folded)
  VALUES (@playbookId, @name, @brandId, 'running', 1, @atMs, @by, @steps, @folded)`
const OPEN = `SELECT no FROM playbook_run WHERE playbook_id = ? AND brand_id IS ? AND state NOT IN ('done', 'cancelled')`

type NewRuns = {
  readonly playbook: { readonly id: string; readonly name: string; readonly steps: readonly Step[] }
  /** `null`: one that adds its brand. */
  readonly brandIds: readonly (string | null)[]
  readonly by: string | null
  readonly atMs: number
}
type Begun = { readonly nos: number[]; readonly left: { brandId: string; no: number }[] }

/** A brand where the playbook runs already is left out. Throws not-found for an unknown brand. */
export const beginRuns = (db: WritableDb, { playbook, brandIds, by, atMs }: NewRuns): Begun =>
  db.core
    .transaction((): Begun => {
      prepared(db.core, 'DELETE FROM playbook_run WHERE ended_at_ms < ?').run(atMs - KEPT_MS)
      const begun: Begun = { nos: [], left: [] }
      for (const brandId of brandIds) {
        if (brandId !== null) assertBrand(db, brandId)
        const open = prepared<{ no: number }>(db.core, OPEN).get(playbook.id, brandId)
        if (open !== undefined && brandId !== null) {
          begun.left.push({ brandId, no: open.no })
          continue
        }
        const { id: playbookId, name } = playbook
        const steps = JSON.stringify(playbook.steps.map(newStep))
        const row = { playbookId, name, brandId, atMs, by, steps, folded: searchText([name]) }
        begun.nos.push(Number(prepared(db.core, INSERT).run(row).lastInsertRowid))
      }
      return begun
    })
    .immediate()

const SAVE = `UPDATE playbook_run SET state = @state, has_next = @hasNext, ended_at_ms = @endedAtMs, steps = @steps,
  brand_id = coalesce(@brandId, brand_id) WHERE no = @no`

type Change = {
  readonly no: number
  readonly event: RunEvent
  readonly atMs: number
  /** The brand that the run has added. */
  readonly brandId?: string | undefined
}

/** The run after the event; null: the event is not allowed, or the run is gone with its brand. */
export const changeRun = (db: WritableDb, { no, event, atMs, brandId }: Change): Run | null =>
  db.core
    .transaction(() => {
      const record = find(db, no)
      if (record === undefined) return null
      const before = toRun(record)
      const after = apply(before, event, atMs)
      if (after === null) return null
      if (brandId !== undefined) assertBrand(db, brandId)
      const state = runState(after)
      const isOver = state === 'done' || state === 'cancelled'
      prepared(db.core, SAVE).run({
        no,
        state,
        hasNext: nextOf(after) === null ? 0 : 1,
        endedAtMs: isOver ? (record.endedAtMs ?? atMs) : null,
        steps: JSON.stringify(after.steps),
        brandId: brandId ?? null,
      })
      return getRun(db, { no })
    })
    .immediate()
