import { MOVERS_PAGE_MAX, type Mover } from '../../../src-shared/desk/rankings.ts'
import { FIGURES } from '../../../src-shared/desk/values/figures.ts'
import { Delta } from '../../charts/delta.tsx'
import { useDesk } from '../../data/use-desk.ts'
import { formatDecimal, formatWhole, shownChange } from '../../format/numbers.ts'
import { useAsOfDay } from '../../state/location.ts'
import { absentLabel, CLICKS_CHANGE, clicksChangeOf, clicksVersus, moveEvent } from '../rankings/mover-labels.ts'
import { NotRanking } from '../rankings/rank-columns.tsx'
import { Card, Nothing, PlaceLink } from './card.tsx'
import classes from './overview.module.css'

const SHOWN = 5
const { realMoves } = FIGURES
const PERIOD = `${realMoves.period} ${realMoves.vs}`

const Move = ({ move }: { readonly move: Mover }) => {
  const { brandId, keyword, fromPosition, toPosition, positionChange } = move
  const absent = absentLabel(move)
  return (
    <tr>
      <th scope="row" title={keyword}>
        <PlaceLink view="movers" params={{ brand: brandId, keyword }}>
          {keyword}
        </PlaceLink>
      </th>
      <td className="numbers soft" title={absent}>
        {formatDecimal(fromPosition)} → {formatDecimal(toPosition)}
      </td>
      <td className="numbers">
        {absent === undefined ? (
          <Delta
            change={shownChange(positionChange, fromPosition, toPosition)}
            of="position"
            event={moveEvent(move)}
            vs={realMoves.vs}
          />
        ) : (
          <NotRanking why={absent} />
        )}
      </td>
      <td className="numbers">
        <Delta change={clicksChangeOf(move)} of="score" vs={clicksVersus(move)} />
      </td>
    </tr>
  )
}

type Props = { readonly brandId: string; readonly direction: 'up' | 'down' }

/** The biggest real moves in one direction, as Movers lists them. */
export const MovesCard = ({ brandId, direction }: Props) => {
  const isUp = direction === 'up'
  const asOfDay = useAsOfDay()
  const title = isUp ? 'Biggest gains' : 'Biggest losses'
  const { value } = useDesk('rankings.movers', {
    brandIds: [brandId],
    moves: 'real',
    // Losses come before the first gain.
    limit: MOVERS_PAGE_MAX,
    ...(asOfDay === undefined ? {} : { asOfDay }),
  })
  const count = isUp ? value?.real?.climbed : value?.real?.fell
  const rows = (value?.rows ?? []).filter(({ kind }) => (kind === 'up' || kind === 'new') === isUp).slice(0, SHOWN)
  return (
    <Card
      title={title}
      note={PERIOD}
      link={
        count === 0 ? undefined : { view: 'movers', text: count === undefined ? 'Movers' : `All ${formatWhole(count)}` }
      }
    >
      {rows.length > 0 ? (
        <table className={classes.list} aria-label={title}>
          <thead>
            <tr>
              <th scope="col">Keyword</th>
              <th scope="col" className="numbers">
                Position
              </th>
              <th scope="col" className="numbers">
                Change
              </th>
              <th scope="col" className="numbers">
                {CLICKS_CHANGE}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((move) => (
              <Move key={move.keyword} move={move} />
            ))}
          </tbody>
        </table>
      ) : value === undefined ? null : value.real == null ? (
        <Nothing>Real moves need single days of the rankings; syncs fill them in.</Nothing>
      ) : (
        <Nothing>No keyword {isUp ? 'climbed' : 'fell'} more than it usually does.</Nothing>
      )}
    </Card>
  )
}
