import { formatWhole } from '../format/numbers.ts'
import css from './charts.module.css'

/** One of five steps of one blue, from dark to light; `none` is not ranking. */
export type PositionBand = 'top3' | '4-10' | '11-20' | '21-50' | '51+' | 'none'
export type PositionGroup = { readonly band: PositionBand; readonly label: string; readonly count: number }

type Props = { readonly title: string; readonly groups: readonly PositionGroup[] }

/** How many keywords are in each group of positions, as one bar with a legend in numbers. */
export const PositionBar = ({ title, groups }: Props) => (
  <div className={css.positions}>
    <div className="soft">{title}</div>
    <div className={css.positionBar} aria-hidden>
      {groups.map(({ band, count }) =>
        count === 0 ? null : <span key={band} data-position={band} style={{ flexGrow: count }} />,
      )}
    </div>
    <ul className={css.positionLegend}>
      {groups.map(({ band, label, count }) => (
        <li key={band}>
          <i data-position={band} aria-hidden />
          {label} <b>{formatWhole(count)}</b>
        </li>
      ))}
    </ul>
  </div>
)
