import { Button, Chip } from '@mantine/core'
import { IconBell, IconChecks } from '@tabler/icons-react'
import type { Alert } from '../../../src-shared/desk/alerts.ts'
import { ALERT_KIND_LABELS, ALERT_KINDS } from '../../../src-shared/desk/values/alert-kinds.ts'
import { pageQuery } from '../../data/page-query.ts'
import { useDesk } from '../../data/use-desk.ts'
import { formatWhole, NO_VALUE } from '../../format/numbers.ts'
import { formatDay } from '../../format/time.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { markAllSeen, useUnseenAlerts } from '../../state/alerts.ts'
import { clear, isNarrowed, readText, readTexts, useAlertFilters } from '../../state/filters/lists.ts'
import { brandIdsOf, go, useScope } from '../../state/location.ts'
import { brandColumn, centred, numberColumn, TwoLines } from '../../table/cells.tsx'
import type { DataColumn } from '../../table/column.ts'
import { FilterMenu, FilterRow } from '../../table/filter-row.tsx'
import { TableView } from '../../table/table-view.tsx'
import { useOpenedId } from '../../table/use-opened.ts'
import { useTable } from '../../table/use-table.ts'
import { NothingFits } from '../../table/view-empty.tsx'
import { AlertDetail } from './alert-detail.tsx'
import { noCauseText, nothingFound } from './alert-words.ts'

const ROW_NOUNS = ['alert', 'alerts'] as const

const stateWord = ({ state, isMuted }: Alert): string => (state === 'new' ? 'New' : isMuted ? 'Muted' : 'Seen')

const causeText = ({ cause }: Alert): string => cause?.replace(/^Likely cause: /, '') ?? NO_VALUE

/** First: a detail that opens beside the table leaves it in sight. */
const title: DataColumn<Alert> = {
  id: 'title',
  header: 'What happened',
  widthPx: 190,
  fitPx: 250,
  text: (alert) => alert.title,
  // No line that is the number alone.
  cell: (alert) => <TwoLines isName>{alert.title.replace(/top (?=\d)/g, 'top\u00a0')}</TwoLines>,
}
const rest: readonly DataColumn<Alert>[] = [
  {
    id: 'day',
    header: 'Day',
    about: 'The day that the alert is about',
    widthPx: 96,
    sortField: 'day',
    isDescendingFirst: true,
    text: ({ day }) => formatDay(day),
  },
  {
    id: 'state',
    header: 'Status',
    widthPx: 72,
    text: stateWord,
    cell: (alert) => centred(<StateWord word={stateWord(alert)} tone={alert.state === 'new' ? 'busy' : 'plain'} />),
  },
  {
    id: 'detail',
    header: 'Details',
    widthPx: 190,
    fitPx: 250,
    grows: true,
    text: ({ detail }) => detail,
    cell: ({ detail }) => <TwoLines>{detail}</TwoLines>,
  },
  {
    id: 'cause',
    header: 'Likely cause',
    widthPx: 190,
    fitPx: 240,
    text: causeText,
    cell: (alert) =>
      alert.cause === null ? (
        centred(
          <span className="soft" title={noCauseText(alert.kind)}>
            {NO_VALUE}
          </span>,
        )
      ) : (
        <TwoLines>{causeText(alert)}</TwoLines>
      ),
  },
  numberColumn<Alert>('count', {
    header: 'Found',
    about: 'How many keywords, sites or permissions',
    widthPx: 76,
    // The title says it, too.
    isHiddenAtFirst: true,
    text: ({ count }) => formatWhole(count),
  }),
  {
    id: 'rule',
    header: 'Rule',
    widthPx: 190,
    isLesser: true,
    text: ({ ruleName }) => ruleName,
    cell: ({ ruleName }) => <TwoLines>{ruleName}</TwoLines>,
  },
]
const COLUMNS = { one: [title, ...rest], all: [title, brandColumn<Alert>(180), ...rest] }
const SORTING = [{ id: 'day', desc: true }] as const

const Nothing = () => {
  const isFiltered = isNarrowed(useAlertFilters())
  const { value } = useDesk('alerts.rules', {})
  if (isFiltered) return <NothingFits title="No alerts match these filters" onClear={() => clear(useAlertFilters)} />
  const icon = <IconBell size={22} />
  if (value?.rules.length === 0)
    return (
      <EmptyState
        icon={icon}
        title="No rule yet"
        action={<Button onClick={() => go({ view: 'rules' })}>Choose a rule</Button>}
      >
        A rule says what you want to hear of: a keyword loses the top 3, clicks go down, a webhook stays silent. The
        desk looks after each sync, and lists here what it finds.
      </EmptyState>
    )
  return (
    <EmptyState
      icon={icon}
      title="No alerts"
      action={
        <Button variant="default" onClick={() => go({ view: 'rules' })}>
          View rules
        </Button>
      }
    >
      {value === undefined ? null : nothingFound(value.rules)}
    </EmptyState>
  )
}

/** What the rules found, newest first. */
export const AlertList = () => {
  const scope = useScope()
  const brandIds = brandIdsOf(scope)
  const { search, isNew, kind } = useAlertFilters()
  const unseen = useUnseenAlerts()
  const filter = { ...(isNew ? { state: ['new' as const] } : {}), ...(kind.length === 0 ? {} : { kind: [...kind] }) }
  const table = useTable<Alert>({
    view: 'alerts',
    columns: COLUMNS,
    sorting: SORTING,
    query: (sort) => pageQuery('alerts.page', { input: { brandIds, filter }, search, sort }),
  })
  return (
    <TableView
      table={table}
      title="Alerts"
      rowNouns={ROW_NOUNS}
      isTall
      top={
        <FilterRow by="keyword, title or rule" of="alerts" store={useAlertFilters} onDone={table.focus}>
          <FilterMenu label="Kind" labels={ALERT_KIND_LABELS} store={useAlertFilters} field="kind" />
          <Chip checked={isNew} onChange={(next) => useAlertFilters.setState({ isNew: next })}>
            {unseen === 0 ? 'New' : `New · ${formatWhole(unseen)}`}
          </Chip>
          <Button
            variant="default"
            ml="auto"
            leftSection={<IconChecks size={14} aria-hidden />}
            disabled={unseen === 0}
            onClick={() => void markAllSeen(scope)}
          >
            Mark all as seen
          </Button>
        </FilterRow>
      }
      opened={useOpenedId()}
      side={(id, close) => <AlertDetail key={id} id={id} onClose={close} />}
      saved={{
        write: () => ({ search, isNew, kind: [...kind] }),
        read: (state) => {
          const kept = readTexts(state.kind)
          useAlertFilters.setState({
            search: readText(state.search),
            isNew: state.isNew === true,
            kind: ALERT_KINDS.filter((one) => kept.includes(one)),
          })
        },
      }}
      empty={<Nothing />}
    />
  )
}
