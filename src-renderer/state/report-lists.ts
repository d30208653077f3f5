// Rows of the lists of reports.
import type { CallOutput } from '../../src-shared/desk/contract.ts'

export type PackRow = CallOutput<'reports.packs'>['rows'][number]

/** Drafts that are reviewed at once. */
export const PACKS_MAX = 500

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
