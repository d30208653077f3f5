import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import { formatWhole } from '../../format/numbers.ts'
import { MenuFilter } from '../../parts/fields/menu-filter.tsx'
import { TRIAGE_FILTERS, type TriageFilter, useProspectFilters } from '../../state/filters/prospects.ts'
import { FilterRow } from '../../table/filter-row.tsx'

type Summary = CallOutput<'prospects.page'> | undefined

const TRIAGE_LABELS: Record<TriageFilter, string> = {
  none: 'no mark yet',
  keep: 'keep',
  later: 'later',
  drop: 'drop',
}
const isTriage = (value: string): value is TriageFilter => TRIAGE_FILTERS.some((each) => each === value)

const Tags = ({ summary }: { readonly summary: Summary }) => {
  const tags = useProspectFilters((state) => state.tags)
  const counts = summary?.tagCounts ?? []
  // A tag in the filter stays in the menu, even if no prospect has it any more.
  const all = [
    ...counts,
    ...tags.filter((tag) => !counts.some((each) => each.tag === tag)).map((tag) => ({ tag, count: 0 })),
  ]
  if (all.length === 0) return null
  return (
    <MenuFilter
      label="Tag"
      labels={Object.fromEntries(all.map(({ tag, count }) => [tag, `${tag} ${formatWhole(count)}`]))}
      chosen={tags}
      onChange={(next) => useProspectFilters.setState({ tags: [...next] })}
    />
  )
}

type Props = { readonly summary: Summary; readonly onDone: () => void }

export const ProspectFilters = ({ summary, onDone }: Props) => {
  const { status, triage } = useProspectFilters()
  const statuses = Object.fromEntries(
    (summary?.statusCounts ?? []).map(({ status: word, count }) => [
      word,
      `${word.replaceAll('_', ' ')} · ${formatWhole(count)}`,
    ]),
  )
  return (
    <FilterRow by="site or title" of="prospects" store={useProspectFilters} onDone={onDone}>
      <MenuFilter
        label="Status"
        labels={statuses}
        chosen={status}
        onChange={(next) => useProspectFilters.setState({ status: [...next] })}
      />
      <MenuFilter
        label="Mark"
        labels={TRIAGE_LABELS}
        chosen={triage}
        onChange={(next) => useProspectFilters.setState({ triage: next.filter(isTriage) })}
      />
      <Tags summary={summary} />
    </FilterRow>
  )
}
