import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import { FIGURES } from '../../../src-shared/desk/values/figures.ts'
import { POSITION_GROUPS } from '../../charts/position-bar.tsx'
import { formatWhole, plural } from '../../format/numbers.ts'
import { comparisonText } from '../../format/periods.ts'
import { Card, Nothing } from './card.tsx'
import classes from './overview.module.css'

const LABELS = new Map(POSITION_GROUPS.map(({ band, label }) => [band, label]))

const signed = (change: number | null): string =>
  change === null ? '' : change === 0 ? '0' : `${change > 0 ? '+' : '−'}${formatWhole(Math.abs(change))}`

type Totals = CallOutput<'rankings.totals'>

/** The period, and the one before where the groups have a change: the service does not say where lost keywords were. */
const periodOf = ({ bands, period, comparePeriod }: Totals): string =>
  period === null
    ? FIGURES.distribution.period
    : comparisonText(period, bands.some(({ change }) => change !== null) ? comparePeriod : null)

/** How many keywords stand where, as the bar above all brands and Rankings count them. */
export const Distribution = ({ totals }: { readonly totals: Totals | undefined }) => {
  const most = Math.max(1, ...(totals?.bands ?? []).map(({ keywords }) => keywords))
  return (
    <Card title={FIGURES.distribution.label} link={{ view: 'rankings', text: 'Rankings' }}>
      {totals === undefined ? null : totals.keywords === 0 ? (
        <Nothing>No rankings are synced yet.</Nothing>
      ) : (
        <>
          <table className={classes.bars} aria-label={FIGURES.distribution.label}>
            <tbody>
              {totals.bands.map(({ band, keywords, change }) => (
                <tr key={band}>
                  <th scope="row">{LABELS.get(band)}</th>
                  <td className={classes.track}>
                    <span data-position={band} style={{ width: `${(keywords / most) * 100}%` }} />
                  </td>
                  <td className="numbers">
                    <b>{formatWhole(keywords)}</b>
                  </td>
                  <td className="numbers soft">{signed(change)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p className={classes.hint}>
            {plural(totals.keywords, 'keyword')}, {periodOf(totals)}
          </p>
        </>
      )}
    </Card>
  )
}
