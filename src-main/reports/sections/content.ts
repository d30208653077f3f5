import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import type { ReportCell, ReportFigure } from '../../../src-shared/desk/reports.ts'
import { titleOfSlug } from '../../../src-shared/desk/values/slugs.ts'
import { PROVIDER_NAMES } from '../../../src-shared/service/providers.ts'
import { type BuildSection, type Column, type SectionContext, tableBlock, withoutData } from '../context.ts'

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

export const buildContent: BuildSection = async (context) => {
  const { ask, brand, period, texts, format, rows } = context
  const { titles, columns, figures, notes, verdicts } = texts
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
  type Article = (typeof out)[number]
  const followed = (of: (row: ImpactRow, isSeen: boolean) => ReportCell) => (article: Article) => {
    const found = impact.get(article.articleSlug)
    return found === undefined ? null : of(found, found.verdict === 'up' || found.verdict === 'down')
  }
  const impactColumns: readonly Column<Article>[] = [
    ['clicksBefore', 'decimal', followed(({ clicksBefore }) => clicksBefore), columns.clicksADayBefore],
    ['clicksAfter', 'decimal', followed(({ clicksAfter }) => clicksAfter), columns.clicksADayNow],
    ['effect', 'percentChange', followed(({ effect }, isSeen) => (isSeen ? effect : null))],
    ['result', 'text', followed(resultOf)],
  ]
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
      tableBlock(texts, {
        id: 'articles',
        title: titles.articles,
        columns: [
          ['day', 'day', ({ day }) => day],
          ['article', 'text', ({ title }) => title],
          ['platforms', 'text', (article) => article.platforms.join(', ')],
          ...(hasImpact ? impactColumns : []),
        ],
        rows: out.slice(0, limit),
        total: out.length,
      }),
      ...(hasImpact ? [{ type: 'note' as const, text: notes.impact }] : []),
    ],
  }
}
