import { Text } from '@mantine/core'
import { useMemo } from 'react'
import type { ClusterRow } from '../../../src-shared/desk/clusters.ts'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import { FIGURES } from '../../../src-shared/desk/values/figures.ts'
import { ChartNotes, useChartNotes } from '../../charts/chart-notes.tsx'
import { everyDay } from '../../charts/days.ts'
import { Delta } from '../../charts/delta.tsx'
import { LineChart } from '../../charts/line-chart.tsx'
import { useDesk } from '../../data/use-desk.ts'
import { formatDecimal, formatWhole, NO_VALUE, plural } from '../../format/numbers.ts'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { go } from '../../state/location.ts'
import { SafeLink } from '../../table/safe-link.tsx'
import { SideHeading } from '../../table/side-panel.tsx'
import css from './clusters.module.css'

const { period, vs } = FIGURES.clicks

type Found = CallOutput<'clusters.keywords'>

const count = (value: number | null) => (value === null ? NO_VALUE : formatWhole(value))
const place = (value: number | null) => (value === null ? 'not ranking' : formatDecimal(value))

/** Clicks and mean position of the matched keywords together. */
const TopicTrend = ({ brandId, days: points }: Pick<Found, 'days'> & { readonly brandId: string }) => {
  const { days, clicks, position } = useMemo(() => {
    const byDay = new Map(points.map((point) => [point.day, point]))
    const all = everyDay(points[0]?.day ?? '', points.at(-1)?.day ?? '')
    return {
      days: all,
      clicks: all.map((day) => byDay.get(day)?.clicks ?? null),
      position: all.map((day) => byDay.get(day)?.position ?? null),
    }
  }, [points])
  const series = useMemo(
    () => ({
      clicks: {
        label: 'Clicks of these keywords',
        kind: 'count' as const,
        unit: 'a day',
        values: clicks,
        format: count,
      },
      position: {
        label: 'Mean position',
        kind: 'position' as const,
        unit: 'position',
        values: position,
        format: place,
      },
    }),
    [clicks, position],
  )
  const notes = useChartNotes({ brandId, days })
  const { marks, onDay } = notes
  return (
    <>
      <LineChart days={days} series={series.clicks} heightPx={110} syncKey="cluster" marks={marks} onDay={onDay} />
      <LineChart days={days} series={series.position} heightPx={130} syncKey="cluster" marks={marks} onDay={onDay} />
      <ChartNotes {...notes} />
    </>
  )
}

const Keywords = ({ brandId, keywords }: { readonly brandId: string } & Pick<Found, 'keywords'>) => (
  <div className="box lines">
    {keywords.map((row) => (
      <div key={row.keyword} className={css.found}>
        <button
          type="button"
          className={css.open}
          onClick={() => go({ view: 'rankings', params: { brand: brandId, keyword: row.keyword } })}
        >
          {row.keyword}
        </button>
        <span className="figures">
          {place(row.position)} <Delta change={row.positionChange} of="position" vs={vs} />
        </span>
        <span className="figures">
          {plural(row.clicks, 'click')} <Delta change={row.clicksChange} of="count" vs={vs} />
        </span>
      </div>
    ))}
  </div>
)

const share = (clicks: number, impressions: number): number => (impressions === 0 ? 0 : clicks / impressions)

const Pages = ({ pages }: Pick<Found, 'pages'>) => (
  <div className="box lines">
    {pages.map((page) => {
      const { clicks, impressions, clicksChange, impressionsChange } = page
      const isCompared = clicksChange !== null && impressionsChange !== null
      const ctrChange = isCompared
        ? share(clicks, impressions) - share(clicks - clicksChange, impressions - impressionsChange)
        : null
      return (
        <div key={page.page} className={css.page}>
          <SafeLink text={page.page} />
          <span className="soft figures">
            {plural(page.keywords, 'keyword')} · {plural(clicks, 'click')}{' '}
            <Delta change={clicksChange} of="count" vs={vs} /> · {plural(impressions, 'impression')}{' '}
            <Delta change={impressionsChange} of="count" vs={vs} /> · CTR{' '}
            <Delta change={ctrChange} of="share" vs={vs} />
          </span>
        </div>
      )
    })}
  </div>
)

/** The keywords of a cluster, as far as the desk can tell by their text. */
export const ClusterKeywords = ({ row }: { readonly row: ClusterRow }) => {
  const { value, error, reload } = useDesk('clusters.keywords', { brandId: row.brandId, clusterId: row.id })
  if (value === undefined) return <ErrorNotice error={error} title="The keywords could not be read" onRetry={reload} />
  const { keywords, total, pages, days, words } = value
  return (
    <>
      <section aria-label="Matching keywords">
        <SideHeading>
          {plural(total, 'matching keyword')}, {period} {vs}
        </SideHeading>
        <Text size="xs" c="dimmed" mb={6}>
          Keywords are found by the name of the cluster: {words.map((word) => `“${word}”`).join(' and ')}.
          {total > keywords.length ? ` The ${keywords.length} with the most clicks are shown.` : ''}
        </Text>
        {total === 0 ? null : <Keywords brandId={row.brandId} keywords={keywords} />}
      </section>
      {days.length === 0 ? null : (
        <section aria-label="Trend">
          <SideHeading>Trend of these keywords by day</SideHeading>
          <TopicTrend brandId={row.brandId} days={days} />
        </section>
      )}
      {pages.length === 0 ? null : (
        <section aria-label="Pages">
          <SideHeading>
            Pages that rank for them, {period} {vs}
          </SideHeading>
          <Pages pages={pages} />
        </section>
      )}
    </>
  )
}
