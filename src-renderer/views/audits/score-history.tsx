import { Group, SegmentedControl, Text } from '@mantine/core'
import { type ReactNode, useMemo, useState } from 'react'
import type { AuditRow } from '../../../src-shared/desk/research.ts'
import { ANNOTATION_KINDS } from '../../../src-shared/desk/values/annotation-kinds.ts'
import { ChartNotes, useChartNotes } from '../../charts/chart-notes.tsx'
import type { ChartSeries } from '../../charts/chart-options.ts'
import { ChartTable } from '../../charts/chart-table.tsx'
import { LineChart } from '../../charts/line-chart.tsx'
import { formatDecimal, NO_VALUE } from '../../format/numbers.ts'
import { formatMoment } from '../../format/time.ts'
import { UTC } from '../../format/zones.ts'
import { Panel } from '../../parts/panel.tsx'
import { passedLabel, ScoreChange } from './score.tsx'

const Facts = ({ last }: { readonly last: AuditRow | undefined }) => {
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Score', last === undefined ? NO_VALUE : formatDecimal(last.overallScore)],
    ['Tests passed', last === undefined ? NO_VALUE : passedLabel(last)],
    ['vs previous audit', <ScoreChange key="change" audit={last ?? null} />],
  ]
  return (
    <Group component="dl" gap="xl" mb="sm">
      {facts.map(([name, value]) => (
        <div key={name}>
          <Text component="dt" c="dimmed" size="xs">
            {name}
          </Text>
          <Text component="dd" fz={18} fw={600}>
            {value}
          </Text>
        </div>
      ))}
    </Group>
  )
}

/** The audits are the curve itself. */
const KINDS = ANNOTATION_KINDS.filter((kind) => kind !== 'audit')

type Props = {
  readonly brandId: string
  /** One audit a day, oldest first. */
  readonly scored: readonly AuditRow[]
}

export const ScoreHistory = ({ brandId, scored }: Props) => {
  const [isTable, setTable] = useState(false)
  const days = useMemo(() => scored.map(({ at }) => at.slice(0, 10)), [scored])
  const series = useMemo<ChartSeries>(() => {
    const values = scored.map(({ overallScore }) => overallScore)
    return { label: 'Score', kind: 'score', unit: 'of 100', values, format: (value) => formatDecimal(value) }
  }, [scored])
  const notes = useChartNotes({ brandId, days, kinds: KINDS })
  return (
    <Panel
      title="Score over time"
      aside={
        <SegmentedControl
          aria-label="Show as"
          data={[
            { value: 'chart', label: 'Chart' },
            { value: 'table', label: 'Table' },
          ]}
          value={isTable ? 'table' : 'chart'}
          onChange={(next) => setTable(next === 'table')}
        />
      }
    >
      <Facts last={scored.at(-1)} />
      {isTable ? (
        <ChartTable
          caption="Score by day"
          head={['When, UTC', 'Score', 'Passed']}
          rows={scored
            .toReversed()
            .map((audit) => [formatMoment(audit.at, UTC), formatDecimal(audit.overallScore), passedLabel(audit)])}
        />
      ) : days.length < 2 ? (
        <Text c="dimmed">The chart needs audits on at least two days. There is one so far.</Text>
      ) : (
        <>
          <LineChart days={days} series={series} heightPx={180} marks={notes.marks} onDay={notes.onDay} />
          <ChartNotes {...notes} />
        </>
      )}
    </Panel>
  )
}
