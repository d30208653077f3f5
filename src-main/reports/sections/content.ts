import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import type { ReportCell, ReportFigure, ReportTable } from '../../../src-shared/desk/reports.ts'
import { titleOfSlug } from '../../../src-shared/desk/slugs.ts'
import { PROVIDER_NAMES } from '../../../src-shared/service/providers.ts'
import { type BuildSection, type SectionContext, tableBlock, withoutData } from '../context.ts'

const USUAL_ROWS = 20
const READ = 500
type Entry = CallOutput<'publishing.calendar'>['entries'][number]

const IS_OUT = new Set(['published', 'confirmed'])
/** What was taken down since had gone out all the same. */
const wentOut = ({ state, status }: Entry): boolean =>
  IS_OUT.has(state) || (state === 'unpublished' && status === 'publish')

type ImpactRow = CallOutput<'impact.list'>['rows'][number]

/** Each article once, by its first day, with the platforms that it is on. */
const articlesOf = (entries: readonly Entry[]) => {
  const out = entries.filter(wentOut).toSorted((a, b) => a.at.localeCompare(b.at))
  return [...Map.groupBy(out, ({ articleSlug }) => articleSlug)].map(([articleSlug, own]) => ({
    articleSlug,
    day: own[0]?.at.slice(0, 10) ?? '',
    title: own.find(({ title }) => title !== null)?.title ?? titleOfSlug(articleSlug),
    platforms: [...new Set(own.map(({ provider }) => PROVIDER_NAMES[provider]))].toSorted(),
  }))
}

const figure = (key: string, label: string, value: number): ReportFigure => ({
  ...{ key, label, value, unit: 'number' },
  ...{ change: null, changeUnit: 'change', isGood: null },
})

/** What followed each article, by its slug; empty while it is not worked out. */
const impactOf = async ({ ask, brand, period }: SectionContext) => {
  const { rows } = await ask('impact.list', { brandIds: [brand.id], filter: period, limit: READ })
  return new Map(rows.map((row) => [row.articleSlug, row]))
}

const columnsOf = ({ columns }: SectionContext['texts'], hasImpact: boolean): ReportTable['columns'] => [
  { key: 'day', label: columns.day, unit: 'day' },
  { key: 'article', label: columns.article, unit: 'text' },
  { key: 'platforms', label: columns.platforms, unit: 'text' },
  ...(hasImpact
    ? [
        { key: 'clicksBefore', label: columns.clicksADayBefore, unit: 'decimal' as const },
        { key: 'clicksAfter', label: columns.clicksADayNow, unit: 'decimal' as const },
        { key: 'effect', label: columns.effect, unit: 'percentChange' as const },
        { key: 'result', label: columns.result, unit: 'text' as const },
      ]
    : []),
]

export const buildContent: BuildSection = async (context) => {
  const { ask, brand, period, texts, format, rows } = context
  const { titles, figures, notes, verdicts } = texts
  const { entries } = await ask('publishing.calendar', { brandIds: [brand.id], ...period })
  const out = articlesOf(entries)
  const platforms = new Set(out.flatMap((article) => article.platforms))
  if (out.length === 0) return withoutData(notes.noContent)
  const limit = rows ?? USUAL_ROWS
  const impact = await impactOf(context)
  const hasImpact = impact.size > 0
  const resultOf = ({ verdict, interval }: ImpactRow, isSeen: boolean): string => {
    if (!isSeen || interval === null) return verdicts[verdict]
    const [low, high] = [interval.low, interval.high].map((one) => format.value(one, 'percentChange'))
    return `${verdicts[verdict]} (${low} – ${high})`
  }
  const followed = (slug: string): ReportCell[] => {
    const found = impact.get(slug)
    const isSeen = found?.verdict === 'up' || found?.verdict === 'down'
    return found === undefined
      ? [null, null, null, null]
      : [found.clicksBefore, found.clicksAfter, isSeen ? found.effect : null, resultOf(found, isSeen)]
  }
  return {
    hasData: true,
    blocks: [
      {
        type: 'figures',
        figures: [
          figure('published', figures.published, out.length),
          figure('platforms', figures.platforms, platforms.size),
        ],
      },
      tableBlock({
        id: 'articles',
        title: titles.articles,
        columns: columnsOf(texts, hasImpact),
        rows: out
          .slice(0, limit)
          .map(({ day, title, articleSlug, platforms: own }) => [
            day,
            title,
            own.join(', '),
            ...(hasImpact ? followed(articleSlug) : []),
          ]),
        more: Math.max(0, out.length - limit),
      }),
      ...(hasImpact ? [{ type: 'note' as const, text: notes.impact }] : []),
    ],
  }
}
