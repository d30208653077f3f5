import type { OpportunityRow } from '../../../src-shared/desk/opportunities.ts'
import { formatDecimal, formatWhole, NO_VALUE } from '../../format/numbers.ts'

export const NEEDS_LABELS: Readonly<Record<OpportunityRow['needs'], string>> = {
  page: 'Own page exists',
  competing: 'Competing pages',
  new: 'No page yet',
}

/** Few clicks keep a decimal. */
export const clicksText = (clicks: number): string =>
  Math.abs(clicks) < 10 ? formatDecimal(clicks) : formatWhole(Math.round(clicks))

export const bandText = ({ low, high }: { readonly low: number; readonly high: number }): string =>
  `${clicksText(low)}–${clicksText(high)}`

export const gainText = (gain: number): string => (gain > 0 ? `+${clicksText(gain)}` : clicksText(gain))

export const similarText = ({ similar, word }: Pick<OpportunityRow, 'similar' | 'word'>): string => {
  if (similar === null) return NO_VALUE
  const with_ = word === null ? 'that are searched for about as often' : `with the word “${word}”`
  return `A quarter of ${formatWhole(similar)} keywords of this brand ${with_} rank there or better.`
}
