import { Button, Switch } from '@mantine/core'
import { IconFilterOff, IconRefresh, IconSearch } from '@tabler/icons-react'
import { useCallback, useMemo, useRef } from 'react'
import { plural } from '../../format/numbers.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { TextField } from '../../parts/fields/text-field.tsx'
import { MainAction } from '../../parts/main-action.tsx'
import { Page, Panel } from '../../parts/panel.tsx'
import { useNow } from '../../parts/use-now.ts'
import type { VirtualBodyHandle } from '../../parts/virtual-body.tsx'
import { byName, useBrands } from '../../state/brands.ts'
import { useNarrowedExport } from '../../state/exporting.tsx'
import { go, setParams, useParams } from '../../state/location.ts'
import { isRunning, runSync, useSync } from '../../state/sync.ts'
import { useRowKeys } from '../../table/use-row-keys.ts'
import { Welcome } from '../brands/welcome.tsx'
import { ProblemList } from './problem-list.tsx'
import { lastRunLabel, watchLabel } from './run-labels.ts'
import { RunPanel } from './run-panel.tsx'
import { SyncMatrix } from './sync-matrix.tsx'
import { problems, summaryLabel, syncRows } from './sync-rows.ts'

const Actions = ({ failed }: { readonly failed: readonly string[] }) => {
  const isOn = useSync((state) => isRunning(state.run))
  return (
    <>
      {failed.length === 0 ? null : (
        <Button variant="default" onClick={() => void runSync({ brandIds: [...failed] })}>
          Try {plural(failed.length, 'failed brand')} again
        </Button>
      )}
      <MainAction>
        <Button
          variant={isOn ? 'default' : 'filled'}
          leftSection={<IconRefresh size={14} />}
          onClick={() => void runSync({ brandIds: 'all' })}
        >
          Sync all brands
        </Button>
      </MainAction>
    </>
  )
}

const Matrix = () => {
  const brands = useBrands((state) => state.list)
  const byBrand = useSync((state) => state.byBrand)
  const { q: text = '', failed } = useParams()
  const isFailedOnly = failed === '1'
  const run = useSync((state) => state.run)
  const rows = useMemo(
    () => syncRows(byName(brands), byBrand, { text, isFailedOnly, run }),
    [brands, byBrand, text, isFailedOnly, run],
  )
  const ids = useMemo(() => rows.map(({ brand }) => brand.id), [rows])
  const body = useRef<VirtualBodyHandle>(null)
  const { active, selected, pick, clear } = useRowKeys({
    ids,
    onOpen: (brandId) => go({ view: 'overview', scope: brandId }),
    onMove: (index) => body.current?.reveal(index),
    hasRanges: true,
  })
  const picked = useMemo(() => ids.filter((id) => selected.has(id)), [ids, selected])
  useNarrowedExport({ matching: rows.length < brands.length ? ids : null, picked })
  const latestPick = useRef(pick)
  latestPick.current = pick
  const onPick = useCallback((index: number, isRange: boolean) => latestPick.current(index, isRange), [])
  return (
    <Panel
      isFlush
      title={
        rows.length === brands.length
          ? plural(brands.length, 'brand')
          : `${rows.length} of ${plural(brands.length, 'brand')}`
      }
      aside={
        <>
          {picked.length === 0 ? null : (
            <>
              <Button variant="subtle" color="gray" onClick={clear}>
                Clear
              </Button>
              <Button variant="default" onClick={() => void runSync({ brandIds: picked })}>
                Sync {plural(picked.length, 'selected brand')}
              </Button>
            </>
          )}
          <Switch
            label="Failed only"
            checked={isFailedOnly}
            onChange={(event) => setParams({ failed: event.currentTarget.checked ? '1' : '' })}
          />
          <TextField
            data-view-filter
            w={180}
            placeholder="Filter brands"
            aria-label="Filter brands"
            leftSection={<IconSearch size={14} />}
            value={text}
            onChange={(q) => setParams({ q })}
          />
        </>
      }
    >
      {rows.length === 0 ? (
        <EmptyState icon={<IconFilterOff size={20} />} title="No brands match this filter" />
      ) : (
        <SyncMatrix rows={rows} active={active} selected={selected} onPick={onPick} ref={body} />
      )}
    </Panel>
  )
}

/** What is fresh, what is old, what went wrong and what runs now: brand by brand. */
export const SyncView = () => {
  const brands = useBrands((state) => state.list)
  const isLoaded = useBrands((state) => state.isLoaded)
  const byBrand = useSync((state) => state.byBrand)
  const run = useSync((state) => state.run)
  const watch = useSync((state) => state.watch)
  const isKnown = useSync((state) => state.isLoaded)
  const nowMs = useNow()
  const list = useMemo(() => problems(brands, byBrand), [brands, byBrand])
  const failed = useMemo(() => {
    const triable = list.flatMap((problem) => problem.brands).filter((brand) => brand.keyState !== 'missing')
    return [...new Set(triable.map((brand) => brand.id))]
  }, [list])
  if (isLoaded && brands.length === 0) return <Welcome />
  return (
    <Page
      note={
        !isKnown ? null : (
          <>
            <div>{summaryLabel(brands, byBrand, nowMs)}</div>
            <div>{lastRunLabel(run, nowMs)}</div>
            <div>{watchLabel(watch, nowMs)}</div>
          </>
        )
      }
      actions={<Actions failed={failed} />}
    >
      <RunPanel />
      <ProblemList list={list} />
      <Matrix />
    </Page>
  )
}
