import { Chip, SegmentedControl } from '@mantine/core'
import { IconTrendingUp } from '@tabler/icons-react'
import type { OpportunityRow } from '../../../src-shared/desk/opportunities.ts'
import { pageQuery } from '../../data/page-query.ts'
import { readText, readTexts, useOpportunityFilters } from '../../state/filters/lists.ts'
import { brandIdsOf, useScope } from '../../state/location.ts'
import { FilterRow } from '../../table/filter-row.tsx'
import { TableView } from '../../table/table-view.tsx'
import { useOpenedRow } from '../../table/use-opened.ts'
import { useTable } from '../../table/use-table.ts'
import { type ListWords, ViewEmpty } from '../../table/view-empty.tsx'
import { OPPORTUNITY_COLUMNS, OPPORTUNITY_SORTING } from './opportunity-columns.tsx'
import { OpportunityDetail } from './opportunity-detail.tsx'
import { NEEDS_LABELS } from './opportunity-labels.ts'
import { ScenarioButton } from './scenario-dialog.tsx'

type Need = OpportunityRow['needs']

const [KEYWORDS, PAGES] = ['Keywords', 'Pages'] as const
const KINDS = [KEYWORDS, PAGES]
const NOUNS = { keyword: ['keyword', 'keywords'], page: ['page', 'pages'] } as const
const NEEDS = ['page', 'competing', 'new'] as const satisfies readonly Need[]
const isNeed = (word: string): word is Need => NEEDS.some((need) => need === word)

const icon = <IconTrendingUp size={22} />
const EMPTY: ListWords = {
  datasets: ['rankings'],
  many: 'opportunities',
  teaches:
    'An opportunity is a keyword that may climb: similar keywords of its brand rank better, and one in ten climbed that far in 28 days. It needs eight keywords of each kind.',
}

/** They are not added up: keywords of one page share its clicks, and not all reach their position at once. */
const ABOUT = {
  keyword: 'Extra clicks in 28 days if only this keyword reached its reachable position',
  page: 'Extra clicks in 28 days if all keywords of the page reached their reachable positions',
} as const

type BarProps = { readonly kind: OpportunityRow['kind']; readonly onDone: () => void }

const FiltersBar = ({ kind, onDone }: BarProps) => {
  const { isPages, needs } = useOpportunityFilters()
  return (
    <FilterRow by="keyword or page" of="opportunities" store={useOpportunityFilters} onDone={onDone}>
      <SegmentedControl
        aria-label="Opportunities by"
        data={KINDS}
        value={isPages ? PAGES : KEYWORDS}
        onChange={(next) => useOpportunityFilters.setState({ isPages: next === PAGES })}
      />
      <Chip.Group
        multiple
        value={[...needs]}
        onChange={(next) => useOpportunityFilters.setState({ needs: next.filter(isNeed) })}
      >
        {NEEDS.map((need) => (
          <Chip key={need} value={need}>
            {NEEDS_LABELS[need]}
          </Chip>
        ))}
      </Chip.Group>
      <span className="soft">{ABOUT[kind]}</span>
    </FilterRow>
  )
}

/** Keywords and pages with the most clicks to gain from a position that similar ones have. */
export const OpportunitiesView = () => {
  const brandIds = brandIdsOf(useScope())
  const { search, needs, isPages } = useOpportunityFilters()
  const kind = isPages ? 'page' : 'keyword'
  const filter = { kind, ...(needs.length === 0 ? {} : { needs: [...needs] }) } as const
  const input = { brandIds, filter }
  const table = useTable<OpportunityRow>({
    view: isPages ? 'opportunities.pages' : 'opportunities',
    columns: OPPORTUNITY_COLUMNS[kind],
    sorting: OPPORTUNITY_SORTING,
    query: (sort) => pageQuery('opportunities.page', { input, search, sort }),
  })
  return (
    <TableView
      table={table}
      title="Opportunities"
      rowNouns={NOUNS[kind]}
      isTall
      barStart={table.picked === 0 || isPages ? null : <ScenarioButton picks={table.picks} />}
      top={<FiltersBar kind={kind} onDone={table.focus} />}
      opened={useOpenedRow<OpportunityRow>()}
      side={(row, close) => <OpportunityDetail row={row} onClose={close} />}
      saved={{
        write: () => ({ search, needs: [...needs], isPages }),
        read: (state) =>
          useOpportunityFilters.setState({
            search: readText(state.search),
            needs: readTexts(state.needs).filter(isNeed),
            isPages: state.isPages === true,
          }),
      }}
      empty={<ViewEmpty table={table} store={useOpportunityFilters} icon={icon} of={EMPTY} />}
    />
  )
}
