import { Button, Checkbox } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { memo } from 'react'
import { TrendLine } from '../../charts/trend-line.tsx'
import { isolate } from '../../format/isolate.ts'
import { formatAgo, formatInstant } from '../../format/time.ts'
import { BrandMark } from '../../parts/brand-badge.tsx'
import grid from '../../parts/grid-table.module.css'
import { type GridColumn, type MarkedRows, type RowPlace, VirtualGridTable } from '../../parts/grid-table.tsx'
import { Name } from '../../parts/name.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { useNow } from '../../parts/use-now.ts'
import { useAudits } from '../../state/audits.ts'
import { isOpeningClick } from '../../table/row-click.ts'
import type { AuditSort, AuditTableRow } from './audit-rows.ts'
import { ReminderField } from './reminder-field.tsx'
import { AuditState, passedLabel, Score, ScoreChange } from './score.tsx'
import { SiteField } from './site-field.tsx'

const COLUMNS: readonly GridColumn<AuditSort>[] = [
  { title: 'Brand', sort: 'name', width: 196 },
  { title: 'Site', sort: 'url' },
  { title: 'Score', sort: 'score', width: 62, isNumber: true },
  { title: 'Passed', sort: 'passed', width: 80, isNumber: true, isLesser: true },
  { title: 'Change', sort: 'change', width: 76, isNumber: true },
  { title: 'Trend', width: 68, isLesser: true },
  { title: 'Last audit', sort: 'at', width: 108 },
  { title: 'Reminder', sort: 'remind', width: 116 },
  { title: 'Actions', isTitleHidden: true, width: 92 },
]

const startsDescending = (sort: AuditSort): boolean => !['name', 'url', 'score'].includes(sort)

type RowProps = RowPlace & {
  readonly row: AuditTableRow
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
        {due} <span className="soft">Never</span>
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
      style={{ cursor: 'pointer' }}
      onClick={({ target }) => isOpeningClick(target) && onOpen(brand.id)}
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
      <td data-numbers data-lesser>
        {site.last === null ? '—' : passedLabel(site.last)}
      </td>
      <td data-numbers>
        <ScoreChange audit={site.last} />
      </td>
      <td data-lesser>{site.scores.length < 2 ? null : <TrendLine values={site.scores} />}</td>
      <td>
        <Last row={row} />
      </td>
      <td>
        <ReminderField site={site} />
      </td>
      <td data-numbers>
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconPlayerPlay size={13} aria-hidden />}
          aria-label={`Audit ${isolate(brand.name)}`}
          title={site.url === null ? 'Set the site first' : `Audit ${isolate(brand.name)}`}
          disabled={site.url === null}
          loading={isRunning}
          onClick={() => onRun(row)}
        >
          Audit
        </Button>
      </td>
    </tr>
  )
})

type Props = Omit<RowProps, 'row' | keyof RowPlace> &
  MarkedRows & {
    readonly rows: readonly AuditTableRow[]
    readonly sort: AuditSort
    readonly isDescending: boolean
    readonly onSort: (sort: AuditSort, isDescending: boolean) => void
    readonly onSelectAll: () => void
  }

/** One row per brand: its site, last score, change, trend and reminder. */
export const AuditsTable = (props: Props) => {
  const { rows, active, selected, onSelectAll, onPick, onOpen, onRun, ref, ...sorting } = props
  const isAll = rows.length > 0 && rows.every(({ brand }) => selected.has(brand.id))
  const selectAll = (
    <Checkbox
      aria-label="Select every brand shown"
      checked={isAll}
      indeterminate={!isAll && selected.size > 0}
      onChange={onSelectAll}
    />
  )
  return (
    <VirtualGridTable
      label="Audits of all brands"
      columns={[{ title: 'Select', head: selectAll, width: 44 }, ...COLUMNS]}
      sorting={{ ...sorting, startsDescending }}
      items={rows}
      keyOf={({ brand }) => brand.id}
      {...{ active, selected, ref }}
    >
      {(row, at) => <Row row={row} {...at} onPick={onPick} onOpen={onOpen} onRun={onRun} />}
    </VirtualGridTable>
  )
}
