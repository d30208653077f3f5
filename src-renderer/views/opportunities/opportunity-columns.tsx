import { OPPORTUNITY_FIELDS } from '../../../src-shared/desk/fields/search.ts'
import type { OpportunityRow } from '../../../src-shared/desk/opportunities.ts'
import { formatPosition, NO_VALUE } from '../../format/numbers.ts'
import type { DataColumn } from '../../table/column.ts'
import { columnOf, withBrand } from '../../table/field-columns.tsx'
import { pathOf } from '../../table/links.ts'
import { bandText, clicksText, gainText, NEEDS_LABELS } from './opportunity-labels.ts'

const opportunity = columnOf(OPPORTUNITY_FIELDS)

const nameOf = ({ kind, subject }: OpportunityRow): string => (kind === 'page' ? pathOf(subject) : subject)

const columns: readonly DataColumn<OpportunityRow>[] = [
  opportunity('subject', { widthPx: 200, grows: true, look: 'open', text: nameOf }),
  opportunity('gain', { widthPx: 104, text: ({ gain }) => gainText(gain) }),
  opportunity('clicks', { widthPx: 76 }),
  opportunity('expected', { widthPx: 96, text: ({ expected }) => clicksText(expected) }),
  {
    id: 'band',
    header: 'Four in five',
    about: 'In four of five cases the clicks are between these two',
    widthPx: 118,
    align: 'end',
    text: bandText,
  },
  opportunity('position', {
    widthPx: 88,
    text: ({ kind, position }) => (kind === 'page' ? NO_VALUE : formatPosition(position)),
  }),
  opportunity('reachable', { widthPx: 104 }),
  opportunity('keywords', { widthPx: 92, isHiddenAtFirst: true }),
  opportunity('needs', { widthPx: 130, isUnsorted: true, text: ({ needs }) => NEEDS_LABELS[needs] }),
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
