import { Button } from '@mantine/core'
import { IconArrowBackUp, IconFilterOff, IconMailFast, IconRefresh } from '@tabler/icons-react'
import { useCallback, useRef, useState } from 'react'
import type { OutboxRow } from '../../../src-shared/desk/outreach.ts'
import { useCommands } from '../../commands/use-commands.ts'
import { useRefreshOnChange } from '../../data/use-blocks.ts'
import { FreshnessLabel } from '../../parts/freshness-label.tsx'
import { useBrand } from '../../state/brands.ts'
import { brandIdsOf } from '../../state/location.ts'
import { notify } from '../../state/notices.ts'
import { runSync } from '../../state/sync.ts'
import { DataTable, type DataTableHandle } from '../../table/data-table.tsx'
import type { TablePicks } from '../../table/picked-rows.ts'
import { TablePage } from '../../table/table-page.tsx'
import { ViewEmpty } from '../../table/view-empty.tsx'
import css from './outbox.module.css'
import { OutboxDetail } from './outbox-detail.tsx'
import { OutboxFilters } from './outbox-filters.tsx'
import { HeldBack, PacingLine } from './outbox-notes.tsx'
import { TakeBack, TakeBackWords } from './take-back.tsx'
import { clearFilters, isFiltered, useFilters, useOutbox } from './use-outbox.ts'

const ROW_WORDS = ['pitch', 'pitches'] as const

const useOutboxCommands = (acts: {
  readonly takeBack: () => void
  readonly canTakeBack: () => boolean
  readonly refresh: () => void
}) => {
  const group = 'Outbox'
  useCommands([
    {
      id: 'outbox.take-back',
      title: 'Take back the selected pitches',
      group,
      icon: IconArrowBackUp,
      keys: ['u'],
      isEnabled: acts.canTakeBack,
      run: acts.takeBack,
    },
    {
      id: 'outbox.waiting',
      title: 'Show waiting pitches only, or all',
      group,
      run: () => useFilters.setState({ isWaiting: !useFilters.getState().isWaiting }),
    },
    { id: 'outbox.refresh', title: 'Refresh the outbox', group, icon: IconRefresh, run: acts.refresh },
  ])
}

/** Pitches at the service over all brands: what waits, what was sent, and the way back while there is one. */
export const OutboxView = () => {
  const { scope, columns, arrangement, filters, around, query, blocks } = useOutbox()
  const brand = useBrand(scope)
  const table = useRef<DataTableHandle>(null)
  const picks = useRef<TablePicks<OutboxRow>>(null)
  const [picked, setPicked] = useState(0)
  const [opened, setOpened] = useState<OutboxRow | null>(null)
  const [asked, setAsked] = useState<readonly OutboxRow[] | null>(null)
  const shown = opened !== null && (scope === 'all' || opened.brandId === scope) ? opened : null
  useRefreshOnChange(blocks.cache, brandIdsOf(scope), picked > 0)
  const focusRows = useCallback(() => table.current?.focus(), [])
  const close = () => {
    if (shown === null) return false
    setOpened(null)
    focusRows()
    return true
  }
  const refresh = () => void runSync({ brandIds: brandIdsOf(scope), datasets: ['outbox', 'mailboxes'] })
  const askForPicked = async () => {
    const rows = await picks.current?.rows()
    if (rows === undefined || rows === null)
      return notify({ title: 'Nothing was taken back', message: 'Some rows could not be read.', tone: 'warning' })
    setAsked(rows)
  }
  useOutboxCommands({
    takeBack: () => void askForPicked(),
    canTakeBack: () => asked === null && (picks.current?.count() ?? 0) > 0,
    refresh,
  })
  const { asOf, shownKey } = blocks.snapshot
  // Of an outbox that was never read nobody knows what waits in it.
  const isNeverRead = shownKey === null || asOf === null
  return (
    <>
      <TablePage
        title="Outbox"
        note={shownKey === null ? null : <FreshnessLabel asOf={asOf} dataset="outbox" />}
        actions={
          <Button variant="default" leftSection={<IconRefresh size={14} aria-hidden />} onClick={refresh}>
            Refresh
          </Button>
        }
        top={
          <>
            <OutboxFilters around={around} onDone={focusRows} />
            <div className={css.notes}>
              {isNeverRead ? null : <PacingLine waiting={around.waiting} />}
              <HeldBack />
              <span>Replies, and connecting a mailbox, are done in the service’s dashboard.</span>
            </div>
          </>
        }
        table={
          <DataTable
            ref={table}
            picks={picks}
            label={`Outbox of ${brand?.name ?? 'all brands'}`}
            rowWords={ROW_WORDS}
            columns={columns}
            layout={arrangement.layout}
            startLayout={arrangement.start}
            onLayout={arrangement.setLayout}
            blocks={blocks}
            query={query}
            onOpen={setOpened}
            onClose={close}
            {...(shown === null ? {} : { onActive: setOpened })}
            onPicked={setPicked}
            barStart={
              picked === 0 ? null : (
                <Button size="compact-xs" onClick={() => void askForPicked()}>
                  <TakeBackWords count={picked} brandIds={scope === 'all' ? [] : [scope]} />
                </Button>
              )
            }
            empty={
              <ViewEmpty
                scope={scope}
                asOf={asOf}
                datasets={['outbox', 'mailboxes']}
                isFiltered={isFiltered(filters)}
                onClear={clearFilters}
                icons={{
                  none: <IconMailFast size={22} />,
                  filtered: <IconFilterOff size={22} />,
                  never: <IconRefresh size={22} />,
                }}
                words={{ many: 'pitches', teaches: 'The outbox shows pitches that were handed to the service.' }}
              />
            }
          />
        }
        side={
          shown === null ? null : <OutboxDetail row={shown} onClose={close} onTakeBack={(row) => setAsked([row])} />
        }
      />
      {asked === null ? null : (
        <TakeBack
          rows={asked}
          onClose={() => {
            setAsked(null)
            focusRows()
          }}
          onTaken={() => picks.current?.clear()}
        />
      )}
    </>
  )
}
