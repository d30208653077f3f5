import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import type { ReportBlock, ReportFigure } from '../../../src-shared/desk/reports.ts'
import type { BuildSection, SectionContext } from '../context.ts'
import { noComparison } from '../measured.ts'
import type { ReportTexts } from '../texts/en.ts'

type Totals = CallOutput<'rankings.totals'>

/** As a share of what was before; null where there was nothing. */
const shareOf = ({ now, before }: { readonly now: number; readonly before: number | null }): number | null =>
  before === null || before === 0 ? null : (now - before) / before

const goodIf = (change: number | null, isLowGood = false): boolean | null =>
  change === null || change === 0 ? null : change > 0 !== isLowGood

const BEST: Readonly<Record<'top3' | 'top10', readonly string[]>> = { top3: ['top3'], top10: ['top3', '4-10'] }

/** Keywords in the best positions, and how many more than before. */
export const countIn = ({ bands }: Totals, wanted: keyof typeof BEST) => {
  const own = bands.filter(({ band }) => BEST[wanted].includes(band))
  const changes = own.map(({ change }) => change)
  return {
    now: own.reduce((sum, { keywords }) => sum + keywords, 0),
    change: changes.some((change) => change === null)
      ? null
      : changes.reduce<number>((sum, change) => sum + (change ?? 0), 0),
  }
}

export const rankingOf = ({ keywords, bands }: Totals): number =>
  keywords - (bands.find(({ band }) => band === 'none')?.keywords ?? 0)

export const mainFigures = (totals: Totals, { figures }: ReportTexts): ReportFigure[] => {
  const { clicks, impressions, ctr, avgPosition, avgPositionChange } = totals
  const sum = (key: 'clicks' | 'impressions', total: Totals['clicks']): ReportFigure => {
    const change = shareOf(total)
    return {
      key,
      label: figures[key],
      value: total.now,
      unit: 'number',
      change,
      changeUnit: 'percentChange',
      isGood: goodIf(change),
    }
  }
  const counted = (key: 'top3' | 'top10'): ReportFigure => {
    const { now, change } = countIn(totals, key)
    return {
      key,
      label: figures[key],
      value: now,
      unit: 'number',
      change,
      changeUnit: 'change',
      isGood: goodIf(change),
    }
  }
  const ctrChange = ctr.before === null ? null : ctr.now - ctr.before
  return [
    sum('clicks', clicks),
    sum('impressions', impressions),
    {
      key: 'ctr',
      label: figures.ctr,
      value: ctr.now,
      unit: 'percent',
      change: ctrChange,
      changeUnit: 'pointChange',
      isGood: goodIf(ctrChange),
    },
    {
      key: 'avgPosition',
      label: figures.avgPosition,
      value: avgPosition,
      unit: 'position',
      change: avgPositionChange,
      changeUnit: 'positionChange',
      isGood: goodIf(avgPositionChange, true),
    },
    {
      key: 'keywords',
      label: figures.keywords,
      value: rankingOf(totals),
      unit: 'number',
      change: null,
      changeUnit: 'change',
      isGood: null,
    },
    counted('top3'),
    counted('top10'),
  ]
}

export const hasRankings = ({ totals }: Pick<SectionContext, 'totals'>): boolean =>
  totals.brands.shown > 0 && totals.keywords > 0

export const buildSummary: BuildSection = async (context) => {
  const { totals, texts, format, measured, comparePeriod, summary } = context
  const words: ReportBlock[] = summary.length === 0 ? [] : [{ type: 'words', paragraphs: [...summary] }]
  if (!hasRankings(context))
    return { hasData: words.length > 0, blocks: [...words, { type: 'note', text: texts.notes.noRankings }] }
  const compared = totals.brands.compared > 0
  const note = compared
    ? texts.notes.sumsOf(format.period(measured), format.period(comparePeriod))
    : noComparison(context)
  return {
    hasData: true,
    blocks: [{ type: 'figures', figures: mainFigures(totals, texts) }, { type: 'note', text: note }, ...words],
  }
}
