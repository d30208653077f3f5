import { Button, Chip, Group } from '@mantine/core'
import { IconArrowBackUp, IconMailFast, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import type { OutboxRow } from '../../../src-shared/desk/outreach.ts'
import { useCommands } from '../../commands/use-commands.ts'
import { pageQuery } from '../../data/page-query.ts'
import { useOutboxFilters } from '../../state/filters/lists.ts'
import { brandIdsOf, useScope } from '../../state/location.ts'
import { runSync } from '../../state/sync.ts'
import type { SortKey } from '../../table/column.ts'
import { FilterMenu, FilterRow } from '../../table/filter-row.tsx'
import { readPicked } from '../../table/picked-rows.ts'
import { MAX_SORT_KEYS } from '../../table/sorting.ts'
import { TableView } from '../../table/table-view.tsx'
import { useOpenedRow } from '../../table/use-opened.ts'
import { useTable } from '../../table/use-table.ts'
import { type ListWords, ViewEmpty } from '../../table/view-empty.tsx'
import { OUTBOX_COLUMNS } from './outbox-columns.tsx'
import { OutboxDetail } from './outbox-detail.tsx'
import { statusLabel } from './outbox-labels.ts'
import { PacingLine, SendingPaused } from './outbox-notes.tsx'
import { OutcomesStrip } from './outcomes-strip.tsx'
import { UnsendDialog, UnsendLabel } from './unsend.tsx'

/** Statuses, mailboxes and queued pitches of the brands in view; they come with every page of rows. */
type Around = Pick<CallOutput<'outreach.outbox'>, 'statusCounts' | 'mailboxCounts' | 'waiting' | 'lastQueued'>
const NONE_AROUND: Around = { statusCounts: [], mailboxCounts: [], waiting: 0, lastQueued: null }

/** What is sent next comes first; where a person sorts by time, rows without a planned one stand by the time they were sent. */
const byTime = (sort: readonly SortKey[]): SortKey[] =>
  sort.length === 0
    ? [{ by: 'next', direction: 'asc' }]
    : sort
        .flatMap((key) => (key.by === 'scheduledAt' ? [key, { ...key, by: 'sentAt' }] : [key]))
        .slice(0, MAX_SORT_KEYS)

const useOutbox = () => {
  const [around, setAround] = useState<Around>(NONE_AROUND)
  const filters = useOutboxFilters()
  const { search, isWaiting, status, mailbox } = filters
  const input = {
    brandIds: brandIdsOf(useScope()),
    filter: {
      ...(isWaiting ? { isWaiting } : {}),
      ...(status.length === 0 ? {} : { status: [...status] }),
      ...(mailbox.length === 0 ? {} : { mailboxEmail: [...mailbox] }),
    },
  }
  const table = useTable<OutboxRow>({
    view: 'outbox',
    columns: OUTBOX_COLUMNS,
    query: (sort) => pageQuery('outreach.outbox', { input, search, sort: byTime(sort), onReply: setAround }),
  })
  return { table, filters, around }
}

type BarProps = { readonly around: Around; readonly onDone: () => void }

const OutboxFilters = ({ around, onDone }: BarProps) => {
  const { isWaiting } = useOutboxFilters()
  const statusLabels = Object.fromEntries(
    around.statusCounts.map(({ status: word, count }) => [word, `${statusLabel(word)} · ${count}`]),
  )
  const mailboxLabels = Object.fromEntries(
    around.mailboxCounts.map(({ mailboxEmail, count }) => [mailboxEmail, `${mailboxEmail} · ${count}`]),
  )
  return (
    <FilterRow by="person, address, site or subject" of="the outbox" store={useOutboxFilters} onDone={onDone}>
      <Chip size="xs" checked={isWaiting} onChange={(next) => useOutboxFilters.setState({ isWaiting: next })}>
        Queued only
      </Chip>
      <FilterMenu label="Status" labels={statusLabels} store={useOutboxFilters} field="status" />
      {around.mailboxCounts.length === 0 ? null : (
        <FilterMenu label="Mailbox" labels={mailboxLabels} store={useOutboxFilters} field="mailbox" />
      )}
    </FilterRow>
  )
}

const ROW_NOUNS = ['pitch', 'pitches'] as const

const useOutboxCommands = (actions: {
  readonly unsend: () => void
  readonly canUnsend: () => boolean
  readonly refresh: () => void
}) => {
  useCommands('Outbox', [
    {
      id: 'outbox.take-back',
      title: 'Unsend the selected pitches',
      icon: IconArrowBackUp,
      keys: ['u'],
      isEnabled: actions.canUnsend,
      run: actions.unsend,
    },
    {
      id: 'outbox.waiting',
      title: 'Show queued pitches only, or all',
      run: () => useOutboxFilters.setState({ isWaiting: !useOutboxFilters.getState().isWaiting }),
    },
    { id: 'outbox.refresh', title: 'Refresh the outbox', icon: IconRefresh, run: actions.refresh },
  ])
}

const TEACHES = 'The outbox shows pitches that are queued with the service or sent.'
const EMPTY: ListWords = { datasets: ['outbox', 'mailboxes'], many: 'pitches', teaches: TEACHES }

/** Pitches at the service over all brands: queued ones, which can be unsent, and sent ones. */
export const OutboxView = () => {
  const { table, around } = useOutbox()
  const { scope, freshAsOf, picks, picked } = table
  const [asked, setAsked] = useState<readonly OutboxRow[] | null>(null)
  const refresh = () => void runSync({ brandIds: brandIdsOf(scope), datasets: ['outbox', 'mailboxes'] })
  const askForPicked = async () => {
    const rows = await readPicked(picks, 'Nothing was unsent')
    if (rows.length > 0) setAsked(rows)
  }
  useOutboxCommands({
    unsend: () => void askForPicked(),
    canUnsend: () => asked === null && (picks.current?.count() ?? 0) > 0,
    refresh,
  })
  return (
    <>
      <TableView
        table={table}
        title="Outbox"
        rowNouns={ROW_NOUNS}
        top={
          <>
            <OutcomesStrip isSynced={freshAsOf !== null} />
            <OutboxFilters around={around} onDone={table.focus} />
            <Group flex="none" gap="4px 16px" px="md" pb={10} c="dimmed" fz="xs">
              {/* What is queued is not known before the outbox was synced. */}
              {freshAsOf === null ? null : <PacingLine {...around} />}
              <SendingPaused />
              <span>Read replies and connect mailboxes in the service’s dashboard.</span>
            </Group>
          </>
        }
        barStart={
          picked === 0 ? null : (
            <Button size="compact-xs" onClick={() => void askForPicked()}>
              <UnsendLabel count={picked} brandIds={scope === 'all' ? [] : [scope]} />
            </Button>
          )
        }
        empty={<ViewEmpty table={table} store={useOutboxFilters} icon={<IconMailFast size={22} />} of={EMPTY} />}
        opened={useOpenedRow<OutboxRow>()}
        side={(row, close) => <OutboxDetail row={row} onClose={close} onUnsend={(one) => setAsked([one])} />}
      />
      {asked === null ? null : (
        <UnsendDialog
          rows={asked}
          onClose={() => {
            setAsked(null)
            table.focus()
          }}
          onUnsent={() => picks.current?.clear()}
        />
      )}
    </>
  )
}
