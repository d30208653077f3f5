// What narrows the prospects, and how it comes out of a saved view.
import { z } from 'zod'
import { create } from 'zustand'
import type { CallInput } from '../../../src-shared/desk/contract.ts'
import { TRIAGE_STATES } from '../../../src-shared/desk/outreach-care.ts'

export const TRIAGE_FILTERS = ['none', ...TRIAGE_STATES] as const
export type TriageFilter = (typeof TRIAGE_FILTERS)[number]

const TextsSchema = z.array(z.string().max(200)).max(100).catch([])
/** A part of a saved view that does not fit falls back to no filter. */
const FiltersSchema = z.object({
  search: z.string().max(500).catch(''),
  status: TextsSchema,
  triage: z.array(z.enum(TRIAGE_FILTERS)).catch([]),
  tags: TextsSchema,
})
export type ProspectFilters = z.infer<typeof FiltersSchema>

const NO_FILTERS = FiltersSchema.parse({})
export const useProspectFilters = create<ProspectFilters>()(() => NO_FILTERS)

export const filterInput = ({ status, triage, tags }: ProspectFilters): CallInput<'prospects.page'>['filter'] => ({
  ...(status.length === 0 ? {} : { status }),
  ...(triage.length === 0 ? {} : { triage }),
  ...(tags.length === 0 ? {} : { tags }),
})

/** Filters out of a saved view. */
export const readProspectFilters = (kept: unknown): ProspectFilters => FiltersSchema.catch(NO_FILTERS).parse(kept)

/** Whether a row with this mark is still among the rows that are asked for. */
export const staysInView = ({ triage }: Pick<ProspectFilters, 'triage'>, mark: TriageFilter): boolean =>
  triage.length === 0 || triage.includes(mark)
