import { DeskError } from '../../../src-shared/desk/errors.ts'
import type { ReportSchedule } from '../../../src-shared/desk/reports.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'
import { addRun, type NewRun, type StoredRun } from './runs.ts'

export type StoredSchedule = Omit<ReportSchedule, 'nextDay' | 'changedBy' | 'changedAt'>
export type ScheduleToSave = Omit<StoredSchedule, 'lastMonth' | 'isOnThisDesk'>

type Row = Omit<StoredSchedule, 'brands' | 'formats' | 'asZip' | 'isOn' | 'isOnThisDesk'> & {
  readonly brands: string
  readonly formats: string
  readonly asZip: number
  readonly isOn: number
  readonly deskNo: number
}

const SELECT = `SELECT id, name, template_id AS templateId, brands, day_of_month AS dayOfMonth, formats, as_zip AS asZip,
    is_on AS isOn, desk_no AS deskNo, last_month AS lastMonth FROM report_schedule`

const toSchedule =
  (own: number) =>
  ({ brands, formats, asZip, isOn, deskNo, ...row }: Row): StoredSchedule => ({
    ...row,
    brands: JSON.parse(brands) as StoredSchedule['brands'], // as saved
    formats: JSON.parse(formats) as StoredSchedule['formats'], // as saved
    asZip: asZip === 1,
    isOn: isOn === 1,
    isOnThisDesk: deskNo === 0 || deskNo === own,
  })

/** By name. */
export const listSchedules = (db: ReadableDb, _args: Record<string, never>): StoredSchedule[] =>
  prepared<Row>(db.core, `${SELECT} ORDER BY name COLLATE NOCASE, id`).all().map(toSchedule(db.deskNo))

const SAVE = `
  INSERT INTO report_schedule (id, name, template_id, brands, day_of_month, formats, as_zip, is_on, desk_no)
  VALUES (@id, @name, @templateId, @brands, @dayOfMonth, @formats, @asZip, @isOn, @deskNo)
  ON CONFLICT (id) DO UPDATE SET name = @name, template_id = @templateId, brands = @brands,
    day_of_month = @dayOfMonth, formats = @formats, as_zip = @asZip, is_on = @isOn, desk_no = @deskNo`

/** The desk that saves a schedule makes its drafts from then on. */
export const saveSchedule = (db: WritableDb, schedule: ScheduleToSave): StoredSchedule =>
  db.core
    .transaction(() => {
      prepared(db.core, SAVE).run({
        ...schedule,
        brands: JSON.stringify(schedule.brands),
        formats: JSON.stringify(schedule.formats),
        asZip: Number(schedule.asZip),
        isOn: Number(schedule.isOn),
        deskNo: db.deskNo,
      })
      const row = prepared<Row>(db.core, `${SELECT} WHERE id = ?`).get(schedule.id)
      if (row === undefined) throw new Error('A schedule that was just saved is there.')
      return toSchedule(db.deskNo)(row)
    })
    .immediate()

/** Throws not-found. */
export const removeSchedule = (db: WritableDb, { id }: { id: string }): void => {
  if (prepared(db.core, 'DELETE FROM report_schedule WHERE id = ?').run(id).changes === 0)
    throw new DeskError('not-found', 'There is no such schedule. It may have been removed.')
}

const TAKE = `UPDATE report_schedule SET last_month = @month
  WHERE id = @id AND is_on = 1 AND desk_no IN (0, @deskNo) AND (last_month IS NULL OR last_month < @month)`

/** The drafts of one month, made once: of two that ask one gets them, and null is the answer to the other. */
export const draftMonth = (
  db: WritableDb,
  { month, run }: { readonly month: string; readonly run: NewRun & { readonly scheduleId: string } },
): StoredRun | null =>
  db.core
    .transaction(() => {
      const { changes } = prepared(db.core, TAKE).run({ id: run.scheduleId, month, deskNo: db.deskNo })
      return changes === 1 ? addRun(db, run) : null
    })
    .immediate()
