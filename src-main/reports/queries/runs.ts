// Runs and their packs: rows of this desk, which has their files.
import { DeskError } from '../../../src-shared/desk/errors.ts'
import type { ReportFile, ReportPack, ReportRun, ReportTemplate } from '../../../src-shared/desk/reports.ts'
import { toInstant } from '../../base/clock.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'

/** Paths of files are below the exports folder; the room makes them absolute. */
export type StoredFile = Omit<ReportFile, 'path'>
export type StoredPack = Omit<ReportPack, 'files'> & { readonly files: readonly StoredFile[] }
export type StoredRun = Omit<ReportRun, 'zip'> & {
  readonly zip: Omit<StoredFile, 'format'> | null
  readonly template: ReportTemplate
}

export type RunRow = Omit<
  StoredRun,
  'id' | 'startedAt' | 'endedAt' | 'period' | 'formats' | 'asZip' | 'zip' | 'template' | 'templateName' | 'language'
> & {
  readonly no: number
  readonly template: string
  readonly periodFrom: string
  readonly periodTo: string
  readonly formats: string
  readonly asZip: number
  readonly zip: string | null
  readonly startedAtMs: number
  readonly endedAtMs: number | null
}

const COUNT = (states: string) => `(SELECT count(*) FROM report_pack WHERE run_no = run.no AND state IN (${states}))`
export const RUN_COLUMNS = `run.no, template_id AS templateId, template, period_from AS periodFrom, period_to AS periodTo, folder,
    formats, as_zip AS asZip, schedule_id AS scheduleId, run.state, started_at_ms AS startedAtMs,
    run.ended_at_ms AS endedAtMs, zip, message, (SELECT count(*) FROM report_pack WHERE run_no = run.no) AS total, ${COUNT("'done'")} AS done,
    ${COUNT("'failed'")} AS failed, ${COUNT("'review'")} AS toReview`
const RUN = `SELECT ${RUN_COLUMNS} FROM report_run AS run`

export const toRun = ({
  no,
  template,
  periodFrom,
  periodTo,
  formats,
  asZip,
  zip,
  startedAtMs,
  endedAtMs,
  ...row
}: RunRow): StoredRun => {
  const asItWas = JSON.parse(template) as ReportTemplate // as saved
  return {
    ...row,
    id: `r${no}`,
    template: asItWas,
    templateName: asItWas.name,
    language: asItWas.language,
    period: { from: periodFrom, to: periodTo },
    formats: JSON.parse(formats) as StoredRun['formats'], // as saved
    asZip: asZip === 1,
    zip: zip === null ? null : (JSON.parse(zip) as StoredRun['zip']), // as saved
    startedAt: toInstant(startedAtMs),
    endedAt: endedAtMs === null ? null : toInstant(endedAtMs),
  }
}

export type PackRow = Omit<StoredPack, 'id' | 'runId' | 'files' | 'endedAt'> & {
  readonly no: number
  readonly runNo: number
  readonly files: string
  readonly endedAtMs: number | null
}
export const PACK_COLUMNS = `pack.no, run_no AS runNo, brand_id AS brandId, pack.state, reason, summary, next_steps AS nextSteps, files,
    pages, pack.ended_at_ms AS endedAtMs`
const PACK = `SELECT ${PACK_COLUMNS} FROM report_pack AS pack`

export const toPack = ({ no, runNo, files, endedAtMs, ...row }: PackRow): StoredPack => ({
  ...row,
  id: `p${no}`,
  runId: `r${runNo}`,
  files: JSON.parse(files) as StoredFile[], // as saved
  endedAt: endedAtMs === null ? null : toInstant(endedAtMs),
})

const numberOf = (id: string): number => Number(id.slice(1))

export const getRun = (db: ReadableDb, runId: string): StoredRun => {
  const row = prepared<RunRow>(db.core, `${RUN} WHERE no = ?`).get(numberOf(runId))
  if (row === undefined) throw new DeskError('not-found', 'There is no such report run. It may have been removed.')
  return toRun(row)
}

const packsOf = (db: ReadableDb, runId: string): StoredPack[] =>
  prepared<PackRow>(db.core, `${PACK} WHERE run_no = ? ORDER BY no`).all(numberOf(runId)).map(toPack)

/** Throws not-found. */
export const readRun = (db: ReadableDb, { runId }: { runId: string }): { run: StoredRun; packs: StoredPack[] } => ({
  run: getRun(db, runId),
  packs: packsOf(db, runId),
})

/** A pack and its run. Throws not-found. */
export const readPack = (db: ReadableDb, { packId }: { packId: string }): { pack: StoredPack; run: StoredRun } => {
  const row = prepared<PackRow>(db.core, `${PACK} WHERE no = ?`).get(numberOf(packId))
  if (row === undefined) throw new DeskError('not-found', 'There is no such report. Its brand may have been removed.')
  return { pack: toPack(row), run: getRun(db, `r${row.runNo}`) }
}

const ADD_RUN = `
  INSERT INTO report_run (template_id, template, period_from, period_to, folder, formats, as_zip, schedule_id, state, started_at_ms)
  VALUES (@templateId, @template, @from, @to, @folder, @formats, @asZip, @scheduleId, @state, @atMs)`
const ADD_PACK = `INSERT INTO report_pack (run_no, brand_id, state)
  SELECT @runNo, id, @state FROM brand WHERE id = @brandId`

export type NewRun = {
  readonly template: ReportTemplate
  readonly period: ReportRun['period']
  readonly folder: string
  readonly formats: ReportRun['formats']
  readonly asZip: boolean
  readonly scheduleId: string | null
  readonly state: 'running' | 'review'
  readonly brandIds: readonly string[]
  readonly atMs: number
}

/** Brands that were removed meanwhile are left out. */
export const addRun = (db: WritableDb, run: NewRun): StoredRun =>
  db.core
    .transaction(() => {
      const { template, period, formats, asZip, state, brandIds } = run
      const { lastInsertRowid } = prepared(db.core, ADD_RUN).run({
        ...{ templateId: template.id, template: JSON.stringify(template), from: period.from, to: period.to },
        ...{ folder: run.folder, formats: JSON.stringify(formats), asZip: Number(asZip) },
        ...{ scheduleId: run.scheduleId, state, atMs: run.atMs },
      })
      const add = prepared(db.core, ADD_PACK)
      for (const brandId of brandIds)
        add.run({ runNo: lastInsertRowid, brandId, state: state === 'review' ? 'review' : 'waiting' })
      return getRun(db, `r${lastInsertRowid}`)
    })
    .immediate()

export type PackChange = Partial<Pick<StoredPack, 'state' | 'reason' | 'summary' | 'nextSteps' | 'files' | 'pages'>> & {
  readonly packId: string
  readonly endedAtMs?: number | null
  /** `conflict` unless it is in this state. */
  readonly onlyIf?: StoredPack['state']
}

const SAVE_PACK = `UPDATE report_pack SET state = @state, reason = @reason, summary = @summary, next_steps = @nextSteps,
    files = @files, pages = @pages, ended_at_ms = @endedAtMs WHERE no = @no`

/** Also returns its run, with what it adds up to now. Throws not-found, or `conflict`. */
export const savePack = (
  db: WritableDb,
  { packId, onlyIf, ...change }: PackChange,
): { pack: StoredPack; run: StoredRun } =>
  db.core
    .transaction(() => {
      const no = numberOf(packId)
      const row = prepared<PackRow>(db.core, `${PACK} WHERE no = ?`).get(no)
      if (row === undefined)
        throw new DeskError('not-found', 'There is no such report. Its brand may have been removed.')
      if (onlyIf !== undefined && row.state !== onlyIf)
        throw new DeskError(
          'conflict',
          'This report is no draft any more: its words are fixed. Create it again to change them.',
        )
      const next = { ...row, ...change, files: change.files === undefined ? row.files : JSON.stringify(change.files) }
      prepared(db.core, SAVE_PACK).run({ ...next, no })
      return { pack: toPack({ ...next, no }), run: getRun(db, `r${row.runNo}`) }
    })
    .immediate()

type RunChange = {
  readonly runId: string
  readonly state?: StoredRun['state']
  readonly endedAtMs?: number | null
  readonly zip?: StoredRun['zip']
  readonly message?: string | null
  /** Packs that are in one of `from`, all or these, change as well. */
  readonly packs?:
    | {
        readonly from: readonly StoredPack['state'][]
        readonly to: StoredPack['state']
        readonly ids?: readonly string[] | undefined
      }
    | undefined
}

const SAVE_RUN = `UPDATE report_run SET state = coalesce(@state, state),
    ended_at_ms = CASE WHEN @hasEnd THEN @endedAtMs ELSE ended_at_ms END,
    zip = CASE WHEN @hasZip THEN @zip ELSE zip END, message = CASE WHEN @hasMessage THEN @message ELSE message END
  WHERE no = @no`
const MOVE_PACKS = `UPDATE report_pack SET state = @to, reason = NULL WHERE run_no = @no
    AND state IN (SELECT value FROM json_each(@from)) AND (@ids IS NULL OR no IN (SELECT value FROM json_each(@ids)))`

/** Throws not-found. */
export const saveRun = (db: WritableDb, change: RunChange): StoredRun =>
  db.core
    .transaction(() => {
      const { runId, state, endedAtMs, zip, message, packs } = change
      const no = numberOf(runId)
      prepared(db.core, SAVE_RUN).run({
        ...{ no, state: state ?? null, hasEnd: Number(endedAtMs !== undefined), endedAtMs: endedAtMs ?? null },
        ...{ hasZip: Number(zip !== undefined), zip: zip == null ? null : JSON.stringify(zip) },
        ...{ hasMessage: Number(message !== undefined), message: message ?? null },
      })
      if (packs !== undefined)
        prepared(db.core, MOVE_PACKS).run({
          ...{ no, to: packs.to, from: JSON.stringify(packs.from) },
          ids: packs.ids === undefined ? null : JSON.stringify(packs.ids.map(numberOf)),
        })
      return getRun(db, runId)
    })
    .immediate()

/** Throws not-found. */
export const removeRun = (db: WritableDb, { runId }: { runId: string }): void =>
  db.core
    .transaction(() => {
      getRun(db, runId)
      prepared(db.core, 'DELETE FROM report_pack WHERE run_no = ?').run(numberOf(runId))
      prepared(db.core, 'DELETE FROM report_run WHERE no = ?').run(numberOf(runId))
    })
    .immediate()

/** At the start: a run that the desk's end cut off keeps what is done. Returns how many there were. */
export const settleRuns = (db: WritableDb, { atMs }: { atMs: number }): number =>
  db.core
    .transaction(() => {
      const open = "SELECT no FROM report_run WHERE state = 'running'"
      db.core
        .prepare(
          `UPDATE report_pack SET state = 'interrupted' WHERE state IN ('waiting', 'making') AND run_no IN (${open})`,
        )
        .run()
      return prepared(
        db.core,
        "UPDATE report_run SET state = 'interrupted', ended_at_ms = ? WHERE state = 'running'",
      ).run(atMs).changes
    })
    .immediate()
