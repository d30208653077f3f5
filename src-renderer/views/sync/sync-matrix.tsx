import { ActionIcon } from '@mantine/core'
import { IconAlertTriangle, IconPlayerStop, IconRefresh } from '@tabler/icons-react'
import { memo } from 'react'
import type { Dataset, SyncStatusRow } from '../../../src-shared/desk/sync.ts'
import { DATASET_TITLES } from '../../format/freshness.ts'
import { isolate } from '../../format/isolate.ts'
import { formatWhole, plural } from '../../format/numbers.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { FreshnessLabel } from '../../parts/freshness-label.tsx'
import grid from '../../parts/grid-table.module.css'
import { type GridColumn, type MarkedRows, type RowPlace, VirtualGridTable } from '../../parts/grid-table.tsx'
import { Meter } from '../../parts/meter.tsx'
import { cancelSync, runSync } from '../../state/sync.ts'
import { isOpeningClick } from '../../table/row-click.ts'
import classes from './sync.module.css'
import { SYNC_COLUMNS, type SyncRow } from './sync-rows.ts'

const Running = ({ row }: { readonly row: SyncStatusRow }) => (
  <span className={classes.running}>
    {row.total === null ? 'Syncing …' : `${formatWhole(row.done ?? 0)} of ${formatWhole(row.total)}`}
    <Meter
      isThin
      label={`${DATASET_TITLES[row.dataset]} progress`}
      max={row.total ?? 1}
      value={row.total === null ? undefined : (row.done ?? 0)}
    />
  </span>
)

const hasEndedBadly = ({ state }: SyncStatusRow): boolean => state === 'failed' || state === 'cancelled'

/** How the last try ended, where it did not end well: a sign beside the age of older rows, in words without any. */
const End = ({ row: { state, fetchedAt } }: { readonly row: SyncStatusRow }) => {
  if (state !== 'failed' && state !== 'cancelled') return null
  const Icon = state === 'failed' ? IconAlertTriangle : IconPlayerStop
  return (
    <span className={`${classes.cell} ${state === 'failed' ? 'bad' : 'soft'}`}>
      <Icon size={13} aria-hidden />
      <span className={fetchedAt === null ? '' : 'visually-hidden'}>{state}</span>
    </span>
  )
}

const Cell = ({ row, dataset }: { readonly row: SyncStatusRow | undefined; readonly dataset: Dataset }) => {
  if (row === undefined) return <FreshnessLabel freshAsOf={null} dataset={dataset} isShort />
  if (row.state === 'running') return <Running row={row} />
  if (row.state === 'queued') return <span className={`${classes.cell} soft`}>queued</span>
  const rows = row.rows === null ? '' : ` · ${plural(row.rows, 'row')}`
  return (
    <span
      className={classes.cell}
      title={
        row.error?.message ?? `${DATASET_TITLES[dataset]}${rows}${row.state === 'cancelled' ? ' · cancelled' : ''}`
      }
    >
      <End row={row} />
      {row.fetchedAt === null && hasEndedBadly(row) ? null : (
        <FreshnessLabel freshAsOf={row.fetchedAt} dataset={dataset} isAge hasFailed={row.state === 'failed'} />
      )}
    </span>
  )
}

const isBusy = (row: SyncRow): boolean =>
  Object.values(row.sync).some(({ state }) => state === 'running' || state === 'queued')

type RowProps = RowPlace & {
  readonly row: SyncRow
  readonly onPick: (index: number, isRange: boolean) => void
}

const Row = memo(({ row, index, isActive, isSelected, onPick }: RowProps) => (
  <tr
    aria-rowindex={index + 2}
    data-brand={row.brand.id}
    className={grid.row}
    data-active={isActive || undefined}
    data-selected={isSelected || undefined}
    aria-selected={isSelected || undefined}
    onClick={({ target, shiftKey }) => isOpeningClick(target) && onPick(index, shiftKey)}
  >
    <td>
      <BrandBadge brandId={row.brand.id} />
    </td>
    {SYNC_COLUMNS.map((dataset) => (
      <td key={dataset}>
        <Cell row={row.sync[dataset]} dataset={dataset} />
      </td>
    ))}
    <td data-numbers>
      {isBusy(row) ? (
        <ActionIcon
          aria-label={`Cancel the rest of the sync for ${isolate(row.brand.name)}`}
          title={`Cancel the rest of the sync for ${isolate(row.brand.name)}`}
          onClick={() => void cancelSync({ brandIds: [row.brand.id] })}
        >
          <IconPlayerStop size={15} />
        </ActionIcon>
      ) : (
        <ActionIcon
          aria-label={`Sync ${isolate(row.brand.name)}`}
          title={`Sync ${isolate(row.brand.name)}`}
          onClick={() => void runSync({ brandIds: [row.brand.id] })}
        >
          <IconRefresh size={15} />
        </ActionIcon>
      )}
    </td>
  </tr>
))

const COLUMNS: readonly GridColumn[] = [
  { title: 'Brand', width: 196 },
  ...SYNC_COLUMNS.map((dataset) => {
    const title = DATASET_TITLES[dataset]
    return { title, head: <span className={classes.head}>{title}</span> }
  }),
  { title: 'Actions', isTitleHidden: true, width: 48 },
]

type MatrixProps = Pick<RowProps, 'onPick'> & MarkedRows & { readonly rows: readonly SyncRow[] }

/** Brand × dataset: how old each is, and what it is doing. */
export const SyncMatrix = ({ rows, onPick, ...marked }: MatrixProps) => (
  <VirtualGridTable
    className={classes.matrix}
    label="Sync state of all brands"
    columns={COLUMNS}
    items={rows}
    keyOf={(row) => row.brand.id}
    {...marked}
  >
    {(row, at) => <Row row={row} {...at} onPick={onPick} />}
  </VirtualGridTable>
)
