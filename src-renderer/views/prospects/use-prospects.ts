import { useMemo } from 'react'
import type { ProspectRow } from '../../../src-shared/desk/prospects.ts'
import { pageQuery } from '../../data/page-query.ts'
import { useDesk } from '../../data/use-desk.ts'
import { filterInput, useProspectFilters } from '../../state/filters/prospects.ts'
import { brandIdsOf, useScope } from '../../state/location.ts'
import { useTable } from '../../table/use-table.ts'
import { prospectColumnsOf, prospectSortingOf } from './prospect-columns.tsx'

/** Before the first answer: what the service is known to give. */
const EXPECTED_FIELDS = ['domainAuthority']

/** The prospects in scope, filtered and sorted. */
export const useProspects = () => {
  const filters = useProspectFilters()
  const scope = useScope()
  const summary = useDesk('prospects.page', { brandIds: brandIdsOf(scope), limit: 1 }).value
  const names = (summary?.numberFields ?? EXPECTED_FIELDS).join(' ')
  const hasTags = summary !== undefined && summary.tagCounts.length > 0
  const hasMarks = summary?.hasMarks === true
  // The same columns as long as the names stay the same.
  const { columns, sorting } = useMemo(() => {
    const fields = names === '' ? [] : names.split(' ')
    return { columns: prospectColumnsOf(fields, { tags: hasTags, mark: hasMarks }), sorting: prospectSortingOf(fields) }
  }, [names, hasTags, hasMarks])
  const input = { brandIds: brandIdsOf(scope), filter: filterInput(filters) }
  const table = useTable<ProspectRow>({
    view: 'prospects',
    columns,
    sorting,
    query: (sort) => pageQuery('prospects.page', { input, search: filters.search, sort }),
  })
  return { table, summary }
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
