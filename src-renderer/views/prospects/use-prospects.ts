import { useMemo } from 'react'
import type { CallInput } from '../../../src-shared/desk/contract.ts'
import type { ProspectRow } from '../../../src-shared/desk/prospects.ts'
import type { BlockAsk } from '../../data/block-cache.ts'
import { ask } from '../../data/desk.ts'
import { windowOf } from '../../data/desk-query.ts'
import { useBlocks } from '../../data/use-blocks.ts'
import { useDesk } from '../../data/use-desk.ts'
import { brandIdsOf, useScope } from '../../state/location.ts'
import { filterInput, useFilters } from '../../state/prospects-store.ts'
import { toSortKeys } from '../../table/sorting.ts'
import { useLayout } from '../../table/use-layout.ts'
import { ALL_BRANDS_PROSPECTS, ONE_BRAND_PROSPECTS, PROSPECT_SORTING } from './prospect-columns.tsx'

type ProspectInput = CallInput<'prospects.page'>

/** The rows in view, as the filters and the table's order ask for them. */
export const useProspects = () => {
  const scope = useScope()
  const isAll = scope === 'all'
  const columns = isAll ? ALL_BRANDS_PROSPECTS : ONE_BRAND_PROSPECTS
  const arrangement = useLayout({ view: isAll ? 'prospects.all' : 'prospects', columns, sorting: PROSPECT_SORTING })
  const filters = useFilters()
  const { sorting } = arrangement.layout
  const query = useMemo(() => {
    const sort = toSortKeys(columns, [...sorting])
    const search = filters.search.trim()
    const input: ProspectInput = {
      brandIds: brandIdsOf(scope),
      filter: filterInput(filters),
      ...(search === '' ? {} : { search }),
      ...(sort.length === 0 ? {} : { sort: sort as NonNullable<ProspectInput['sort']> }), // fields of the columns' own list
    }
    return {
      key: JSON.stringify(input),
      scope,
      hasDetails: false,
      fetch: (wanted: BlockAsk) => ask('prospects.page', { ...input, ...windowOf(wanted) }),
    }
  }, [scope, columns, sorting, filters])
  const blocks = useBlocks<ProspectRow>(query)
  return { scope, columns, arrangement, filters, query, blocks }
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
