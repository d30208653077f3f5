// Reports that were made or wait for review, and what was made together.
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import type { ReportRun } from '../../../src-shared/desk/reports.ts'
import { REPORT_LANGUAGE_NAMES } from '../../../src-shared/desk/values/report-names.ts'
import { brandName, type Column, column, pagedList } from '../list.ts'

type Pack = CallOutput<'reports.packs'>['rows'][number]

const packs: readonly Column<Pack>[] = [
  brandName(),
  column('from', 'First day', ({ run }) => run.period.from),
  column('to', 'Last day', ({ run }) => run.period.to),
  column('template', 'Template', ({ run }) => run.templateName),
  column('state', 'Status', ({ state }) => state),
  column('pages', 'Pages', ({ pages }) => pages),
  column('files', 'Files', ({ files }) => files.map(({ fileName }) => fileName).join(', ')),
  column('reason', 'Reason', ({ reason }) => reason),
  column('startedAt', 'Started', ({ run }) => run.startedAt),
  column('endedAt', 'Ended', ({ endedAt }) => endedAt),
  column('batch', 'Batch', ({ runId }) => runId),
]

const batches: readonly Column<ReportRun>[] = [
  column('batch', 'Batch', ({ id }) => id),
  column('from', 'First day', ({ period }) => period.from),
  column('to', 'Last day', ({ period }) => period.to),
  column('template', 'Template', ({ templateName }) => templateName),
  column('language', 'Language', ({ language }) => REPORT_LANGUAGE_NAMES[language]),
  column('state', 'Status', ({ state }) => state),
  column('total', 'Brands', ({ total }) => total),
  column('done', 'Done', ({ done }) => done),
  column('failed', 'Failed', ({ failed }) => failed),
  column('toReview', 'Drafts to review', ({ toReview }) => toReview),
  column('formats', 'Formats', ({ formats }) => formats.join(', ')),
  column('zip', 'Zip file', ({ zip }) => zip?.fileName),
  column('isScheduled', 'By a schedule', ({ scheduleId }) => scheduleId !== null),
  column('startedAt', 'Started', ({ startedAt }) => startedAt),
  column('endedAt', 'Ended', ({ endedAt }) => endedAt),
  column('message', 'Message', ({ message }) => message),
]

export const reportLists = {
  reports: pagedList('reports.packs', packs),
  'report-batches': pagedList('reports.runs', batches, { hasBrands: false }),
}
