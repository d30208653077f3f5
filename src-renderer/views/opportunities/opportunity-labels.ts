import type { OpportunityRow } from '../../../src-shared/desk/opportunities.ts'
import { formatDecimal, formatThousands, formatWhole, NO_VALUE } from '../../format/numbers.ts'
import { pathOf } from '../../table/links.ts'

export const NEEDS_LABELS: Readonly<Record<OpportunityRow['needs'], string>> = {
  page: 'Improve the page',
  competing: 'Resolve competing pages',
  new: 'Write a page',
}

/** What to do next, with the page that it is about. */
export const nextStepText = ({ kind, needs, page }: Pick<OpportunityRow, 'kind' | 'needs' | 'page'>): string =>
  kind === 'keyword' && needs === 'page' && page !== null ? `Improve ${pathOf(page)}` : NEEDS_LABELS[needs]

export const RANGE_LABEL = 'Likely range (80%)'

/** Few clicks keep a decimal. */
export const clicksText = (clicks: number): string =>
  Math.abs(clicks) < 10 ? formatDecimal(clicks) : formatWhole(Math.round(clicks))

export const bandText = ({ low, high }: { readonly low: number; readonly high: number }): string =>
  `${clicksText(low)}–${clicksText(high)}`

/** Of the extra clicks, as their column has it beside them: `2.5K–3.1K`. */
export const extraBandText = ({ low, high, clicks: now }: Pick<OpportunityRow, 'low' | 'high' | 'clicks'>): string =>
  [low - now, high - now]
    .map((clicks) => (Math.abs(clicks) < 1000 ? clicksText(clicks) : formatThousands(clicks)))
    .join('–')

export const gainText = (gain: number): string => (gain > 0 ? `+${clicksText(gain)}` : clicksText(gain))

export const similarText = ({ similar, word }: Pick<OpportunityRow, 'similar' | 'word'>): string => {
  if (similar === null) return NO_VALUE
  const with_ = word === null ? 'that are searched for about as often' : `with the word “${word}”`
  return `A quarter of ${formatWhole(similar)} keywords of this brand ${with_} rank there or better.`
}
