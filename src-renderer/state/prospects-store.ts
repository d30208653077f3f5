// What narrows the prospects, and its way into a saved view and back.
import { z } from 'zod'
import { create } from 'zustand'
import type { CallInput } from '../../src-shared/desk/contract.ts'
import type { SavedView } from '../../src-shared/desk/desk.ts'
import { TRIAGE_STATES } from '../../src-shared/desk/outreach-care.ts'

export const TRIAGE_FILTERS = ['none', ...TRIAGE_STATES] as const
export type TriageFilter = (typeof TRIAGE_FILTERS)[number]

const WordsSchema = z.array(z.string().max(200)).max(100).catch([])
const FiltersSchema = z.object({
  search: z.string().max(500).catch(''),
  status: WordsSchema,
  triage: z.array(z.enum(TRIAGE_FILTERS)).catch([]),
  tags: WordsSchema,
})
export type Filters = Readonly<z.infer<typeof FiltersSchema>>

const NO_FILTERS: Filters = { search: '', status: [], triage: [], tags: [] }
export const useFilters = create<Filters>()(() => NO_FILTERS)
export const setFilters = (change: Partial<Filters>): void => useFilters.setState(change)
export const clearFilters = (): void => useFilters.setState(NO_FILTERS)

export const isFiltered = ({ search, status, triage, tags }: Filters): boolean =>
  search.trim() !== '' || status.length + triage.length + tags.length > 0

export const filterInput = ({ status, triage, tags }: Filters): CallInput<'prospects.page'>['filter'] => ({
  ...(status.length === 0 ? {} : { status }),
  ...(triage.length === 0 ? {} : { triage }),
  ...(tags.length === 0 ? {} : { tags }),
})

/** A part that does not fit is left out, never trusted. */
export const readFilters = (kept: unknown): Filters => {
  const result = FiltersSchema.safeParse(kept)
  return result.success ? result.data : NO_FILTERS
}
export const writeFilters = (filters: Filters): SavedView['state'][string] => ({
  search: filters.search,
  status: [...filters.status],
  triage: [...filters.triage],
  tags: [...filters.tags],
})

/** Whether a row with this mark is still among the rows that are asked for. */
export const staysInView = ({ triage }: Pick<Filters, 'triage'>, mark: TriageFilter): boolean =>
  triage.length === 0 || triage.includes(mark)
