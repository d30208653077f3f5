import { DeskError } from '../../../src-shared/desk/errors.ts'
import type { ReportTemplate, ReportTemplateToSave } from '../../../src-shared/desk/reports.ts'
import { toInstant } from '../../base/clock.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'
import { CHANGED, type ChangedColumns, changedIn } from '../../team/public.ts'

type Row = Omit<ReportTemplateToSave, 'sections'> &
  ChangedColumns & { readonly id: string; readonly sections: string; readonly updatedAtMs: number }

const SELECT = `SELECT id, name, title, language, compare, sections, summary, next_steps AS nextSteps,
    updated_at_ms AS updatedAtMs, ${CHANGED} FROM report_template`

const toTemplate =
  (changed: ReturnType<typeof changedIn>) =>
  ({ sections, updatedAtMs, madeBy, changedBy, changedAtMs, ...row }: Row): ReportTemplate => ({
    ...row,
    sections: JSON.parse(sections) as ReportTemplate['sections'], // as saved
    isBuiltIn: false,
    updatedAt: toInstant(updatedAtMs),
    ...changed({ madeBy, changedBy, changedAtMs }),
  })

/** By name. */
export const listReportTemplates = (db: ReadableDb, _args: Record<string, never>): ReportTemplate[] =>
  prepared<Row>(db.core, `${SELECT} ORDER BY name COLLATE NOCASE, id`)
    .all()
    .map(toTemplate(changedIn(db)))

const find = (db: ReadableDb, id: string): ReportTemplate | undefined => {
  const row = prepared<Row>(db.core, `${SELECT} WHERE id = ?`).get(id)
  return row === undefined ? undefined : toTemplate(changedIn(db))(row)
}

const SAVE = `
  INSERT INTO report_template (id, name, title, language, compare, sections, summary, next_steps, updated_at_ms)
  VALUES (@id, @name, @title, @language, @compare, @sections, @summary, @nextSteps, @atMs)
  ON CONFLICT (id) DO UPDATE SET name = @name, title = @title, language = @language, compare = @compare,
    sections = @sections, summary = @summary, next_steps = @nextSteps, updated_at_ms = @atMs`

export type StoredReportTemplate = ReportTemplateToSave & { readonly id: string; readonly atMs: number }

export const saveReportTemplate = (db: WritableDb, template: StoredReportTemplate): ReportTemplate =>
  db.core
    .transaction(() => {
      prepared(db.core, SAVE).run({ ...template, sections: JSON.stringify(template.sections) })
      const saved = find(db, template.id)
      if (saved === undefined) throw new Error('A template that was just saved is there.')
      return saved
    })
    .immediate()

/** Throws not-found, or `conflict` while a schedule uses it. */
export const removeReportTemplate = (db: WritableDb, { id }: { id: string }): void =>
  db.core
    .transaction(() => {
      const used = prepared<{ name: string }>(db.core, 'SELECT name FROM report_schedule WHERE template_id = ?').get(id)
      if (used !== undefined)
        throw new DeskError(
          'conflict',
          `The schedule "${used.name}" uses this template. Choose another template there first, or remove the schedule.`,
        )
      const { changes } = prepared(db.core, 'DELETE FROM report_template WHERE id = ?').run(id)
      if (changes === 0) throw new DeskError('not-found', 'There is no such report template. It may have been removed.')
    })
    .immediate()
