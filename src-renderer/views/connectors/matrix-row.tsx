// biome-ignore-all lint/a11y/useSemanticElements: rows are placed by the virtual window, which a table's parts cannot do
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and points at its active cell
import { IconArrowsExchange, IconChevronDown, IconChevronRight, IconCoin, IconMailForward } from '@tabler/icons-react'
import { memo, type ReactNode } from 'react'
import { isolate } from '../../format/isolate.ts'
import { plural } from '../../format/numbers.ts'
import { capitalise } from '../../format/text.ts'
import type { Permission, Staged } from '../../state/connector-staging.ts'
import { GROUP_NOTES, GROUP_TITLES, riskLabels } from './cell-labels.ts'
import { TriBox } from './glyphs.tsx'
import css from './matrix.module.css'
import { MatrixCell, ParentCell, SyncCell } from './matrix-cell.tsx'
import type { Area } from './matrix-keys.ts'
import {
  type Column,
  cellIn,
  type MatrixRow as Row,
  type Tally,
  tallyIn,
  tallyLabel,
  tallyOf,
  triOf,
} from './matrix-model.ts'

export type Shown = { readonly index: number; readonly startPx: number }

type Props = {
  readonly gridId: string
  readonly row: Row
  readonly index: number
  readonly topPx: number
  readonly widthPx: number
  readonly columns: readonly Column[]
  /** The columns in the window, from left to right. */
  readonly shown: readonly Shown[]
  readonly staged: Staged
  /** The active column, where this is the active row. */
  readonly activeCol: number | null
  readonly area: Area | null
}

type NameProps = Pick<Props, 'gridId' | 'index' | 'columns' | 'staged'> & { readonly isActive: boolean }

const NameCell = ({
  props: { gridId, index, isActive },
  label,
  children,
}: {
  readonly props: NameProps
  readonly label: string
  readonly children: ReactNode
}) => (
  <div
    role="rowheader"
    id={`${gridId}-${index}--1`}
    aria-colindex={1}
    aria-label={label}
    className={css.name}
    data-col={-1}
    data-active={isActive || undefined}
  >
    {children}
  </div>
)

const Count = ({ tally }: { readonly tally: Tally }) => (
  <span className={css.box} data-toggle title={tallyLabel(tally)}>
    <span className={css.tally}>
      {tally.allowed}/{tally.total}
    </span>
    <TriBox tri={triOf(tally)} />
  </span>
)

const ToolName = ({ props, row }: { readonly props: NameProps; readonly row: Extract<Row, { kind: 'tool' }> }) => {
  const { tool } = row
  const tally = tallyOf(props.columns, [tool], props.staged)
  const risks = riskLabels(tool)
  const label = [tool.label, ...risks, tallyLabel(tally)].join(', ')
  return (
    <NameCell props={props} label={isolate(label)}>
      <span className="truncate" title={[tool.description, ...risks].join('\n')}>
        <bdi>{tool.label}</bdi>
      </span>
      {tool.sendsEmail ? (
        <span className={css.risk} data-risk="email" title="Sends real e-mail">
          <IconMailForward size={13} aria-hidden />
          e-mail
        </span>
      ) : tool.spends ? (
        <span className={css.risk} title={capitalise(risks.join(', '))}>
          <IconCoin size={13} aria-hidden />
        </span>
      ) : null}
      <Count tally={tally} />
    </NameCell>
  )
}

const GroupName = ({ props, row }: { readonly props: NameProps; readonly row: Extract<Row, { kind: 'group' }> }) => {
  const { group, tools, isCollapsed } = row
  const tally = tallyOf(props.columns, tools, props.staged)
  const Chevron = isCollapsed ? IconChevronRight : IconChevronDown
  const words = `${GROUP_TITLES[group]}, ${plural(tools.length, 'tool')}, ${isCollapsed ? 'collapsed' : 'expanded'}, ${tally.allowed} of ${tally.total} cells allowed`
  return (
    <NameCell props={props} label={words}>
      <Chevron size={14} aria-hidden className="soft" />
      <span className="truncate" title={GROUP_NOTES[group]}>
        {GROUP_TITLES[group]} <span className="soft">{tools.length}</span>
      </span>
      <span className={css.box} data-toggle title={`${tally.allowed} of ${tally.total} cells allowed`}>
        <TriBox tri={triOf(tally)} />
      </span>
    </NameCell>
  )
}

const SyncName = ({ props }: { readonly props: NameProps }) => {
  const on = props.columns.filter(({ brand }) => brand.syncEnabled).length
  return (
    <NameCell props={props} label={`Organisation sync, on for ${on} of ${props.columns.length}`}>
      <IconArrowsExchange size={14} aria-hidden className="soft" />
      <span className="truncate" title="When on, the brands of an organisation share one list of permissions">
        Organisation sync
      </span>
      <span className={css.tally}>
        {on}/{props.columns.length}
      </span>
    </NameCell>
  )
}

const isIn = (area: Area | null, row: number, col: number): boolean =>
  area !== null &&
  (area.top < 0 || (row >= area.top && row <= area.bottom)) &&
  (area.left < 0 || (col >= area.left && col <= area.right))

/** Renders again when its row changes, not when the columns scroll. */
const RowName = memo(({ row, ...props }: NameProps & { readonly row: Row }) =>
  row.kind === 'tool' ? (
    <ToolName props={props} row={row} />
  ) : row.kind === 'group' ? (
    <GroupName props={props} row={row} />
  ) : (
    <SyncName props={props} />
  ),
)

type BrandCellProps = {
  readonly id: string
  readonly row: Row
  readonly column: Column
  readonly col: number
  readonly startPx: number
  /** The brand's staged values. */
  readonly staged: ReadonlyMap<string, Permission> | undefined
  readonly isActive: boolean
  readonly isPicked: boolean
}

const BrandCell = memo(({ row, column, staged, ...place }: BrandCellProps) => {
  const { brand } = column
  if (row.kind === 'tool')
    return <MatrixCell {...place} {...cellIn(column, row.tool.name, staged?.get(row.tool.name))} />
  const isLocked = !brand.canManage
  if (row.kind === 'sync')
    return <SyncCell {...place} isOn={brand.syncEnabled} isLocked={isLocked} isUnread={brand.fetchedAt === null} />
  const what = `${GROUP_TITLES[row.group]} for ${column.name}`
  return <ParentCell {...place} {...tallyIn(column, row.tools, staged)} isLocked={isLocked} what={what} />
})

/** One row: its name, which stays in sight, and its cells in the window. */
export const MatrixRow = memo((props: Props) => {
  const { gridId, row, index, topPx, widthPx, columns, shown, staged, activeCol, area } = props
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={css.row}
      data-row={index}
      data-kind={row.kind}
      style={{ top: topPx, width: widthPx }}
    >
      <RowName gridId={gridId} index={index} row={row} columns={columns} staged={staged} isActive={activeCol === -1} />
      {shown.map(({ index: col, startPx }) => {
        const column = columns[col]
        return column === undefined ? null : (
          <BrandCell
            key={column.brandId}
            id={`${gridId}-${index}-${col}`}
            row={row}
            column={column}
            col={col}
            startPx={startPx}
            staged={staged.get(column.brandId)}
            isActive={activeCol === col}
            isPicked={isIn(area, index, col)}
          />
        )
      })}
    </div>
  )
})
