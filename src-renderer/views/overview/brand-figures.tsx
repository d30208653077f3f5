import type { BrandOverview } from '../../../src-shared/desk/brands.ts'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import { Delta } from '../../charts/delta.tsx'
import { formatDecimal, formatShare, formatShort, formatWhole, NO_VALUE } from '../../format/numbers.ts'
import classes from './overview.module.css'
import { Figure } from './totals.tsx'

type RankTotals = CallOutput<'rankings.totals'>
type Total = RankTotals['clicks']

/** In percent; null where there is nothing to compare. */
const relative = ({ now, before }: Total): number | null =>
  before === null || before === 0 ? null : ((now - before) / before) * 100

type Props = { readonly overview: BrandOverview | undefined; readonly totals: RankTotals | undefined }

/** The figures of the last 28 days, as Rankings adds them up. */
export const BrandFigures = ({ overview, totals }: Props) => (
  <section aria-label="Figures">
    <dl className={classes.figures}>
      <Figure label="Clicks" value={totals === undefined ? NO_VALUE : formatShort(totals.clicks.now)}>
        <Delta change={totals === undefined ? null : relative(totals.clicks)} of="percent" />
      </Figure>
      <Figure label="Impressions" value={totals === undefined ? NO_VALUE : formatShort(totals.impressions.now)}>
        <Delta change={totals === undefined ? null : relative(totals.impressions)} of="percent" />
      </Figure>
      <Figure label="CTR" value={totals === undefined ? NO_VALUE : formatShare(totals.ctr.now)}>
        <Delta change={totals?.ctr.before == null ? null : totals.ctr.now - totals.ctr.before} of="share" />
      </Figure>
      <Figure label="Average position" value={formatDecimal(totals?.avgPosition)}>
        <Delta change={totals?.avgPositionChange ?? null} of="position" />
      </Figure>
      <Figure label="Visibility" value={formatDecimal(overview?.visibility)}>
        <Delta change={overview?.visibilityChange ?? null} of="score" /> vs 7 days before
      </Figure>
      {overview?.avgAiVisibility == null ? null : (
        <Figure label="AI visibility" value={formatDecimal(overview.avgAiVisibility)}>
          average of {formatWhole(overview.clusters)} clusters
        </Figure>
      )}
    </dl>
  </section>
)
