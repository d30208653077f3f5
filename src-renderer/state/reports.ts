// What a person does with reports. A change at the desk makes the lists ask again.
import type { CallInput, CallOutput } from '../../src-shared/desk/contract.ts'
import type { Reply } from '../../src-shared/desk/errors.ts'
import type { ReportPack, ReportRun } from '../../src-shared/desk/reports.ts'
import { ask, queries } from '../data/desk.ts'
import { isolate } from '../format/isolate.ts'
import { plural } from '../format/numbers.ts'
import { brandName } from './brands.ts'
import { go, setParams } from './location.ts'
import { notify, orNotify } from './notices.ts'

/** Shows the reports, or a step on the way to them; from another place as well. */
export const openReports = (part: 'list' | 'new' | 'review', params: Readonly<Record<string, string>> = {}): void =>
  go({ view: 'reports', params: { ...(part === 'list' ? {} : { section: part }), ...params } })

/** Starts a run and shows it: its drafts, or its progress. */
export const createReports = async (input: CallInput<'reports.create'>): Promise<Reply<ReportRun>> => {
  const reply = await ask('reports.create', input)
  if (!reply.ok) return reply
  const { id, state } = reply.value
  if (state === 'review') openReports('review', { run: id })
  else openReports('list', { open: id })
  return reply
}

export const cancelRun = (runId: string) =>
  orNotify('The reports could not be cancelled', ask('reports.cancel', { runId }))

/** Makes what failed, was cancelled or was interrupted. */
export const resumeRun = (runId: string) => orNotify('The reports were not made', ask('reports.resume', { runId }))

/** Whether it was removed. */
export const removeRun = async (runId: string): Promise<Reply<unknown>> => {
  const reply = await ask('reports.removeRun', { runId })
  if (reply.ok) setParams({ open: '' })
  return reply
}

/** Approved drafts of one run become files, one after the other. Whether they were approved. */
export const approvePacks = async (
  runId: string,
  packs: readonly Pick<ReportPack, 'id' | 'brandId'>[],
): Promise<boolean> => {
  const request = ask('reports.approve', { runId, packIds: packs.map(({ id }) => id) })
  if (!(await orNotify('The drafts were not approved', request)).ok) return false
  const [first] = packs
  const whose = packs.length === 1 && first ? isolate(brandName(first.brandId)) : plural(packs.length, 'draft')
  notify({ title: `${whose} approved`, message: 'The files are being made.' })
  return true
}

export type PackWords = 'summary' | 'nextSteps'

/** Whether it was saved; the field shows the result. null: the template's text again. */
export const savePackWords = async (packId: string, which: PackWords, text: string | null): Promise<boolean> =>
  (await ask('reports.saveSummary', { packId, [which]: text })).ok

/** The row with this id, or at the end a new one: shown before the desk is asked again. */
const withRow = <Row extends { readonly id: string }>(rows: readonly Row[], row: Row): Row[] =>
  rows.some(({ id }) => id === row.id) ? rows.map((known) => (known.id === row.id ? row : known)) : [...rows, row]

export const saveReportTemplate = async (input: CallInput<'reports.saveTemplate'>) => {
  const reply = await ask('reports.saveTemplate', input)
  if (reply.ok)
    queries.patch('reports.templates', {}, (value) => ({ ...value, templates: withRow(value.templates, reply.value) }))
  return reply
}
export const removeReportTemplate = (id: string) => ask('reports.removeTemplate', { id })

export const setReportBranding = (input: CallInput<'reports.setBranding'>) => ask('reports.setBranding', input)

export const saveSchedule = async (input: CallInput<'reports.saveSchedule'>) => {
  const reply = await ask('reports.saveSchedule', input)
  if (reply.ok)
    queries.patch('reports.schedules', {}, ({ schedules }) => ({ schedules: withRow(schedules, reply.value) }))
  return reply
}
export const removeSchedule = (id: string) => ask('reports.removeSchedule', { id })

// Rows of the lists of reports.
export type PackRow = CallOutput<'reports.packs'>['rows'][number]
export type RunListRow = CallOutput<'reports.runs'>['rows'][number]

/** Drafts that are reviewed at once. */
export const PACKS_MAX = 500

/** Drafts to review, of this run or of all: the newest run first, its brands by name as the desk has them. */
export const draftsInOrder = (packs: readonly PackRow[], runId: string | undefined): PackRow[] => {
  const number = (id: string) => Number(id.slice(1))
  return packs
    .filter((pack) => runId === undefined || pack.runId === runId)
    .toSorted((one, other) => number(other.runId) - number(one.runId) || number(one.id) - number(other.id))
}

/** `isAll`: no draft that waits is missing from the list. */
export const approveLabel = (count: number, isAll: boolean): string => `Approve ${isAll ? 'all' : 'these'} ${count}`
export const draftLabel = (at: number, count: number, isAll: boolean): string =>
  `Draft ${at + 1} of ${isAll ? '' : 'the newest '}${count}`

/** The draft to look at once these are approved: the first one after them, else the last one before. */
export const nextDraft = (drafts: readonly PackRow[], approved: readonly { readonly id: string }[]) => {
  const gone = new Set(approved.map(({ id }) => id))
  const last = drafts.findLastIndex(({ id }) => gone.has(id))
  const stays = ({ id }: PackRow) => !gone.has(id)
  return drafts.slice(last + 1).find(stays) ?? drafts.slice(0, Math.max(0, last)).findLast(stays)
}
