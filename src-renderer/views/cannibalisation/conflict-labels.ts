import type { ConflictRow } from '../../../src-shared/desk/cannibalisation.ts'
import { addDays } from '../../charts/days.ts'
import { formatDecimal, formatShare, formatWhole, NO_VALUE, plural } from '../../format/numbers.ts'
import { pathOf } from '../../table/links.ts'

export const KIND_LABELS: Readonly<Record<ConflictRow['kind'], string>> = {
  flips: 'Take turns',
  split: 'Share clicks',
  both: 'Take turns and share clicks',
}

export const LETTERS = ['A', 'B'] as const

/** The end of an address, which tells pages of one site apart. */
export const pageName = (page: string): string => pathOf(page)

const count = (days: string, sign: string): number => [...days].filter((day) => day === sign).length

/** The strip in words. */
export const stripText = ({ strip, flips }: Pick<ConflictRow, 'strip' | 'flips'>): string => {
  const [a, b, others] = ['a', 'b', 'o'].map((sign) => count(strip.days, sign))
  const turns = flips === 0 ? 'no turns' : `${plural(flips, 'change')} of page`
  const rest = others === 0 || others === undefined ? '' : `, another page on ${others}`
  return `Page A ranked best on ${plural(a ?? 0, 'day')}, page B on ${b}${rest}; ${turns}`
}

type Pages = Pick<ConflictRow, 'pages'>
const ofBoth =
  (textOf: (page: ConflictRow['pages'][number]) => string) =>
  ({ pages: [a, b] }: Pages): string =>
    `A: ${textOf(a)}, B: ${textOf(b)}`

/** Of the days on which the page ranked best; the last 28 days of a page that never did are another figure. */
export const positionOf = ({ days, position }: ConflictRow['pages'][number]): string =>
  days === 0 ? NO_VALUE : formatDecimal(position)

/** What is copied of a column that has a line for each page. */
export const pagesText = ofBoth(({ page }) => pageName(page))
export const positionsText = ofBoth(positionOf)
export const sharesText = ofBoth(({ clickShare }) => formatShare(clickShare))
export const daysText = ofBoth(({ days }) => formatWhole(days))

/** Without the days before the first that is synced, which would be blank. */
export const syncedPart = ({ from, days }: ConflictRow['strip']): ConflictRow['strip'] => {
  const known = days.trimStart()
  return { from: addDays(from, days.length - known.length), days: known }
}

type HeldDays = { readonly leastDays: number; readonly mostDays: number }

/** The days that clicks are summed over: `55 synced days`; of brands with fewer and more: `30 to 55 synced days`. */
export const syncedText = ({ leastDays, mostDays }: HeldDays): string =>
  `${leastDays === mostDays ? '' : `${leastDays} to `}${plural(mostDays, 'synced day')}`

/** An estimate, without decimals; null: the pages do not take turns. */
export const costText = (cost: number | null): string =>
  cost === null ? NO_VALUE : cost < 0.5 ? '0' : `≈ ${formatWhole(Math.round(cost))}`
