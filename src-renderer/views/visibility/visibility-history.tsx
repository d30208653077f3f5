import { Group, Text } from '@mantine/core'
import { useMemo } from 'react'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import { DAY_MS } from '../../../src-shared/service/durations.ts'
import type { ChartSeries } from '../../charts/chart-options.ts'
import { Delta } from '../../charts/delta.tsx'
import { LineChart } from '../../charts/line-chart.tsx'
import { useDesk } from '../../data/use-desk.ts'
import { formatDecimal } from '../../format/numbers.ts'
import { formatDay } from '../../format/time.ts'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { Panel } from '../../parts/panel.tsx'

type Day = CallOutput<'clusters.aiVisibility'>['days'][number]

const CHANGE_DAYS = 28

/** Against the newest day that is at least 28 days older than the last one; else against the first. Null: one day is known. */
export const changeOf = (days: readonly Day[]): { readonly change: number; readonly since: string } | null => {
  const last = days.at(-1)
  if (last === undefined || days.length < 2) return null
  const from = new Date(Date.parse(last.day) - CHANGE_DAYS * DAY_MS).toISOString().slice(0, 10)
  const before = days.findLast(({ day }) => day <= from) ?? days[0]
  return before === undefined ? null : { change: last.value - before.value, since: before.day }
}

const Chart = ({ days }: { readonly days: readonly Day[] }) => {
  const dates = useMemo(() => days.map(({ day }) => day), [days])
  const series = useMemo<ChartSeries>(
    () => ({
      ...{ label: 'AI visibility', kind: 'score', unit: 'of 100' },
      values: days.map(({ value }) => value),
      format: (value) => formatDecimal(value),
    }),
    [days],
  )
  return <LineChart days={dates} series={series} heightPx={150} />
}

/** How AI visibility of a brand went, as the desk read it each day. */
export const VisibilityHistory = ({ brandId }: { readonly brandId: string }) => {
  const { value, error, reload } = useDesk('clusters.aiVisibility', { brandId })
  if (value === undefined)
    return <ErrorNotice title="AI visibility over time could not be read" error={error} onRetry={reload} />
  const { days } = value
  const changed = changeOf(days)
  return (
    <Panel
      title="AI visibility over time"
      aside={
        changed === null ? null : (
          <Group gap={6}>
            <Delta change={changed.change} of="score" vs={`vs ${formatDay(changed.since)}`} />
            <Text c="dimmed">vs {formatDay(changed.since)}</Text>
          </Group>
        )
      }
    >
      {days.length < 2 ? (
        <Text c="dimmed">
          The service gives the present value alone. The desk keeps one each day that it syncs; the chart begins with
          the second day.
        </Text>
      ) : (
        <Chart days={days} />
      )}
    </Panel>
  )
}
