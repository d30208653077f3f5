import { Button, Chip, SegmentedControl } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import type { ConflictRow } from '../../../src-shared/desk/cannibalisation.ts'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import { pageQuery } from '../../data/page-query.ts'
import { useDesk } from '../../data/use-desk.ts'
import { plural } from '../../format/numbers.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { isNarrowed, readText, readTexts, useConflictFilters } from '../../state/filters/lists.ts'
import { brandIdsOf, useScope } from '../../state/location.ts'
import { runSync } from '../../state/sync.ts'
import { FilterRow } from '../../table/filter-row.tsx'
import { TableView } from '../../table/table-view.tsx'
import { useTable } from '../../table/use-table.ts'
import { type ListWords, ViewEmpty } from '../../table/view-empty.tsx'
import { useOpenedKeyword } from '../rankings/use-opened-keyword.ts'
import css from './cannibalisation.module.css'
import { CONFLICT_COLUMNS, CONFLICT_SORTING } from './conflict-columns.tsx'
import { ConflictDetail } from './conflict-detail.tsx'
import { KIND_LABELS, syncedText } from './conflict-labels.ts'
import { StripLegend } from './page-strip.tsx'

type Page = CallOutput<'cannibalisation.page'>

const [SHORT, LONG] = ['28 days', 'Up to 90 days'] as const
const SPANS = [LONG, SHORT]
const ROW_NOUNS = ['keyword', 'keywords'] as const
const KINDS = ['flips', 'split', 'both'] as const satisfies readonly ConflictRow['kind'][]
const isKind = (word: string): word is ConflictRow['kind'] => KINDS.some((kind) => kind === word)
const TEACHES =
  'Two pages of a brand compete where they take turns at ranking for a keyword, or share its clicks. Keywords whose page was replaced for good, or whose second page gets no clicks, are not listed.'

/** The two figures of a page are of other days. */
const FIGURES =
  'Position: average on the days when the page ranked best; a dash if it never did. Click share: last 28 days'

const icon = <IconArrowsExchange size={22} />
const EMPTY: ListWords = { datasets: ['rankings', 'history'], many: 'keywords with competing pages', teaches: TEACHES }

const summaryOf = ({ total, totals }: Page): string =>
  `${plural(total, 'keyword')} with ${plural(totals.clicks, 'click')} in ${syncedText(totals)}${
    totals.cost < 0.5 ? '' : `, about ${plural(Math.round(totals.cost), 'click')} lost as pages take turns`
  }`

const FiltersBar = ({ page, onDone }: { readonly page: Page | undefined; readonly onDone: () => void }) => {
  const { kind, isShort } = useConflictFilters()
  return (
    <FilterRow by="keyword or page" of="keywords" store={useConflictFilters} onDone={onDone}>
      <SegmentedControl
        aria-label="Period"
        data={SPANS}
        value={isShort ? SHORT : LONG}
        onChange={(next) => useConflictFilters.setState({ isShort: next === SHORT })}
      />
      <Chip.Group
        multiple
        value={[...kind]}
        onChange={(next) => useConflictFilters.setState({ kind: next.filter(isKind) })}
      >
        {KINDS.map((one) => (
          <Chip key={one} value={one}>
            {KIND_LABELS[one]}
          </Chip>
        ))}
      </Chip.Group>
      {page === undefined || page.total === 0 ? null : (
        <span className={css.below}>
          <span className="soft">{summaryOf(page)}</span>
          <StripLegend />
          <span className={css.legend}>{FIGURES}</span>
        </span>
      )}
    </FilterRow>
  )
}

type NoneProps = { readonly table: Parameters<typeof ViewEmpty>[0]['table']; readonly page: Page | undefined }

const None = ({ table, page }: NoneProps) => {
  const filters = useConflictFilters()
  const isFiltered = isNarrowed(filters)
  if (isFiltered || table.freshAsOf === null || page === undefined)
    return <ViewEmpty table={table} store={useConflictFilters} icon={icon} of={EMPTY} />
  if (page.brands.looked === 0)
    return (
      <EmptyState
        icon={icon}
        title="Whole days are needed"
        action={
          <Button
            onClick={() => void runSync({ brandIds: brandIdsOf(table.scope), datasets: ['rankings', 'history'] })}
          >
            Sync the days of {table.who}
          </Button>
        }
      >
        {TEACHES} No whole day is synced yet.
      </EmptyState>
    )
  return (
    <EmptyState icon={icon} title="No pages compete">
      {TEACHES} {table.who} has none in the days that are synced.
    </EmptyState>
  )
}

/** Keywords for which two pages of a brand compete, most clicks first. */
export const CannibalisationView = () => {
  const brandIds = brandIdsOf(useScope())
  const { search, kind, isShort } = useConflictFilters()
  const days = isShort ? 28 : 90
  const filter = { days, ...(kind.length === 0 ? {} : { kind: [...kind] }) } as const
  const input = { brandIds, filter }
  const asked = search.trim() === '' ? input : { ...input, search: search.trim() }
  const page = useDesk('cannibalisation.page', { ...asked, limit: 1 }).value
  const table = useTable<ConflictRow>({
    view: 'cannibalisation',
    columns: CONFLICT_COLUMNS,
    sorting: CONFLICT_SORTING,
    query: (sort) => pageQuery('cannibalisation.page', { input, search, sort }),
  })
  return (
    <TableView
      table={table}
      title="Competing pages"
      rowNouns={ROW_NOUNS}
      isTall
      top={<FiltersBar page={page} onDone={table.focus} />}
      opened={useOpenedKeyword()}
      side={(shown, close) => <ConflictDetail {...shown} days={days} onClose={close} />}
      saved={{
        write: () => ({ search, kind: [...kind], isShort }),
        read: (state) =>
          useConflictFilters.setState({
            search: readText(state.search),
            kind: readTexts(state.kind).filter(isKind),
            isShort: state.isShort === true,
          }),
      }}
      empty={<None table={table} page={page} />}
    />
  )
}
