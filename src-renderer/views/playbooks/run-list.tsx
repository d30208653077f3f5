import { Button } from '@mantine/core'
import { IconListDetails, IconPlus } from '@tabler/icons-react'
import type { RunRow } from '../../../src-shared/desk/playbooks.ts'
import { stepLabel } from '../../../src-shared/desk/values/playbook-labels.ts'
import type { RunState } from '../../../src-shared/desk/values/playbook-names.ts'
import { pageQuery } from '../../data/page-query.ts'
import { useDesk } from '../../data/use-desk.ts'
import { joinParts } from '../../format/join-parts.ts'
import { NO_VALUE, plural } from '../../format/numbers.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { MainAction } from '../../parts/main-action.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { brandName } from '../../state/brands.ts'
import { clear, isNarrowed, useRunFilters } from '../../state/filters/lists.ts'
import { brandIdsOf, useScope } from '../../state/location.ts'
import { openEditor, openReview, openRun } from '../../state/playbooks.ts'
import { centred, InstantCell, OpenText, SoftText, TwoLines } from '../../table/cells.tsx'
import { namingBrand } from '../../table/field-columns.tsx'
import { FilterMenu, FilterRow } from '../../table/filter-row.tsx'
import { TableView } from '../../table/table-view.tsx'
import { useTable } from '../../table/use-table.ts'
import { NothingFits } from '../../table/view-empty.tsx'
import { groupGates } from './gate-groups.ts'
import { PlaybookCards } from './playbook-cards.tsx'
import { priceLabel, progressLabel, RUN_LABELS } from './run-labels.ts'

const ROW_NOUNS = ['run', 'runs'] as const
const STATE_NAMES = Object.fromEntries(Object.entries(RUN_LABELS).map(([state, { word }]) => [state, word])) as Record<
  RunState,
  string
> // the same keys

const currentText = ({ current }: RunRow): string => {
  if (current === null) return NO_VALUE
  if (current.state === 'failed') return `${stepLabel(current.step)}: ${current.result ?? ''}`
  if (current.state !== 'waiting' || current.gate === null) return stepLabel(current.step)
  return joinParts([current.gate.action, current.gate.kind === 'spend' ? priceLabel(current.gate) : ''])
}

const NEXT_STEPS: Readonly<Partial<Record<RunState, string>>> = { waiting: 'Continue …', failed: 'View and retry' }

const Next = ({ row }: { readonly row: RunRow }) => {
  const step = NEXT_STEPS[row.state]
  if (step === undefined) return <SoftText>{NO_VALUE}</SoftText>
  return (
    <Button
      variant={row.state === 'waiting' ? 'filled' : 'default'}
      size="compact-xs"
      tabIndex={-1}
      onClick={(event) => {
        event.stopPropagation()
        openRun(row.id)
      }}
    >
      {step}
    </Button>
  )
}

const COLUMNS = namingBrand<RunRow>([
  {
    id: 'brand',
    header: 'Brand',
    widthPx: 176,
    text: ({ brandId }) => (brandId === null ? 'New brand' : brandName(brandId)),
    cell: ({ brandId }) =>
      brandId === null ? <SoftText>New brand</SoftText> : centred(<BrandBadge brandId={brandId} />),
  },
  {
    id: 'name',
    header: 'Playbook',
    widthPx: 190,
    text: ({ name }) => name,
    cell: ({ name }) => <OpenText>{name}</OpenText>,
  },
  {
    id: 'state',
    header: 'Status',
    widthPx: 124,
    text: ({ state }) => RUN_LABELS[state].word,
    cell: ({ state }) => centred(<StateWord {...RUN_LABELS[state]} isFilled={NEXT_STEPS[state] !== undefined} />),
  },
  {
    id: 'current',
    header: 'Step',
    about: 'What it waits for, or its present step',
    widthPx: 210,
    grows: true,
    text: currentText,
    cell: (row) => <TwoLines isName>{currentText(row)}</TwoLines>,
  },
  {
    id: 'next',
    header: 'Action',
    widthPx: 132,
    text: ({ state }) => NEXT_STEPS[state] ?? '',
    cell: (row) => centred(<Next row={row} />),
  },
  { id: 'progress', header: 'Progress', widthPx: 132, isLesser: true, text: progressLabel },
  {
    id: 'startedAt',
    header: 'Started',
    widthPx: 176,
    isLesser: true,
    text: ({ startedAt }) => startedAt,
    cell: ({ startedAt }) => <InstantCell instant={startedAt} />,
  },
])

const Empty = ({ isFiltered, who }: { readonly isFiltered: boolean; readonly who: string }) =>
  isFiltered ? (
    <NothingFits title="No runs match these filters" onClear={() => clear(useRunFilters)} />
  ) : (
    <EmptyState icon={<IconListDetails size={22} />} title={`No playbook was run for ${who} yet`}>
      A playbook is a list of steps that the desk goes through for a brand: check the key, fetch history, run an audit,
      discover prospects. It stops and asks you before anything is paid for, sent or published. Choose a dry run above.
    </EmptyState>
  )

/** Where several brands wait at the same step. */
const ReviewTogether = ({ brandIds }: { readonly brandIds: 'all' | string[] }) => {
  const waiting = useDesk('playbooks.runs', { brandIds, filter: { state: ['waiting'] }, limit: 500 }).value?.rows ?? []
  const [largest] = groupGates(waiting, brandName)
  if (largest === undefined || largest.runs.length < 2) return null
  return (
    <Button variant="default" onClick={() => openReview(largest.key)}>
      Review {plural(largest.runs.length, 'brand')} that wait
    </Button>
  )
}

const OPENED = { shown: null, open: ({ id }: RunRow) => openRun(id), close: () => undefined }

export const RunList = () => {
  const brandIds = brandIdsOf(useScope())
  const filters = useRunFilters()
  const { search, state } = filters
  const filter = state.length === 0 ? {} : { state: [...state] }
  const table = useTable<RunRow>({
    view: 'playbooks',
    columns: COLUMNS,
    query: () => pageQuery('playbooks.runs', { input: { brandIds, filter }, search }),
  })
  return (
    <>
      <MainAction>
        <Button leftSection={<IconPlus size={14} aria-hidden />} onClick={() => openEditor('new')}>
          New playbook
        </Button>
      </MainAction>
      <TableView
        table={table}
        title="Playbook runs"
        rowNouns={ROW_NOUNS}
        isTall
        opened={OPENED}
        top={
          <>
            <PlaybookCards />
            <FilterRow by="playbook" of="runs" store={useRunFilters} onDone={table.focus}>
              <FilterMenu label="Status" labels={STATE_NAMES} store={useRunFilters} field="state" />
              <ReviewTogether brandIds={brandIds} />
            </FilterRow>
          </>
        }
        empty={<Empty isFiltered={isNarrowed(filters)} who={table.who} />}
      />
    </>
  )
}
