import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { IconEye, IconRefresh, IconSparkles } from '@tabler/icons-react'
import { type ReactNode, useMemo, useState } from 'react'
import { useCommands } from '../../commands/use-commands.ts'
import { plural } from '../../format/numbers.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { TextAndTag } from '../../parts/fields/text-and-tag.tsx'
import { MainAction } from '../../parts/main-action.tsx'
import { PlaceExport } from '../../parts/panel.tsx'
import { StagedBar } from '../../parts/staged-bar.tsx'
import { useHasNoBrands } from '../../state/brands.ts'
import { useNarrowedExport } from '../../state/exporting.tsx'
import { brandIdsOf, setParams } from '../../state/location.ts'
import { isRunning, runSync, useSync } from '../../state/sync.ts'
import { changesOf, discardStaged, reviewChanges, useReview, useStaged } from '../../state/visibility.ts'
import pageCss from '../../table/table-page.module.css'
import { TablePage } from '../../table/table-page.tsx'
import { NothingFits } from '../../table/view-empty.tsx'
import { Welcome } from '../brands/welcome.tsx'
import { BrandModels } from './brand-models.tsx'
import { type ColumnActions, RUNGS, stageFor } from './column-menu.tsx'
import { everyLabel } from './interval-labels.ts'
import { Matrix } from './matrix.tsx'
import { Results } from './results.tsx'
import { Review } from './review.tsx'
import { useVisibility, type Visibility } from './use-visibility.ts'

/** Models and intervals, and the clusters' figures beside them. */
const SHOWN_DATASETS = ['visibility', 'clusters'] as const

const Filters = ({ view, selected, onClear }: { view: Visibility; selected: number; onClear: () => void }) => {
  return (
    <div className={pageCss.filters}>
      <TextAndTag label="Filter brands by name or tag" placeholder="Filter brands" />
      <Text size="xs" fw={600} role="status">
        {plural(view.shown.length, 'brand')}
        {selected === 0 ? '' : ` · ${selected} selected`}
      </Text>
      {selected === 0 ? (
        <Text c="dimmed" size="xs">
          Select brands, then use a column’s menu to change them together.
        </Text>
      ) : (
        <Button variant="subtle" color="gray" size="compact-xs" onClick={onClear}>
          Clear the selection
        </Button>
      )}
      <Group ml="auto">
        <PlaceExport />
      </Group>
    </div>
  )
}

const Empty = ({ view }: { readonly view: Visibility }) => {
  const isSyncing = useSync((state) => isRunning(state.run))
  if (view.shown.length === 0)
    return (
      <NothingFits
        title="No brands match this filter"
        clearLabel="Show all brands"
        onClear={() => setParams({ q: '', tag: '' })}
      />
    )
  return (
    <EmptyState
      icon={<IconSparkles size={20} />}
      title="AI tracking is not synced yet"
      action={
        <Button
          leftSection={<IconRefresh size={14} />}
          loading={isSyncing}
          onClick={() => void runSync({ brandIds: brandIdsOf(view.scope), datasets: [...SHOWN_DATASETS] })}
        >
          Sync AI tracking
        </Button>
      }
    >
      The service regularly asks AI models about a brand. Choose here which models and how often, for many brands at
      once. Sync first to see what each plan allows.
    </EmptyState>
  )
}

const useStaging = (view: Visibility, selected: ReadonlySet<string>) => {
  const staged = useStaged()
  const step = useReview((review) => review.step)
  const changes = useMemo(() => changesOf(staged, view.rows), [staged, view.rows])
  const picked = view.shown.filter(({ brandId }) => selected.has(brandId))
  const actions: ColumnActions = {
    targets: picked.length > 0 ? picked : view.shown,
    isSelection: picked.length > 0,
    rows: view.rows,
  }
  const whose = actions.isSelection ? `${picked.length} selected` : `all ${view.shown.length} shown`
  const isEditing = () => step === 'edit'
  useCommands('AI tracking', [
    {
      id: 'visibility.review',
      title: 'Review changes',
      icon: IconEye,
      keys: ['mod+enter'],
      isEnabled: () => isEditing() && changes.length > 0,
      run: reviewChanges,
    },
    {
      id: 'visibility.discard',
      title: 'Discard changes',
      isEnabled: () => changes.length > 0,
      run: () => discardStaged(view.rows),
    },
    ...view.names.flatMap(({ modelId, name }) =>
      [true, false].map((isActive) => ({
        id: `visibility.${modelId}.${isActive}`,
        title: `Turn ${name} ${isActive ? 'on' : 'off'} for ${whose}`,
        isEnabled: isEditing,
        run: () => stageFor(actions, (brandId) => ({ brandId, modelId, isActive })),
      })),
    ),
    ...RUNGS.map((interval) => ({
      id: `visibility.interval.${interval}`,
      title: `${interval === null ? 'Follow the plan' : `Refresh ${everyLabel(interval)}`} for ${whose}`,
      isEnabled: isEditing,
      run: () => stageFor(actions, (brandId) => ({ brandId, interval })),
    })),
  ])
  return { step, changes, actions }
}

const NOTES = {
  review: 'Review: nothing is sent until you confirm',
  results: 'Results',
} as const

/** In place of the whole sync: this view alone. */
const Refresh = ({ scope }: { readonly scope: Visibility['scope'] }) => {
  const isSyncing = useSync((state) => isRunning(state.run))
  return (
    <MainAction>
      <Button
        leftSection={<IconRefresh size={14} aria-hidden />}
        loading={isSyncing}
        onClick={() => void runSync({ brandIds: brandIdsOf(scope), datasets: [...SHOWN_DATASETS] })}
      >
        Refresh
      </Button>
    </MainAction>
  )
}

/** AI models and refresh intervals of many brands: staged, reviewed once, applied together. */
export const VisibilityView = () => {
  const view = useVisibility()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const { step, changes, actions } = useStaging(view, selected)
  const ids = useMemo(() => view.shown.map(({ brandId }) => brandId), [view.shown])
  const picked = useMemo(() => ids.filter((id) => selected.has(id)), [ids, selected])
  useNarrowedExport({ matching: view.scope === 'all' && ids.length < view.rows.size ? ids : null, picked })
  const hasNone = useHasNoBrands()
  if (hasNone) return <Welcome />
  const { rows, shown, names, scope } = view
  const isRead = shown.some(({ models, interval }) => models.fetchedAt !== null || interval.fetchedAt !== null)
  const only = scope === 'all' ? undefined : shown[0]
  const brandIds = [...new Set(changes.map(({ brandId }) => brandId))]
  const main = (): ReactNode => {
    if (!view.isAsked) return null
    if (step === 'review') return <Review changes={changes} rows={rows} names={names} />
    if (step === 'results') return <Results rows={rows} names={names} />
    if (!isRead) return <Empty view={view} />
    return only === undefined ? null : <BrandModels row={only} rows={rows} names={names} />
  }
  const isMatrix = view.isAsked && step === 'edit' && isRead && only === undefined
  const matrix = (
    <Matrix rows={rows} shown={shown} names={names} selected={selected} onSelect={setSelected} actions={actions} />
  )
  return (
    <TablePage
      note={step === 'edit' ? null : <Text c="dimmed">{NOTES[step]}</Text>}
      isExported
      top={
        <>
          {step === 'edit' ? <Refresh scope={scope} /> : null}
          <ErrorNotice title="AI tracking could not be read" error={view.error} onRetry={view.reload} />
          {step === 'edit' && scope === 'all' ? (
            <Filters view={view} selected={selected.size} onClear={() => setSelected(new Set())} />
          ) : null}
        </>
      }
      table={
        isMatrix ? (
          <Stack gap={0} flex={1} miw={0} bg="var(--surface)">
            {matrix}
          </Stack>
        ) : (
          <Box flex={1} p="md" bg="var(--ground)" style={{ overflow: 'auto' }}>
            {main()}
          </Box>
        )
      }
      foot={
        step === 'edit' && changes.length > 0 ? (
          <StagedBar
            changes={changes.length}
            brandIds={brandIds}
            onDiscard={() => discardStaged(rows)}
            onReview={reviewChanges}
          />
        ) : null
      }
    />
  )
}
