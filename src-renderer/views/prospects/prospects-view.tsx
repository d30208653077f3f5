import { Button } from '@mantine/core'
import { IconFilterOff, IconRefresh, IconWorldSearch } from '@tabler/icons-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ProspectRow } from '../../../src-shared/desk/prospects.ts'
import { useRefreshOnChange } from '../../data/use-blocks.ts'
import { useDesk } from '../../data/use-desk.ts'
import { useRefreshOnEvent } from '../../data/use-refresh-on-event.ts'
import { FreshnessLabel } from '../../parts/freshness-label.tsx'
import { useBrand } from '../../state/brands.ts'
import { brandIdsOf, type Scope, setParams, useParams } from '../../state/location.ts'
import { openPaid } from '../../state/outreach.ts'
import { clearFilters, isFiltered, readFilters, setFilters, writeFilters } from '../../state/prospects-store.ts'
import { DataTable, type DataTableHandle } from '../../table/data-table.tsx'
import { readLayout, writeLayout } from '../../table/layout.ts'
import type { TablePicks } from '../../table/picked-rows.ts'
import { SavedViews } from '../../table/saved-views.tsx'
import { TablePage } from '../../table/table-page.tsx'
import { ViewEmpty } from '../../table/view-empty.tsx'
import { BrandWork } from './brand-work.tsx'
import { ChooseBrands } from './choose-brands.tsx'
import { PaidDialog } from './paid-dialog.tsx'
import { PickActions } from './pick-actions.tsx'
import { ProspectDetail } from './prospect-detail.tsx'
import { ProspectFilters } from './prospect-filters.tsx'
import { TagDialog } from './tag-dialog.tsx'
import { useProspects } from './use-prospects.ts'
import { useTriage } from './use-triage.ts'

const ROW_WORDS = ['prospect', 'prospects'] as const
const EVENTS = ['outreach.changed'] as const
const ICONS = {
  none: <IconWorldSearch size={22} />,
  filtered: <IconFilterOff size={22} />,
  never: <IconRefresh size={22} />,
}
const WORDS = { many: 'prospects', teaches: 'Prospects are sites where a link to the brand would fit.' }

/** Discovery is for one brand at least: the one in view, or those that are chosen. */
const useDiscover = (scope: Scope) => {
  const { act } = useParams()
  const [isChoosing, setChoosing] = useState(false)
  const start = useCallback(() => {
    if (scope === 'all') setChoosing(true)
    else openPaid('discover', [{ brandId: scope, sites: [] }])
  }, [scope])
  useEffect(() => {
    if (act !== 'discover') return
    setParams({ act: '' })
    start()
  }, [act, start])
  return { start, isChoosing, close: () => setChoosing(false) }
}

/** The prospect whose detail is open, and the way to its note. */
const useOpened = (scope: Scope) => {
  const [opened, setOpened] = useState<ProspectRow | null>(null)
  const note = useRef<HTMLTextAreaElement>(null)
  const openNote = (row: ProspectRow) => {
    setOpened(row)
    // The panel stands on the page after this turn.
    setTimeout(() => note.current?.focus())
  }
  return {
    shown: opened !== null && (scope === 'all' || opened.brandId === scope) ? opened : null,
    setOpened,
    note,
    openNote,
  }
}

export const ProspectsView = () => {
  const { scope, columns, arrangement, filters, query, blocks } = useProspects()
  const { layout, setLayout, start } = arrangement
  const brand = useBrand(scope)
  const summary = useDesk('prospects.page', { brandIds: brandIdsOf(scope), limit: 1 }).value
  const table = useRef<DataTableHandle>(null)
  const picks = useRef<TablePicks<ProspectRow>>(null)
  const [count, setCount] = useState(0)
  const { shown, setOpened, note, openNote } = useOpened(scope)
  const discover = useDiscover(scope)
  useRefreshOnChange(blocks.cache, brandIdsOf(scope), count > 0)
  useRefreshOnEvent(blocks.cache, { events: EVENTS, isHeld: count > 0 })
  const triage = useTriage({ picks, refresh: blocks.cache.refresh, onNote: openNote, onDiscover: discover.start })
  const focusRows = useCallback(() => table.current?.focus(), [])
  const close = () => {
    if (shown === null) return false
    setOpened(null)
    focusRows()
    return true
  }
  const { asOf, shownKey } = blocks.snapshot
  return (
    <>
      <TablePage
        title="Prospects"
        note={shownKey === null ? null : <FreshnessLabel asOf={asOf} dataset="prospects" />}
        actions={
          <Button leftSection={<IconWorldSearch size={14} />} onClick={discover.start}>
            Discover prospects
          </Button>
        }
        top={
          <>
            <ProspectFilters summary={summary} onDone={focusRows} />
            <BrandWork scope={scope} summary={summary} />
          </>
        }
        table={
          <DataTable
            ref={table}
            picks={picks}
            label={`Prospects of ${brand?.name ?? 'all brands'}`}
            rowWords={ROW_WORDS}
            columns={columns}
            layout={layout}
            startLayout={start}
            onLayout={setLayout}
            blocks={blocks}
            query={query}
            onOpen={setOpened}
            onClose={close}
            {...(shown === null ? {} : { onActive: setOpened })}
            onPicked={setCount}
            barStart={
              count === 0 ? null : (
                <PickActions
                  onMark={(mark) => void triage.mark(mark)}
                  onTag={() => void triage.tag()}
                  onPeople={() => void triage.findPeople()}
                />
              )
            }
            barEnd={
              <SavedViews
                view="prospects"
                current={() => ({ layout: writeLayout(layout), filters: writeFilters(filters) })}
                onOpen={(state) => {
                  setLayout(readLayout(columns, state.layout, start))
                  setFilters(readFilters(state.filters))
                }}
              />
            }
            empty={
              <ViewEmpty
                scope={scope}
                asOf={asOf}
                datasets={['prospects', 'contacts']}
                isFiltered={isFiltered(filters)}
                onClear={clearFilters}
                icons={ICONS}
                words={WORDS}
              />
            }
          />
        }
        side={
          shown === null ? null : (
            <ProspectDetail
              row={shown}
              noteRef={note}
              onTag={(row) => triage.openTags([row])}
              onMarked={blocks.cache.refresh}
              onClose={close}
            />
          )
        }
      />
      <PaidDialog />
      <ChooseBrands isOpen={discover.isChoosing} onClose={discover.close} />
      <TagDialog
        rows={triage.tagging}
        known={summary?.tagCounts.map(({ tag }) => tag) ?? []}
        onClose={triage.closeTags}
        onDone={() => {
          picks.current?.clear()
          blocks.cache.refresh()
        }}
      />
    </>
  )
}
