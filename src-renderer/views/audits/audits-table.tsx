import { ActionIcon, Checkbox } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlayerPlay } from '@tabler/icons-react'
import { memo, type Ref } from 'react'
import { isolate } from '../../format/isolate.ts'
import { formatAgo, formatInstant } from '../../format/time.ts'
import { BrandMark } from '../../parts/brand-badge.tsx'
import grid from '../../parts/grid-table.module.css'
import { Name } from '../../parts/name.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { TrendLine } from '../../parts/trend-line.tsx'
import { useNow } from '../../parts/use-now.ts'
import { VirtualBody, type VirtualBodyHandle } from '../../parts/virtual-body.tsx'
import { useAudits } from '../../state/audits.ts'
import { useDensity } from '../../state/settings.ts'
import type { AuditSort, AuditTableRow } from './audit-rows.ts'
import { ReminderField } from './reminder-field.tsx'
import { AuditState, passedLabel, Score, ScoreChange } from './score.tsx'
import { SiteField } from './site-field.tsx'

const ROW_PX = { comfortable: 41, compact: 31 } as const

type Column = { readonly title: string; readonly sort?: AuditSort; readonly width: string; readonly isNumber?: boolean }
const COLUMNS: readonly Column[] = [
  { title: 'Brand', sort: 'name', width: '170px' },
  { title: 'Site', sort: 'url', width: '' },
  { title: 'Score', sort: 'score', width: '58px', isNumber: true },
  { title: 'Passed', sort: 'passed', width: '80px', isNumber: true },
  { title: 'Change', sort: 'change', width: '70px', isNumber: true },
  { title: 'Trend', width: '68px' },
  { title: 'Last audit', sort: 'at', width: '118px' },
  { title: 'Reminder', sort: 'remind', width: '122px' },
]

type RowProps = {
  readonly row: AuditTableRow
  readonly index: number
  readonly isActive: boolean
  readonly isSelected: boolean
  readonly onPick: (index: number, isRange: boolean) => void
  readonly onOpen: (brandId: string) => void
  readonly onRun: (row: AuditTableRow) => void
}

const Last = ({ row: { site } }: Pick<RowProps, 'row'>) => {
  const nowMs = useNow()
  const due = site.isDue ? <StateWord word="due" tone="warn" about="Audit due" /> : null
  if (site.last === null)
    return (
      <>
        {due} <span className="soft">never</span>
      </>
    )
  return (
    <span title={formatInstant(site.last.at)}>
      {site.last.state === 'done' ? due : <AuditState audit={site.last} isShort />}{' '}
      <span className="soft">{formatAgo(site.last.at, nowMs)}</span>
    </span>
  )
}

const Row = memo(({ row, index, isActive, isSelected, onPick, onOpen, onRun }: RowProps) => {
  const { brand, site } = row
  const isRunning = useAudits((state) => state.running.has(brand.id))
  return (
    <tr
      className={grid.row}
      aria-rowindex={index + 2}
      data-active={isActive || undefined}
      data-selected={isSelected || undefined}
      data-brand={brand.id}
    >
      <td>
        <Checkbox
          aria-label={`Select ${isolate(brand.name)}`}
          checked={isSelected}
          onClick={(event) => onPick(index, event.shiftKey)}
          onChange={() => {}}
        />
      </td>
      <td>
        <button type="button" className={grid.open} title={brand.name} onClick={() => onOpen(brand.id)}>
          <BrandMark name={brand.name} colour={brand.colour} size="sm" />
          <span className={grid.openName}>
            <Name>{brand.name}</Name>
          </span>
        </button>
      </td>
      <td>
        <SiteField site={site} />
      </td>
      <td data-numbers>
        <Score score={site.last?.overallScore ?? null} isBare />
      </td>
      <td data-numbers>{site.last === null ? '—' : passedLabel(site.last)}</td>
      <td data-numbers>
        <ScoreChange audit={site.last} />
      </td>
      <td>{site.scores.length < 2 ? null : <TrendLine values={site.scores} />}</td>
      <td>
        <Last row={row} />
      </td>
      <td>
        <ReminderField site={site} />
      </td>
      <td data-numbers>
        <ActionIcon
          aria-label={`Audit ${isolate(brand.name)}`}
          title={site.url === null ? 'Set the site first' : `Audit ${isolate(brand.name)}`}
          disabled={site.url === null}
          loading={isRunning}
          onClick={() => onRun(row)}
        >
          <IconPlayerPlay size={15} />
        </ActionIcon>
      </td>
    </tr>
  )
})

type Props = Omit<RowProps, 'row' | 'index' | 'isActive' | 'isSelected'> & {
  readonly rows: readonly AuditTableRow[]
  readonly sort: AuditSort
  readonly isDescending: boolean
  readonly onSort: (sort: AuditSort, isDescending: boolean) => void
  readonly active: number
  readonly selected: ReadonlySet<string>
  readonly onSelectAll: () => void
  readonly ref: Ref<VirtualBodyHandle>
}

const Head = ({ rows, sort, isDescending, onSort, selected, onSelectAll }: Props) => {
  const isAll = rows.length > 0 && rows.every(({ brand }) => selected.has(brand.id))
  const Arrow = isDescending ? IconArrowDown : IconArrowUp
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col">
          <Checkbox
            aria-label="Select every brand shown"
            checked={isAll}
            indeterminate={!isAll && selected.size > 0}
            onChange={onSelectAll}
          />
        </th>
        {COLUMNS.map(({ title, sort: by, isNumber }) => {
          const isSorted = by === sort
          return (
            <th
              key={title}
              scope="col"
              data-numbers={isNumber}
              aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : undefined}
            >
              {by === undefined ? (
                title
              ) : (
                <button
                  type="button"
                  className={grid.sort}
                  data-sorted={isSorted || undefined}
                  onClick={() => onSort(by, isSorted ? !isDescending : !['name', 'url', 'score'].includes(by))}
                >
                  {title}
                  {isSorted ? <Arrow size={12} aria-hidden /> : null}
                </button>
              )}
            </th>
          )
        })}
        <th scope="col">
          <span className="visually-hidden">Actions</span>
        </th>
      </tr>
    </thead>
  )
}

/** One row per brand: its site, last score, change, trend and reminder. */
export const AuditsTable = (props: Props) => {
  const { rows, active, selected, onPick, onOpen, onRun, ref } = props
  return (
    <table className={grid.table} aria-label="Audits of all brands" aria-rowcount={rows.length + 1}>
      <colgroup>
        <col style={{ width: '44px' }} />
        {COLUMNS.map(({ title, width }) => (
          <col key={title} style={width === '' ? {} : { width }} />
        ))}
        <col style={{ width: '52px' }} />
      </colgroup>
      <Head {...props} />
      <VirtualBody
        items={rows}
        rowHeightPx={ROW_PX[useDensity()]}
        columnCount={COLUMNS.length + 2}
        keyOf={({ brand }) => brand.id}
        ref={ref}
      >
        {(row, index) => (
          <Row
            row={row}
            index={index}
            isActive={index === active}
            isSelected={selected.has(row.brand.id)}
            onPick={onPick}
            onOpen={onOpen}
            onRun={onRun}
          />
        )}
      </VirtualBody>
    </table>
  )
}
