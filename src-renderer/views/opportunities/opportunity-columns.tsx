import { OPPORTUNITY_FIELDS } from '../../../src-shared/desk/fields/search.ts'
import type { OpportunityRow } from '../../../src-shared/desk/opportunities.ts'
import { formatDecimal, NO_VALUE } from '../../format/numbers.ts'
import { TwoLines } from '../../table/cells.tsx'
import type { DataColumn } from '../../table/column.ts'
import { columnOf, withBrand } from '../../table/field-columns.tsx'
import { pathOf } from '../../table/links.ts'
import { clicksText, extraBandText, gainText, nextStepText, RANGE_LABEL } from './opportunity-labels.ts'

const opportunity = columnOf(OPPORTUNITY_FIELDS)

const nameOf = ({ kind, subject }: OpportunityRow): string => (kind === 'page' ? pathOf(subject) : subject)

const subject = (header: string) =>
  opportunity('subject', {
    header,
    widthPx: 160,
    grows: true,
    text: nameOf,
    cell: (row) => <TwoLines isName>{nameOf(row)}</TwoLines>,
  })

const gains: readonly DataColumn<OpportunityRow>[] = [
  opportunity('gain', { widthPx: 110, text: ({ gain }) => gainText(gain) }),
  opportunity('clicks', { widthPx: 76, isLesser: true }),
  opportunity('expected', { widthPx: 84, isLesser: true, text: ({ expected }) => clicksText(expected) }),
  {
    id: 'band',
    header: RANGE_LABEL,
    about: 'Extra clicks: in four of five cases they are between these two',
    widthPx: 140,
    align: 'end',
    text: extraBandText,
  },
]

/** What to do is why the list is read. */
const needs = opportunity('needs', {
  widthPx: 160,
  isKept: true,
  isUnsorted: true,
  text: nextStepText,
  cell: (row) => <TwoLines>{nextStepText(row)}</TwoLines>,
})

const impressions = opportunity('impressions', { widthPx: 104, isHiddenAtFirst: true })

const keywordColumns: readonly DataColumn<OpportunityRow>[] = [
  subject('Keyword'),
  ...gains,
  opportunity('position', { widthPx: 116, text: ({ position }) => formatDecimal(position) }),
  opportunity('reachable', { widthPx: 88 }),
  needs,
  opportunity('page', {
    widthPx: 180,
    isUnsorted: true,
    isHiddenAtFirst: true,
    look: 'soft',
    text: ({ page }) => (page === null ? NO_VALUE : pathOf(page)),
  }),
  impressions,
]

/** A page has no position of its own: its clicks and keywords stand in its place. */
const pageColumns: readonly DataColumn<OpportunityRow>[] = [
  subject('Page'),
  ...gains.map((column) => (column.id === 'clicks' ? { ...column, isLesser: false } : column)),
  opportunity('keywords', { widthPx: 92 }),
  needs,
  impressions,
]

export const OPPORTUNITY_COLUMNS = {
  keyword: withBrand(keywordColumns, { widthPx: 150 }),
  page: withBrand(pageColumns, { widthPx: 150 }),
}
export const OPPORTUNITY_SORTING = [{ id: 'gain', desc: true }] as const
