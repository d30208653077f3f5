import { Button } from '@mantine/core'
import type { ReportRun } from '../../../src-shared/desk/reports.ts'
import { formatWhole, NO_VALUE } from '../../format/numbers.ts'
import { FORMAT_LABELS, filesLabel, PACK_LABELS, periodLabel, runWord } from '../../format/report-labels.ts'
import { formatMoment } from '../../format/time.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { brandName } from '../../state/brands.ts'
import { setParams } from '../../state/location.ts'
import { openReports, type PackRow, type RunListRow } from '../../state/reports.ts'
import { centred } from '../../table/cells.tsx'
import type { DataColumn } from '../../table/column.ts'
import css from './reports.module.css'

const PERIOD = { id: 'period', header: 'Period', widthPx: 150, sortField: 'period', isDescendingFirst: true } as const
const TEMPLATE = { id: 'template', header: 'Template', widthPx: 170, sortField: 'template' } as const
const STATE = { id: 'state', header: 'Status', widthPx: 130, sortField: 'state' } as const
const STARTED = {
  id: 'started',
  header: 'Created',
  widthPx: 130,
  sortField: 'startedAt',
  isDescendingFirst: true,
} as const

const actionText = (isReview: boolean): string => (isReview ? 'Review' : 'Files')

type ActionProps = { readonly isReview: boolean; readonly onReview: () => void; readonly id: string }

/** What a row is for: a draft is read and approved, a report is opened. */
const Action = ({ isReview, onReview, id }: ActionProps) => (
  <Button
    variant={isReview ? 'filled' : 'default'}
    size="compact-xs"
    tabIndex={-1}
    onClick={(event) => {
      event.stopPropagation()
      if (isReview) onReview()
      else setParams({ open: id })
    }}
  >
    {actionText(isReview)}
  </Button>
)

const ACTION = { id: 'action', header: 'Action', widthPx: 92 } as const

const brandNames = ({ brandIds }: RunListRow): string => brandIds.map(brandName).join(', ')

const SHOWN_BRANDS = 2

/** The first brands; all are in the title. */
const Brands = ({ run }: { readonly run: RunListRow }) => {
  const more = run.brandIds.length - SHOWN_BRANDS
  return (
    <div className={css.brands} title={brandNames(run)}>
      {run.brandIds.slice(0, SHOWN_BRANDS).map((id) => (
        <BrandBadge key={id} brandId={id} />
      ))}
      {more > 0 ? <span className="soft">+{formatWhole(more)}</span> : null}
    </div>
  )
}

/** A draft has no files until it is approved. */
const runFilesText = (run: ReportRun): string => (run.toReview > 0 && run.done === 0 ? NO_VALUE : filesLabel(run))

export const RUN_COLUMNS: readonly DataColumn<RunListRow>[] = [
  { ...PERIOD, text: ({ period }) => periodLabel(period) },
  { ...TEMPLATE, text: ({ templateName }) => templateName },
  {
    id: 'brands',
    header: 'Brands',
    widthPx: 240,
    grows: true,
    sortField: 'brands',
    isDescendingFirst: true,
    text: brandNames,
    cell: (run) => centred(<Brands run={run} />),
  },
  { ...STATE, text: (run) => runWord(run).word, cell: (run) => <StateWord {...runWord(run)} /> },
  {
    ...ACTION,
    text: ({ toReview }) => actionText(toReview > 0),
    cell: ({ id, toReview }) =>
      centred(<Action id={id} isReview={toReview > 0} onReview={() => openReports('review', { run: id })} />),
  },
  { id: 'files', header: 'Files', widthPx: 150, isLesser: true, text: runFilesText },
  { ...STARTED, text: ({ startedAt }) => formatMoment(startedAt) },
  {
    id: 'by',
    header: 'Started by',
    widthPx: 120,
    isLesser: true,
    text: ({ scheduleId }) => (scheduleId === null ? 'a person' : 'a schedule'),
  },
]

const packColumns: readonly DataColumn<PackRow>[] = [
  { ...PERIOD, text: ({ run }) => periodLabel(run.period) },
  { ...TEMPLATE, grows: true, text: ({ run }) => run.templateName },
  {
    ...STATE,
    text: ({ state }) => PACK_LABELS[state].word,
    cell: ({ state }) => <StateWord {...PACK_LABELS[state]} />,
  },
  {
    ...ACTION,
    text: ({ state }) => actionText(state === 'review'),
    cell: ({ id, state }) =>
      centred(<Action id={id} isReview={state === 'review'} onReview={() => openReports('review', { pack: id })} />),
  },
  {
    id: 'pages',
    header: 'Pages',
    widthPx: 80,
    align: 'end',
    text: ({ pages }) => formatWhole(pages),
  },
  {
    id: 'files',
    header: 'Files',
    widthPx: 150,
    isLesser: true,
    text: ({ files }) => [...new Set(files.map(({ format }) => FORMAT_LABELS[format]))].join(', ') || NO_VALUE,
  },
  { ...STARTED, text: ({ run }) => formatMoment(run.startedAt) },
]

/** Only a PDF has pages: before the first one there is nothing to see in their column. */
export const packColumnsOf = (hasPages: boolean): readonly DataColumn<PackRow>[] =>
  packColumns.map((column) => (column.id === 'pages' ? { ...column, isHiddenAtFirst: !hasPages } : column))

export const NEWEST_FIRST = [{ id: 'started', desc: true }] as const
