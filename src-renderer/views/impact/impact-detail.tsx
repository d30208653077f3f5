import { Group, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import { deltaText } from '../../charts/delta-text.ts'
import { useDesk } from '../../data/use-desk.ts'
import { articleTitle } from '../../format/entry-labels.ts'
import { formatEffect, formatLimits } from '../../format/impact-labels.ts'
import { formatDecimal, plural } from '../../format/numbers.ts'
import { formatDay } from '../../format/time.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { Verdict } from '../../parts/verdict.tsx'
import { go } from '../../state/location.ts'
import { SafeLink } from '../../table/safe-link.tsx'
import { SideHeading, SidePanel } from '../../table/side-panel.tsx'
import css from './impact.module.css'
import { ImpactChart } from './impact-chart.tsx'
import type { OpenedImpact } from './use-opened-impact.ts'

type Article = CallOutput<'impact.article'>

type Measure = Pick<Article['position'], 'controlChange' | 'effect'> & {
  readonly name: string
  readonly values: readonly [before: string, after: string]
  /** Of a change. */
  readonly format: (change: number | null) => string
  /** From the worst to the best; null: not known. */
  readonly range: string | null
}

const rangeOf = (interval: Article['position']['interval'], format: Measure['format'], isLowBest = false) => {
  if (interval === null) return null
  const ends = [interval.low, interval.high].map(format)
  return (isLowBest ? ends.reverse() : ends).join(' to ')
}

const positionChange = (change: number | null): string => deltaText(change, 'position').text

export const measuresOf = ({
  row,
  impressions,
  position,
}: Pick<Article, 'row' | 'impressions' | 'position'>): Measure[] => [
  {
    ...row,
    name: 'Clicks a day',
    values: [formatDecimal(row.clicksBefore), formatDecimal(row.clicksAfter)],
    format: formatEffect,
    range: rangeOf(row.interval, formatEffect),
  },
  {
    ...impressions,
    name: 'Impressions a day',
    values: [formatDecimal(impressions.before), formatDecimal(impressions.after)],
    format: formatEffect,
    range: rangeOf(impressions.interval, formatEffect),
  },
  {
    ...position,
    name: 'Position',
    values: [formatDecimal(position.before), formatDecimal(position.after)],
    format: positionChange,
    range: rangeOf(position.interval, positionChange, true),
  },
]

/** What changed, what the untouched pages let expect of that, and what is left. */
const Figures = ({ article }: { readonly article: Article }) => (
  <section>
    <div className="box">
      <table className={css.keywords} aria-label="Effect on clicks, impressions and position">
        <thead>
          <tr>
            <th scope="col">Measure</th>
            <th scope="col">Before → after</th>
            <th scope="col">Effect</th>
          </tr>
        </thead>
        <tbody>
          {measuresOf(article).map(({ name, values: [before, after], controlChange, effect, range, format }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>
                {before} → {after}
                <div className="soft">other pages {format(controlChange)}</div>
              </td>
              <td>
                <b>{format(effect)}</b>
                {range === null ? null : <div className="soft">{range}</div>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
    <Text size="xs" c="dimmed" mt={4}>
      Below each effect: its range, with 95% certainty. The verdict is on clicks alone.
      {article.row.verdict === 'no-change' && article.row.detectable !== null
        ? ` A change of ${formatLimits(article.row.detectable)} would often not be seen.`
        : ''}
    </Text>
  </section>
)

const KEYWORDS_SHOWN = 12

const Keywords = ({ brandId, keywords }: Pick<Article, 'keywords'> & { readonly brandId: string }) => (
  <section>
    <SideHeading>Keywords of the page, before and after</SideHeading>
    <div className="box">
      <table className={css.keywords}>
        <thead>
          <tr>
            <th scope="col">Keyword</th>
            <th scope="col">Position</th>
            <th scope="col">Clicks a day</th>
          </tr>
        </thead>
        <tbody>
          {keywords.slice(0, KEYWORDS_SHOWN).map(({ keyword, position, clicks }) => (
            <tr key={keyword}>
              <th scope="row">
                <button
                  type="button"
                  className="link"
                  onClick={() => go({ view: 'rankings', params: { brand: brandId, keyword } })}
                >
                  {keyword}
                </button>
              </th>
              <td>
                {formatDecimal(position.before)} → {formatDecimal(position.after)}
              </td>
              <td>
                {formatDecimal(clicks.before)} → {formatDecimal(clicks.after)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
    {keywords.length > KEYWORDS_SHOWN ? (
      <Text size="xs" c="dimmed" mt={4}>
        and {plural(keywords.length - KEYWORDS_SHOWN, 'keyword')} with fewer clicks
      </Text>
    ) : null}
  </section>
)

const Measured = ({ article }: { readonly article: Article }) => {
  const [isTable, setIsTable] = useState(false)
  const { row, spans, series, keywords, controls } = article
  if (spans === null) return null
  return (
    <>
      <Figures article={article} />
      <section>
        <Group justify="space-between" mb={6}>
          <SideHeading>Clicks vs expected clicks</SideHeading>
          <Switch
            label="Show as table"
            checked={isTable}
            onChange={(event) => setIsTable(event.currentTarget.checked)}
          />
        </Group>
        <ImpactChart
          brandId={row.brandId}
          days={series}
          publishedDay={row.publishedDay}
          afterFrom={spans.after.from}
          isTable={isTable}
        />
      </section>
      <Keywords brandId={row.brandId} keywords={keywords} />
      <section>
        <SideHeading>Compared with {plural(controls.length, 'untouched page')}</SideHeading>
        <Text component="ul" size="xs" className={css.controls}>
          {controls.slice(0, KEYWORDS_SHOWN).map(({ page, clicks }) => (
            <li key={page}>
              <span className="truncate" title={page}>
                {page.replace(/^https?:\/\/(www\.)?[^/]+/, '') || page}
              </span>
              <span className="figures soft">
                {formatDecimal(clicks.before)} → {formatDecimal(clicks.after)}
              </span>
            </li>
          ))}
        </Text>
      </section>
    </>
  )
}

type Props = { readonly opened: OpenedImpact; readonly onClose: () => void }

/** One article: what followed it, and how that was worked out. */
export const ImpactDetail = ({ opened, onClose }: Props) => {
  const { brandId, articleSlug, day } = opened
  const { value, error, reload } = useDesk('impact.article', { brandId, articleSlug, day })
  const row = value?.row
  const [lead = '', ...how] = value?.reasons ?? []
  return (
    <SidePanel
      title={articleTitle({ title: row?.title ?? null, articleSlug })}
      note={
        <>
          <BrandBadge brandId={brandId} /> · published {formatDay(day)}
        </>
      }
      onClose={onClose}
    >
      <ErrorNotice error={error} title="The article could not be read" onRetry={reload} />
      {value === undefined || row === undefined ? null : (
        <>
          <div className={css.lead}>
            <Verdict verdict={row.verdict} reason={row.reason} />
            <p>{lead}</p>
            {row.page === null ? null : (
              <Text component="div" size="xs" style={{ overflowWrap: 'anywhere' }}>
                <SafeLink text={row.page} />
              </Text>
            )}
          </div>
          <Measured article={value} />
          {how.length === 0 ? null : (
            <section className={css.reasons}>
              <SideHeading>How this was worked out</SideHeading>
              {how.map((reason) => (
                <p key={reason}>{reason}</p>
              ))}
            </section>
          )}
        </>
      )}
    </SidePanel>
  )
}
