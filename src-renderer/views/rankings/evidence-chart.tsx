import { useMemo } from 'react'
import type { Evidence } from '../../../src-shared/desk/causes.ts'
import type { ChartSeries } from '../../charts/chart-options.ts'
import { LineChart } from '../../charts/line-chart.tsx'
import { formatDecimal, NO_VALUE } from '../../format/numbers.ts'
import { periodText } from '../../format/periods.ts'
import { Name } from '../../parts/name.tsx'
import css from './rankings.module.css'

const percent = (value: number | null): string =>
  value === null ? NO_VALUE : `${value > 0 ? '+' : value < 0 ? '−' : ''}${formatDecimal(Math.abs(value))}%`

const LABELS = {
  positions: 'Position vs before, −50% is twice as far down',
  clicks: 'Clicks, % change vs before, 7-day averages',
  impressions: 'Impressions and CTR, % change vs before, 7-day averages',
} as const satisfies Record<Evidence['measure'], string>

/** What fell beside what did not, on one scale: worse is lower. */
export const EvidenceChart = ({ evidence }: { readonly evidence: Evidence }) => {
  const { days, own, controls } = evidence
  const chart = useMemo(() => {
    const { measure, before, after } = evidence
    const series: ChartSeries = {
      label: LABELS[measure],
      kind: 'change',
      unit: '%',
      values: own.values,
      format: percent,
    }
    const bands = [
      { ...before, label: `before: ${periodText(before)}` },
      { ...after, label: `after: ${periodText(after)}` },
    ]
    return { series, bands, line: controls ?? undefined }
  }, [evidence, own, controls])
  return (
    <div className={css.evidence}>
      <LineChart
        days={days}
        heightPx={120}
        {...chart}
        legend={
          <>
            <span>
              <Name>{own.label}</Name>
            </span>
            {controls === null ? null : (
              <span data-key="controls">
                <Name>{controls.label}</Name>
              </span>
            )}
          </>
        }
      />
    </div>
  )
}
