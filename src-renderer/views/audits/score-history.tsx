import { SegmentedControl } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { AuditRow } from '../../../src-shared/desk/research.ts'
import type { ChartSeries } from '../../charts/chart-options.ts'
import { ChartTable } from '../../charts/chart-table.tsx'
import { LineChart } from '../../charts/line-chart.tsx'
import { formatDecimal, NO_VALUE } from '../../format/numbers.ts'
import { Panel } from '../../parts/panel.tsx'
import css from './audits.module.css'
import { passedLabel, ScoreChange } from './score.tsx'

const Facts = ({ last }: { readonly last: AuditRow | undefined }) => (
  <dl className={css.facts}>
    <div>
      <dt>Score</dt>
      <dd>{last === undefined ? NO_VALUE : formatDecimal(last.overallScore)}</dd>
    </div>
    <div>
      <dt>Tests passed</dt>
      <dd>{last === undefined ? NO_VALUE : passedLabel(last)}</dd>
    </div>
    <div>
      <dt>vs previous audit</dt>
      <dd>
        <ScoreChange audit={last ?? null} />
      </dd>
    </div>
  </dl>
)

/** `scored`: one audit a day, oldest first. */
export const ScoreHistory = ({ scored }: { readonly scored: readonly AuditRow[] }) => {
  const [isTable, setTable] = useState(false)
  const days = useMemo(() => scored.map(({ at }) => at.slice(0, 10)), [scored])
  const series = useMemo<ChartSeries>(() => {
    const values = scored.map(({ overallScore }) => overallScore)
    return { label: 'Score', kind: 'count', values, format: (value) => formatDecimal(value) }
  }, [scored])
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
            .map((audit) => [
              audit.at.replace('T', ' ').slice(0, 19),
              formatDecimal(audit.overallScore),
              passedLabel(audit),
            ])}
        />
      ) : days.length < 2 ? (
        <p className={css.soft}>The chart needs audits on at least two days. There is one so far.</p>
      ) : (
        <LineChart days={days} series={series} heightPx={180} />
      )}
    </Panel>
  )
}
