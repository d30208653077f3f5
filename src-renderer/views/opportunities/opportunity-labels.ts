import type { OpportunityRow } from '../../../src-shared/desk/opportunities.ts'
import { formatDecimal, formatWhole, NO_VALUE, plural } from '../../format/numbers.ts'
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

const signed = (value: number, format: (size: number) => string): string =>
  `${value > 0 ? '+' : value < 0 ? '−' : ''}${format(Math.abs(value))}`

/** Of the extra clicks, as their column has it beside them: `+1,400 to +2,100`; decimals where both ends are small. */
export const extraBandText = ({ low, high, clicks: now }: Pick<OpportunityRow, 'low' | 'high' | 'clicks'>): string => {
  const ends = [low - now, high - now] as const
  const isSmall = ends.every((end) => Math.abs(end) < 10)
  const [from, to] = ends.map((end) => (isSmall ? signed(end, formatDecimal) : signed(Math.round(end), formatWhole)))
  return `${from} to ${to}`
}

export const gainText = (gain: number): string => signed(gain, clicksText)

type Reached = Pick<OpportunityRow, 'position' | 'basis' | 'similar' | 'word'>

export const similarText = ({ position, basis, similar, word }: Reached): string => {
  if (basis === null || similar === null) return NO_VALUE
  if (basis === 'climbs')
    return `Of ${plural(similar, 'keyword')} of this brand that ranked near its position, one in ten climbed that far in 28 days.`
  const with_ = word === null ? 'that are searched for about as often' : `with the word “${word}”`
  return `${position === null ? 'Half' : 'A quarter'} of ${plural(similar, 'keyword')} of this brand ${with_} rank there or better.`
}
