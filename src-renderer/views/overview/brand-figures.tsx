import type { BrandOverview } from '../../../src-shared/desk/brands.ts'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import { FIGURES } from '../../../src-shared/desk/values/figures.ts'
import { Delta } from '../../charts/delta.tsx'
import type { DeltaOf } from '../../charts/delta-text.ts'
import { ctrOf, formatDecimal, formatShare, formatShort, formatWhole, NO_VALUE } from '../../format/numbers.ts'
import classes from './overview.module.css'
import { Figure } from './totals.tsx'

type RankTotals = CallOutput<'rankings.totals'>
type Total = RankTotals['clicks']

/** In percent; null where there is nothing to compare. */
const relative = ({ now, before }: Total): number | null =>
  before === null || before === 0 ? null : ((now - before) / before) * 100

type ChangedProps = {
  readonly of: keyof typeof FIGURES
  readonly value: string
  readonly change: number | null
  readonly unit: DeltaOf
}

const ctrIn = ({ ctr, impressions }: RankTotals): number | null => ctrOf({ ctr: ctr.now, impressions: impressions.now })
const ctrChangeIn = (totals: RankTotals): number | null => {
  const [now, before] = [
    ctrIn(totals),
    ctrOf({ ctr: totals.ctr.before ?? 0, impressions: totals.impressions.before ?? 0 }),
  ]
  return now === null || before === null ? null : now - before
}

/** A figure with its change, and the period that it is a change against. */
const Changed = ({ of, value, change, unit }: ChangedProps) => {
  const { label, about, period, vs } = FIGURES[of]
  // The heading names the period of the others.
  return (
    <Figure label={label} about={about} value={value}>
      <Delta change={change} of={unit} vs={vs} /> {of === 'visibility' ? <span>{period},</span> : null}{' '}
      <span>{vs}</span>
    </Figure>
  )
}

type Props = {
  readonly overview: BrandOverview | undefined
  readonly totals: RankTotals | undefined
  /** Undefined: not known, or of an earlier day. */
  readonly clickShare: number | null | undefined
}

const short = (total: Total | undefined): string => (total === undefined ? NO_VALUE : formatShort(total.now))
const changeOf = (total: Total | undefined): number | null => (total === undefined ? null : relative(total))

/** The figures of one brand, as Rankings adds them up. */
export const BrandFigures = ({ overview, totals, clickShare }: Props) => (
  <section aria-label="Figures">
    <dl className={classes.ofBrand}>
      <Changed of="clicks" value={short(totals?.clicks)} change={changeOf(totals?.clicks)} unit="percent" />
      <Changed
        of="impressions"
        value={short(totals?.impressions)}
        change={changeOf(totals?.impressions)}
        unit="percent"
      />
      <Changed
        of="ctr"
        value={formatShare(totals && ctrIn(totals))}
        change={totals === undefined ? null : ctrChangeIn(totals)}
        unit="share"
      />
      <Changed
        of="avgPosition"
        value={formatDecimal(totals?.avgPosition)}
        change={totals?.avgPositionChange ?? null}
        unit="position"
      />
      <Changed
        of="visibility"
        value={formatDecimal(overview?.visibility)}
        change={overview?.visibilityChange ?? null}
        unit="score"
      />
      {clickShare == null ? null : (
        <Figure label={FIGURES.clickShare.label} about={FIGURES.clickShare.about} value={formatShare(clickShare)}>
          <span>of clicks if all ranked first</span>
        </Figure>
      )}
      {overview?.avgAiVisibility == null ? null : (
        <Figure
          label={FIGURES.aiVisibility.label}
          about={FIGURES.aiVisibility.about}
          value={formatDecimal(overview.avgAiVisibility)}
        >
          <span>average of {formatWhole(overview.clusters)} clusters</span>
        </Figure>
      )}
    </dl>
  </section>
)
