// Rows of the lists of reports, which the desk gives in one reply each.
import type { CallOutput } from '../../src-shared/desk/contract.ts'
import type { ReportRun } from '../../src-shared/desk/reports.ts'
import { ask } from '../data/desk.ts'
import { localQuery, sortRows } from '../data/desk-query.ts'

export type PackRow = CallOutput<'reports.packs'>['packs'][number]
type Sort = Parameters<typeof sortRows>[1]

const RUNS_MAX = 200
export const PACKS_MAX = 500

const runField = (run: ReportRun, field: string): string | number => {
  if (field === 'period') return run.period.from
  if (field === 'template') return run.templateName
  if (field === 'brands') return run.total
  return field === 'state' ? run.state : run.startedAt
}

const packField = ({ run, state }: PackRow, field: string): string => {
  if (field === 'period') return run.period.from
  if (field === 'template') return run.templateName
  return field === 'state' ? state : run.startedAt
}

/** What was made together, over all brands. */
export const runRows = (sort: Sort) =>
  localQuery<ReportRun>({
    key: JSON.stringify(['runs', sort]),
    scope: 'all',
    calls: ['reports.runs'],
    load: async () => {
      const reply = await ask('reports.runs', { limit: RUNS_MAX })
      return reply.ok ? { ok: true, value: { rows: sortRows(reply.value.runs, sort, runField), asOf: null } } : reply
    },
  })

/** The reports of one brand. */
export const packRows = (brandId: string, sort: Sort) =>
  localQuery<PackRow>({
    key: JSON.stringify([brandId, sort]),
    scope: brandId,
    calls: ['reports.packs'],
    load: async () => {
      const reply = await ask('reports.packs', { brandIds: [brandId], limit: PACKS_MAX })
      return reply.ok ? { ok: true, value: { rows: sortRows(reply.value.packs, sort, packField), asOf: null } } : reply
    },
  })

/** Drafts to review, of this run or of all: the newest run first, its brands by name as the desk has them. */
export const draftsInOrder = (packs: readonly PackRow[], runId: string | undefined): PackRow[] => {
  const number = (id: string) => Number(id.slice(1))
  return packs
    .filter((pack) => runId === undefined || pack.runId === runId)
    .toSorted((one, other) => number(other.runId) - number(one.runId) || number(one.id) - number(other.id))
}

/** The draft to look at once these are approved: the first one after them, else the last one before. */
export const nextDraft = (drafts: readonly PackRow[], approved: readonly { readonly id: string }[]) => {
  const gone = new Set(approved.map(({ id }) => id))
  const last = drafts.findLastIndex(({ id }) => gone.has(id))
  const stays = ({ id }: PackRow) => !gone.has(id)
  return drafts.slice(last + 1).find(stays) ?? drafts.slice(0, Math.max(0, last)).findLast(stays)
}
