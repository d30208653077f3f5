import type { ProspectRow } from '../../../src-shared/desk/prospects.ts'
import { pageQuery } from '../../data/page-query.ts'
import { useDesk } from '../../data/use-desk.ts'
import { brandIdsOf, useScope } from '../../state/location.ts'
import { filterInput, useProspectFilters } from '../../state/prospect-filters.ts'
import { useTable } from '../../table/use-table.ts'
import { PROSPECT_COLUMNS, PROSPECT_SORTING } from './prospect-columns.tsx'

/** The prospects in scope, filtered and sorted. */
export const useProspects = () => {
  const filters = useProspectFilters()
  const input = { brandIds: brandIdsOf(useScope()), filter: filterInput(filters) }
  return useTable<ProspectRow>({
    view: 'prospects',
    columns: PROSPECT_COLUMNS,
    sorting: PROSPECT_SORTING,
    query: (sort) => pageQuery('prospects.page', { input, search: filters.search, sort }),
  })
}

const SAME_SITE_MAX = 100

/** One prospect as it is now: its marks may have changed since the row was read. */
export const useProspect = (row: ProspectRow): ProspectRow => {
  const search = row.domain ?? row.title ?? row.url
  const { value } = useDesk('prospects.page', {
    brandIds: [row.brandId],
    limit: SAME_SITE_MAX,
    ...(search === null || search.trim() === '' ? {} : { search: search.slice(0, 500) }),
  })
  return value?.rows.find(({ id }) => id === row.id) ?? row
}
