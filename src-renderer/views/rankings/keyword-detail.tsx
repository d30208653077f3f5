import { Group, SegmentedControl, Switch, Text } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import type { RankRow } from '../../../src-shared/desk/rankings.ts'
import { FIGURES, WINDOW_DAYS } from '../../../src-shared/desk/values/figures.ts'
import { DEFAULT_SLICE, type Slice } from '../../../src-shared/desk/values/slice.ts'
import { ChartNotes, useChartNotes } from '../../charts/chart-notes.tsx'
import { addDays, dayOf } from '../../charts/days.ts'
import { Delta } from '../../charts/delta.tsx'
import {
  forecastNote,
  setForecastShown,
  useBand,
  useDaysAhead,
  useForecast,
  useForecastShown,
} from '../../charts/use-forecast.ts'
import { SPARK_DAYS } from '../../data/rank-rows.ts'
import { useDesk } from '../../data/use-desk.ts'
import { ctrChangeOf, ctrOf, formatShare, formatWhole, NO_VALUE, shownChange } from '../../format/numbers.ts'
import { versusText } from '../../format/periods.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { useNow } from '../../parts/use-now.ts'
import { useAsOfDay } from '../../state/location.ts'
import { SafeLink } from '../../table/safe-link.tsx'
import { SideHeading, SidePanel } from '../../table/side-panel.tsx'
import { Facts } from '../../table/table-page.tsx'
import type { Comparison } from './comparison.ts'
import { ComparisonFacts } from './comparison-facts.tsx'
import { HistoryCharts } from './history-charts.tsx'
import { type HistoryRange, historyFrom, historySeries } from './history-series.ts'
import { KeywordMarks } from './keyword-marks.tsx'
import { Before, NOT_RANKING, positionText } from './rank-columns.tsx'
import { rankEvent, shownGone } from './rank-event.ts'
import { languageName, sliceLabel } from './rank-labels.ts'

const LikelyCause = lazy(async () => ({ default: (await import('./likely-cause.tsx')).LikelyCause }))

/** Figures by page are of the last 28 days. */
const WINDOW = FIGURES.clicks

type PagesProps = Pick<RankRow, 'rankedPages' | 'topPage'> & {
  /** Of days of which figures by page are kept. */
  readonly isKept: boolean
}

/** The pages of a keyword, with their own measures. */
export const RankedPages = ({ rankedPages: pages, topPage, isKept }: PagesProps) =>
  pages.length === 0 ? (
    <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {topPage === null ? 'No ranked pages.' : <SafeLink text={topPage} />}{' '}
      {topPage === null ? '' : 'ranked on the last stored day of this period. '}
      {isKept ? '' : 'Figures by page are kept for the last 28 days only.'}
    </Text>
  ) : (
    <div className="box lines">
      {pages.map((page) => (
        <Text key={page.page} component="div" size="xs" px={10} py={8} style={{ overflowWrap: 'anywhere' }}>
          <SafeLink text={page.page} />
          <Group gap="2px 14px" mt={3} c="dimmed" className="figures">
            <span>
              Position <b>{positionText(page.position)}</b>{' '}
              <Delta change={page.positionChange} of="position" vs={WINDOW.vs} />
            </span>
            <span>
              Clicks <b>{formatWhole(page.clicks)}</b> <Delta change={page.clicksChange} of="count" vs={WINDOW.vs} />
            </span>
            <span>
              Impressions <b>{formatWhole(page.impressions)}</b>{' '}
              <Delta change={page.impressionsChange} of="count" vs={WINDOW.vs} />
            </span>
            <span>
              CTR <b>{formatShare(ctrOf(page))}</b> <Delta change={ctrChangeOf(page)} of="share" vs={WINDOW.vs} />
            </span>
          </Group>
        </Text>
      ))}
    </div>
  )

type KeywordDetailProps = {
  readonly brandId: string
  readonly keyword: string
  /** The row it was opened from; null: opened by an address. */
  readonly row: RankRow | null
  readonly slice: Slice
  /** The periods of the row's figures, and how they are named. */
  readonly periods?: Comparison['periods'] | undefined
  readonly label?: string | undefined
  /** What the list compares that it was opened from, in place of the last 28 days. */
  readonly comparison?: Comparison
  /** Before everything else: where else it leads. */
  readonly top?: ReactNode
  readonly onClose: () => void
}

type RowFactsProps = Pick<KeywordDetailProps, 'periods' | 'label'> & { readonly row: RankRow }

/** The earlier position stands beside the new one. */
export const RowFacts = ({ row, periods, label }: RowFactsProps) => {
  const vs = periods === undefined ? WINDOW.vs : versusText(periods[0])
  const moved = shownChange(row.positionChange, row.positionBefore, row.position)
  const gone = shownGone(row)
  const change = <Delta change={moved} exact={row.positionChange} of="position" event={rankEvent(row)} vs={vs} />
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups form fields, and these are figures
    <section role="group" aria-label="Figures">
      {label === undefined ? null : (
        <Text size="xs" c="dimmed" mb={6}>
          {label}
        </Text>
      )}
      <Facts
        perRow={3}
        facts={[
          { name: 'Before', value: <Before row={row} /> },
          gone === undefined
            ? { name: 'Now', value: positionText(row.position), change }
            : { name: 'Now', value: NOT_RANKING },
          {
            name: 'Clicks',
            value: formatWhole(row.clicks),
            change: <Delta change={row.clicksChange} of="count" vs={vs} />,
          },
          {
            name: 'Impressions',
            value: formatWhole(row.impressions),
            change: <Delta change={row.impressionsChange} of="count" vs={vs} />,
          },
          {
            name: 'CTR',
            value: formatShare(ctrOf(row)),
            change: <Delta change={ctrChangeOf(row)} of="share" vs={vs} />,
          },
          { name: 'Language', value: languageName(row.languageId) ?? NO_VALUE },
        ]}
      />
      {gone === undefined ? null : (
        <Text size="xs" c="dimmed" mt={6}>
          {gone}
        </Text>
      )}
    </section>
  )
}

const NO_PAGES = { rankedPages: [], topPage: null }

type Points = CallOutput<'rankings.history'>['points']
const NO_POINTS: Points = []
const NO_BANDS: Comparison['periods'][number][] = []
const RANGES = [
  { value: '28', label: '28 days' },
  { value: '90', label: '90 days' },
  { value: 'all', label: 'All' },
] as const satisfies readonly { value: HistoryRange; label: string }[]

/** What the row is asked for: the last 28 days, the list's periods, or the two days that end those of Movers. */
const whenOf = ({ periods, comparison }: KeywordDetailProps, asOfDay: string | undefined) => {
  if (comparison !== undefined) return { day: comparison.periods[1].to, compareDay: comparison.periods[0].to }
  const days = ({ from, to }: Comparison['periods'][number]) => ({ from, to })
  if (periods !== undefined) return { period: days(periods[1]), comparePeriod: days(periods[0]) }
  return asOfDay === undefined ? {} : { asOfDay }
}

/**
 * The row by its keyword, where the panel was opened by an address or from Movers; null: not in these days, undefined: asked for.
 * A row that was opened before its trend came gets it: the trend says whether the keyword ranks no more.
 */
const useRow = (props: KeywordDetailProps): RankRow | null | undefined => {
  const { brandId, keyword, row, slice } = props
  const then = whenOf(props, useAsOfDay())
  const sparkDays = props.comparison === undefined ? SPARK_DAYS : 0
  const input =
    row?.spark === undefined ? { brandIds: [brandId], filter: { keyword }, slice, sparkDays, ...then } : null
  const { value } = useDesk('rankings.page', input)
  const found = value?.rows.find((each) => each.keyword === keyword)
  if (row === null) return value === undefined ? undefined : (found ?? null)
  return { ...row, spark: row.spark ?? found?.spark ?? [] }
}

/** Of the same period as the list. */
const pagesTitle = ({ periods, comparison, label }: KeywordDetailProps, asOfDay: string | undefined): string => {
  if (comparison !== undefined) return `Ranked page, ${comparison.label}`
  if (periods === undefined && asOfDay === undefined) return `Ranked pages, ${WINDOW.period} ${WINDOW.vs}`
  return label === undefined ? 'Ranked page' : `Ranked page, ${label}`
}

/** Whether figures by page are kept of all days that the panel shows. */
export const isKept = (
  { periods, comparison }: Pick<KeywordDetailProps, 'periods' | 'comparison'>,
  asOfDay: string | undefined,
  today: string,
): boolean => {
  const from = (comparison?.periods ?? periods)?.[1].from
  return from === undefined ? asOfDay === undefined : from >= addDays(today, -WINDOW_DAYS)
}

const useKeywordForecast = ({ brandId, keyword, slice }: KeywordDetailProps, known: readonly string[]) => {
  const asOfDay = useAsOfDay()
  const asked = { brandId, keyword, slice }
  const ofPosition = useForecast({ ...asked, measure: 'position' }, asOfDay === undefined)
  const ofClicks = useForecast({ ...asked, measure: 'clicks' }, asOfDay === undefined)
  const isShown = useForecastShown(ofPosition, ofClicks)
  const days = useDaysAhead(known, ofPosition, ofClicks)
  return {
    isShown,
    days,
    position: useBand(days, ofPosition),
    clicks: useBand(days, ofClicks),
    note: forecastNote(ofPosition, 'the position') ?? forecastNote(ofClicks, 'clicks'),
  }
}

export const KeywordDetail = (props: KeywordDetailProps) => {
  const { brandId, keyword, slice, comparison, label, onClose } = props
  const bands = comparison?.periods ?? props.periods
  const [range, setRange] = useState<HistoryRange>('28')
  const [isTable, setIsTable] = useState(false)
  const row = useRow(props)
  const asOfDay = useAsOfDay()
  const today = dayOf(useNow())
  const { value, error, reload } = useDesk('rankings.history', {
    brandId,
    keyword,
    slice,
    ...(asOfDay === undefined ? {} : { to: asOfDay }),
  })
  const all = value?.points ?? NO_POINTS
  const since = bands?.[0].from
  const points = useMemo(() => historyFrom(all, range, since), [all, range, since])
  const known = useMemo(() => historySeries(points).days, [points])
  const { isShown, days, position, clicks, note } = useKeywordForecast(props, known)
  const forecast = useMemo(() => ({ days, position, clicks }), [days, position, clicks])
  const notes = useChartNotes({ brandId, keyword, days, lastDay: known.at(-1) })
  return (
    <SidePanel
      title={keyword}
      note={
        <>
          <BrandBadge brandId={brandId} /> · {sliceLabel(slice)}
        </>
      }
      onClose={onClose}
    >
      {props.top}
      {comparison === undefined ? null : <ComparisonFacts comparison={comparison} />}
      {row == null || comparison !== undefined ? null : <RowFacts row={row} periods={props.periods} label={label} />}
      {asOfDay === undefined && sliceLabel(slice) === sliceLabel(DEFAULT_SLICE) ? (
        <Suspense fallback={null}>
          <LikelyCause brandId={brandId} keyword={keyword} />
        </Suspense>
      ) : null}
      <KeywordMarks brandId={brandId} keyword={keyword} slice={slice} />
      <section>
        <Group justify="space-between" mb={8}>
          <SegmentedControl
            aria-label="Range"
            data={[...RANGES]}
            value={range}
            onChange={(next) => setRange(next as HistoryRange)} // one of RANGES
          />
          <Group gap={16}>
            <Switch
              label="Forecast"
              checked={isShown}
              onChange={(event) => setForecastShown(event.currentTarget.checked)}
            />
            <Switch
              label="Show as table"
              checked={isTable}
              onChange={(event) => setIsTable(event.currentTarget.checked)}
            />
          </Group>
        </Group>
        <ErrorNotice error={error} title="The history could not be read" onRetry={reload} />
        {value !== undefined && all.length === 0 ? (
          <Text size="xs" c="dimmed">
            No single days of this keyword are synced yet. Syncs fill in earlier days.
          </Text>
        ) : (
          <>
            <HistoryCharts
              keyword={keyword}
              points={points}
              isTable={isTable}
              marks={notes.marks}
              onDay={notes.onDay}
              bands={bands ?? NO_BANDS}
              forecast={forecast}
            />
            {note === null ? null : (
              <Text size="xs" c="dimmed">
                {note}
              </Text>
            )}
            <ChartNotes {...notes} />
          </>
        )}
      </section>
      {row === undefined ? null : (
        <section>
          <SideHeading>{pagesTitle(props, asOfDay)}</SideHeading>
          <RankedPages {...(row ?? NO_PAGES)} isKept={isKept(props, asOfDay, today)} />
        </section>
      )}
    </SidePanel>
  )
}
