// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: a table with an active cell is a grid
import { Checkbox } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useMemo, useRef } from 'react'
import { type OverviewBlocks, useOverviewAt } from '../../data/overview-block.ts'
import { isolate } from '../../format/isolate.ts'
import { formatDecimal } from '../../format/numbers.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { setScope } from '../../state/location.ts'
import { useDensity } from '../../state/settings.ts'
import { INTERVAL, type IntervalValue, type Rows, stageChanges, useStaged } from '../../state/visibility.ts'
import type { Place } from '../../table/keys.ts'
import { ActiveLine } from './active-line.tsx'
import { type ColumnActions, IntervalHead, ModelHead } from './column-menu.tsx'
import { EffectiveCell, IntervalCell, ModelCell } from './matrix-cells.tsx'
import { useMatrixKeys } from './matrix-keys.ts'
import type { MatrixRow, ModelName } from './use-visibility.ts'
import css from './visibility.module.css'

const ROW_PX = { comfortable: 39, compact: 31 } as const
type Own = ReadonlyMap<string, boolean | IntervalValue>

type RowProps = {
  readonly row: MatrixRow
  readonly index: number
  readonly names: readonly ModelName[]
  readonly blocks: OverviewBlocks
  readonly staged: Own | undefined
  readonly isSelected: boolean
  /** Of the active cell; -1: in another row. */
  readonly column: number
  readonly onPick: (index: number, isRange: boolean) => void
  readonly onPress: (at: Place) => void
  readonly onInterval: (brandId: string, value: IntervalValue) => void
  readonly onLeave: () => void
}

export const cellId = ({ row, col }: Place): string => `visibility-${row}-${col}`

const Row = memo(({ row, index, names, blocks, staged, isSelected, column, ...on }: RowProps) => {
  const { brand, models, interval } = row
  /** How often the models name the brand: average of its clusters, of 100. */
  const result = useOverviewAt(blocks, index)?.avgAiVisibility ?? null
  const byId = new Map(models.models.map((model) => [model.modelId, model]))
  const problem = models.error ?? interval.error
  const wantedInterval = staged?.get(INTERVAL)
  const ownInterval = typeof wantedInterval === 'boolean' ? undefined : wantedInterval
  return (
    <tr
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-brand={brand.id}
      data-active={column >= 0 || undefined}
    >
      <td className={css.pick}>
        <Checkbox
          tabIndex={-1}
          aria-label={`Select ${isolate(brand.name)}`}
          checked={isSelected}
          onClick={(event) => on.onPick(index, event.shiftKey)}
          onChange={() => {}}
        />
      </td>
      <th scope="row" className={css.brand}>
        <button
          type="button"
          tabIndex={-1}
          className={css.open}
          title={`View the clusters of ${isolate(brand.name)}`}
          onClick={() => setScope(brand.id)}
        >
          <BrandBadge brandId={brand.id} />
        </button>
        {problem === null ? null : (
          <span className={`${css.problem} warn`} title={problem.message}>
            <IconAlertTriangle size={14} aria-hidden />
            <span className="visually-hidden">{problem.message}</span>
          </span>
        )}
      </th>
      <td className={`${css.score} numbers`}>{formatDecimal(result)}</td>
      {names.map(({ modelId, name }, place) => {
        const wanted = staged?.get(modelId)
        return (
          <td
            key={modelId}
            id={cellId({ row: index, col: place })}
            className={css.cell}
            data-active={place === column || undefined}
          >
            <ModelCell
              model={byId.get(modelId)}
              staged={typeof wanted === 'boolean' ? wanted : undefined}
              label={`${name} for ${isolate(brand.name)}`}
              onToggle={() => on.onPress({ row: index, col: place })}
            />
          </td>
        )
      })}
      <td
        id={cellId({ row: index, col: names.length })}
        className={css.interval}
        data-active={column === names.length || undefined}
      >
        <IntervalCell
          interval={interval}
          staged={ownInterval}
          brandName={brand.name}
          onChange={(value) => on.onInterval(brand.id, value)}
          onLeave={on.onLeave}
        />
      </td>
      <td className={css.effective}>
        <EffectiveCell interval={interval} staged={ownInterval} />
      </td>
    </tr>
  )
})

type Props = {
  readonly rows: Rows
  readonly shown: readonly MatrixRow[]
  readonly names: readonly ModelName[]
  readonly selected: ReadonlySet<string>
  readonly onSelect: (ids: ReadonlySet<string>) => void
  readonly actions: ColumnActions
}

type HeadProps = Pick<Props, 'names' | 'selected' | 'onSelect' | 'actions'> & { readonly ids: readonly string[] }

const Head = ({ names, ids, selected, onSelect, actions }: HeadProps) => {
  const isAll = ids.length > 0 && ids.every((id) => selected.has(id))
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col" className={css.pick}>
          <Checkbox
            aria-label="Select every brand shown"
            checked={isAll}
            indeterminate={!isAll && selected.size > 0}
            onChange={() => onSelect(isAll ? new Set() : new Set(ids))}
          />
        </th>
        <th scope="col" className={css.brand}>
          Brand
        </th>
        <th
          scope="col"
          className={`${css.score} numbers`}
          title="Average of the brand’s clusters over all tracked models, of 100. The service gives no figure by model. Open a brand to see how it went."
        >
          AI visibility
          <div>of 100</div>
        </th>
        {names.map((name) => (
          <th key={name.modelId} scope="col" className={css.cell}>
            <ModelHead model={name} actions={actions} />
          </th>
        ))}
        <th scope="col" className={css.interval}>
          <IntervalHead actions={actions} />
        </th>
        <th scope="col" className={css.effective}>
          In effect
        </th>
      </tr>
    </thead>
  )
}

/** Brands of one call for figures. */
const BLOCK_ROWS = 50

/** Brands as rows; models and the refresh interval as columns. Only the rows in sight are drawn. */
export const Matrix = ({ rows, shown, names, selected, onSelect, actions }: Props) => {
  const staged = useStaged()
  const scroller = useRef<HTMLDivElement>(null)
  const table = useRef<HTMLTableElement>(null)
  const heightPx = ROW_PX[useDensity()]
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => heightPx,
    overscan: 6,
    scrollPaddingStart: 40,
    initialRect: { width: 1000, height: 600 },
  })
  const ids = useMemo(() => shown.map(({ brandId }) => brandId), [shown])
  const blocks = useMemo(() => ({ brandIds: ids, blockRows: BLOCK_ROWS, asOfDay: undefined }), [ids])
  const toGrid = () => table.current?.focus({ preventScroll: true })
  const press = (at: Place) => {
    const row = shown[at.row]
    if (row === undefined) return
    setPlace(at)
    const name = names[at.col]
    if (name === undefined) return document.getElementById(cellId(at))?.querySelector('input')?.click()
    const model = row.models.models.find(({ modelId }) => modelId === name.modelId)
    if (model === undefined) return
    const wanted = staged.get(row.brandId)?.get(name.modelId)
    const isActive = !(typeof wanted === 'boolean' ? wanted : model.isActive)
    stageChanges([{ brandId: row.brandId, modelId: name.modelId, isActive }], rows)
    toGrid()
  }
  const { at, setPlace, pick, onKeyDown } = useMatrixKeys({
    table,
    ids,
    columnCount: names.length + 1,
    selected,
    onSelect,
    onMove: (row) => virtual.scrollToIndex(row),
    onPress: press,
  })
  const inSight = virtual.getVirtualItems()
  const beforePx = inSight[0]?.start ?? 0
  const afterPx = virtual.getTotalSize() - (inSight.at(-1)?.end ?? 0)
  return (
    <>
      <div className={css.scroller} ref={scroller}>
        <table
          ref={table}
          role="grid"
          tabIndex={0}
          className={css.table}
          aria-label="AI models by brand"
          aria-rowcount={shown.length + 1}
          aria-multiselectable
          aria-activedescendant={inSight.some(({ index }) => index === at.row) ? cellId(at) : undefined}
          onKeyDown={onKeyDown}
        >
          <Head names={names} ids={ids} selected={selected} onSelect={onSelect} actions={actions} />
          <tbody>
            {beforePx > 0 ? <Spacer heightPx={beforePx} span={names.length + 5} /> : null}
            {inSight.map(({ index }) => {
              const row = shown[index]
              return row === undefined ? null : (
                <Row
                  key={row.brandId}
                  row={row}
                  index={index}
                  names={names}
                  blocks={blocks}
                  staged={staged.get(row.brandId)}
                  isSelected={selected.has(row.brandId)}
                  column={index === at.row ? at.col : -1}
                  onPick={pick}
                  onPress={press}
                  onInterval={(brandId, interval) => stageChanges([{ brandId, interval }], rows)}
                  onLeave={toGrid}
                />
              )
            })}
            {afterPx > 0 ? <Spacer heightPx={afterPx} span={names.length + 5} /> : null}
          </tbody>
        </table>
      </div>
      <ActiveLine row={shown[at.row]} name={names[at.col]} staged={staged} />
    </>
  )
}

const Spacer = ({ heightPx, span }: { readonly heightPx: number; readonly span: number }) => (
  <tr aria-hidden>
    <td colSpan={span} style={{ height: heightPx, padding: 0, border: 0 }} />
  </tr>
)
