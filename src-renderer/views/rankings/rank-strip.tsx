import { Button, UnstyledButton } from '@mantine/core'
import { IconCloudDown } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import { BANDS_ROUNDED } from '../../../src-shared/desk/values/position-bands.ts'
import type { Slice } from '../../../src-shared/desk/values/slice.ts'
import { Delta } from '../../charts/delta.tsx'
import { ctrOf, formatDecimal, formatShare, formatShort, formatWhole, NO_VALUE, plural } from '../../format/numbers.ts'
import { comparisonText, versusText } from '../../format/periods.ts'
import { BANDS, useRankFilters } from '../../state/filters/rankings.ts'
import { brandIdsOf, type Scope } from '../../state/location.ts'
import { isRunning, runSync, useSync } from '../../state/sync.ts'
import css from './rankings.module.css'

export type Totals = CallOutput<'rankings.totals'>
type Total = Totals['clicks']

const labelOf = (band: Totals['bands'][number]['band']): string => BANDS.find(({ id }) => id === band)?.label ?? band

const signed = (change: number): string => `${change > 0 ? '+' : '−'}${formatWhole(Math.abs(change))}`

/** Share of keywords by position; each group is also a filter. */
const Distribution = ({ totals }: { readonly totals: Totals }) => (
  <div className={css.distribution}>
    <div>
      <strong>Positions</strong>{' '}
      {totals.period === null ? null : (
        <span className="soft">{comparisonText(totals.period, totals.comparePeriod)}</span>
      )}
    </div>
    <div className={css.bar} aria-hidden>
      {totals.bands.map(({ band, keywords }) =>
        keywords === 0 ? null : <span key={band} data-band={band} style={{ flexGrow: keywords }} />,
      )}
    </div>
    {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups form fields, and these are figures */}
    <div className={css.bands} role="group" aria-label="Keywords by position">
      {totals.bands.map(({ band, keywords, change }) => (
        <UnstyledButton
          key={band}
          className={css.band ?? ''}
          data-band={band}
          title={`Show ${labelOf(band)} only. ${BANDS_ROUNDED}`}
          onClick={() => useRankFilters.setState({ band })}
        >
          {labelOf(band)} <b>{formatWhole(keywords)}</b>
          {change === null || change === 0 ? null : <span className="soft">{signed(change)}</span>}
        </UnstyledButton>
      ))}
    </div>
  </div>
)

const relative = ({ now, before }: Total): number | null =>
  before === null || before === 0 ? null : ((now - before) / before) * 100

type FigureProps = { readonly name: string; readonly value: string; readonly children?: ReactNode }

const Figure = ({ name, value, children }: FigureProps) => (
  <div className={css.total}>
    <span className="soft">{name}</span>
    <b className="figures">{value}</b>
    {children}
  </div>
)

const Missing = ({
  totals,
  scope,
  slice,
}: {
  readonly totals: Totals
  readonly scope: Scope
  readonly slice: Slice
}) => {
  const isFetching = useSync((state) => isRunning(state.run))
  const { asked, shown, compared } = totals.brands
  const periods = [totals.period, totals.comparePeriod].filter((period) => period !== null)
  if (shown === 0 || (shown === asked && (totals.comparePeriod === null || compared === shown)) || periods.length === 0)
    return null
  const text =
    shown < asked
      ? `${plural(asked - shown, 'brand')} of ${formatWhole(asked)} without all days of this period`
      : `${plural(shown - compared, 'brand')} of ${formatWhole(asked)} without all days of the period before`
  return (
    <div className={css.missing} role="status">
      {text}
      <Button
        size="compact-xs"
        variant="default"
        loading={isFetching}
        leftSection={<IconCloudDown size={14} aria-hidden />}
        onClick={() => void runSync({ brandIds: brandIdsOf(scope), slice, periods })}
      >
        Fetch from the service
      </Button>
    </div>
  )
}

type Props = {
  /** Undefined while it is asked for; its room is kept. */
  readonly totals: Totals | undefined
  readonly isUsual: boolean
  readonly scope: Scope
  readonly slice: Slice
}

/** What the rows below add up to. */
export const RankStrip = ({ totals, isUsual, scope, slice }: Props) => {
  if (totals === undefined) return <div className={css.strip} aria-busy />
  const { clicks, impressions, ctr } = totals
  const ctrNow = ctrOf({ ctr: ctr.now, impressions: impressions.now })
  const ctrBefore = ctrOf({ ctr: ctr.before ?? 0, impressions: impressions.before ?? 0 })
  const vs = versusText(totals.comparePeriod)
  return (
    <>
      <section className={css.strip} aria-label="Totals">
        <Distribution totals={totals} />
        <Figure name="Keywords" value={formatWhole(totals.keywords)} />
        <Figure name="Clicks" value={formatShort(clicks.now)}>
          <Delta change={relative(clicks)} of="percent" vs={vs} />
        </Figure>
        <Figure name="Impressions" value={formatShort(impressions.now)}>
          <Delta change={relative(impressions)} of="percent" vs={vs} />
        </Figure>
        <Figure name="CTR" value={formatShare(ctrNow)}>
          <Delta change={ctrBefore === null || ctrNow === null ? null : ctrNow - ctrBefore} of="share" vs={vs} />
        </Figure>
        <Figure name="Avg. position" value={totals.avgPosition === null ? NO_VALUE : formatDecimal(totals.avgPosition)}>
          <Delta
            change={totals.avgPositionChange}
            of="position"
            vs={`${vs}, mean of the keywords that rank in both periods`}
          />
        </Figure>
      </section>
      {isUsual ? null : <Missing totals={totals} scope={scope} slice={slice} />}
    </>
  )
}
