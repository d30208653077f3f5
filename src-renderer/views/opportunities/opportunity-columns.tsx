import { OPPORTUNITY_FIELDS } from '../../../src-shared/desk/fields/search.ts'
import type { OpportunityRow } from '../../../src-shared/desk/opportunities.ts'
import { formatPosition, NO_VALUE } from '../../format/numbers.ts'
import { TwoLines } from '../../table/cells.tsx'
import type { DataColumn } from '../../table/column.ts'
import { columnOf, withBrand } from '../../table/field-columns.tsx'
import { pathOf } from '../../table/links.ts'
import { clicksText, extraBandText, gainText, nextStepText, RANGE_LABEL } from './opportunity-labels.ts'

const opportunity = columnOf(OPPORTUNITY_FIELDS)

const nameOf = ({ kind, subject }: OpportunityRow): string => (kind === 'page' ? pathOf(subject) : subject)

const columns: readonly DataColumn<OpportunityRow>[] = [
  opportunity('subject', {
    widthPx: 190,
    grows: true,
    text: nameOf,
    cell: (row) => <TwoLines isName>{nameOf(row)}</TwoLines>,
  }),
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
  opportunity('position', {
    widthPx: 64,
    text: ({ kind, position }) => (kind === 'page' ? NO_VALUE : formatPosition(position)),
  }),
  opportunity('reachable', { widthPx: 88 }),
  opportunity('keywords', { widthPx: 92, isHiddenAtFirst: true }),
  opportunity('needs', {
    widthPx: 200,
    isUnsorted: true,
    text: nextStepText,
    cell: (row) => <TwoLines>{nextStepText(row)}</TwoLines>,
  }),
  opportunity('page', {
    widthPx: 180,
    isUnsorted: true,
    isHiddenAtFirst: true,
    look: 'soft',
    text: ({ page }) => (page === null ? NO_VALUE : pathOf(page)),
  }),
  opportunity('impressions', { widthPx: 104, isHiddenAtFirst: true }),
]

export const OPPORTUNITY_COLUMNS = withBrand(columns, { widthPx: 150 })
export const OPPORTUNITY_SORTING = [{ id: 'gain', desc: true }] as const
