// What a report can measure: its whole period, or the part of it that is held. A part is compared with nothing.
import type { Brand } from '../../src-shared/desk/brands.ts'
import type { ReportBlock } from '../../src-shared/desk/reports.ts'
import { type Period, periodDays } from '../../src-shared/desk/values/period.ts'
import { dayNumber } from '../base/clock.ts'
import type { Ask } from '../exports/list.ts'
import type { SectionContext } from './context.ts'

type Totals = SectionContext['totals']

/** Nothing moved where there is nothing to compare with. */
const withoutComparison = (totals: Totals): Totals =>
  totals.brands.compared > 0
    ? totals
    : { ...totals, bands: totals.bands.map((band) => ({ ...band, change: null })), avgPositionChange: null }

/** The last days of the period that are held, without a gap between; null where none is. */
const heldPart = async (ask: Ask, brand: Brand, { from, to }: Period): Promise<Period | null> => {
  const { days } = await ask('rankings.days', { brandIds: [brand.id] })
  const held = days
    .map(({ day }) => day)
    .filter((day) => day >= from && day <= to)
    .toSorted()
  const last = held.at(-1)
  if (last === undefined) return null
  const first = held.findLast((day, at) => at === 0 || dayNumber(day) - dayNumber(held[at - 1] ?? day) > 1)
  return { from: first ?? last, to: last }
}

export const measure = async (
  ask: Ask,
  { brand, period, comparePeriod }: Pick<SectionContext, 'brand' | 'period' | 'comparePeriod'>,
): Promise<Pick<SectionContext, 'measured' | 'totals'>> => {
  const totals = await ask('rankings.totals', { brandIds: [brand.id], period, comparePeriod })
  const part = totals.brands.shown > 0 ? null : await heldPart(ask, brand, period)
  if (part === null) return { measured: period, totals: withoutComparison(totals) }
  return {
    measured: part,
    totals: withoutComparison(await ask('rankings.totals', { brandIds: [brand.id], period: part })),
  }
}

/** The days of rankings, to ask with; a part of the period is compared with nothing. */
export const whenOf = ({
  period,
  measured,
  comparePeriod,
}: Pick<SectionContext, 'period' | 'measured' | 'comparePeriod'>) =>
  periodDays(measured) < periodDays(period) ? { period: measured } : { period, comparePeriod }

type Compared = Pick<SectionContext, 'period' | 'measured' | 'comparePeriod' | 'texts' | 'format'>

/** What the figures are of where that is not the whole period, and that they are compared with nothing; else null. */
const partText = ({ period, measured, texts, format }: Compared): string | null =>
  periodDays(measured) < periodDays(period) ? texts.words.partOf(format.period(measured), format.period(period)) : null

export const partNote = (context: Compared): ReportBlock[] => {
  const text = partText(context)
  return text === null ? [] : [{ type: 'note', text }]
}

/** Why nothing is compared: days are missing of the period itself, or of the one before. */
export const noComparison = (context: Compared): string =>
  partText(context) ?? context.texts.words.noComparison(context.format.period(context.comparePeriod))

/** Two tables of a report may be of different days: each names its own. */
export const datedTitle = (
  { texts, format, measured }: Compared,
  title: 'topKeywords' | 'clickGains' | 'clickLosses',
): string => `${texts.titles[title]}, ${format.period(measured)}`
