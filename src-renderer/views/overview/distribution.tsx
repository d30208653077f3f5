import { POSITION_GROUPS } from '../../charts/position-bar.tsx'
import { useDesk } from '../../data/use-desk.ts'
import { formatWhole, plural } from '../../format/numbers.ts'
import { formatShortDay } from '../../format/time.ts'
import { Card, Nothing } from './card.tsx'
import classes from './overview.module.css'
import type { DayPair } from './periods.ts'

const LABELS = new Map(POSITION_GROUPS.map(({ band, label }) => [band, label]))

const signed = (change: number | null): string =>
  change === null ? '' : change === 0 ? '0' : `${change > 0 ? '+' : '−'}${formatWhole(Math.abs(change))}`

type Props = { readonly brandId: string; readonly newest: string | undefined; readonly pair: DayPair | null }

/** How many keywords stand where on the newest day, and how many more or fewer than four weeks before. */
export const Distribution = ({ brandId, newest, pair }: Props) => {
  const when = pair ?? (newest === undefined ? null : { day: newest })
  const { value } = useDesk('rankings.totals', when === null ? null : { brandIds: [brandId], ...when })
  const most = Math.max(1, ...(value?.bands ?? []).map(({ keywords }) => keywords))
  return (
    <Card title="Position distribution" link={{ view: 'rankings', text: 'Rankings' }}>
      {value === undefined ? (
        <Nothing>No day of the rankings is synced yet.</Nothing>
      ) : (
        <>
          <table className={classes.bars} aria-label="Position distribution">
            <tbody>
              {value.bands.map(({ band, keywords, change }) => (
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
            {pair === null
              ? `${plural(value.keywords, 'keyword')}. One day is synced so far: there is nothing to compare.`
              : `${plural(value.keywords, 'keyword')} on ${formatShortDay(pair.day)} vs ${formatShortDay(pair.compareDay)}`}
          </p>
        </>
      )}
    </Card>
  )
}
