import { BANDS_ROUNDED, RANK_BANDS } from '../../src-shared/desk/values/position-bands.ts'
import { formatWhole } from '../format/numbers.ts'
import css from './charts.module.css'

const LABELS = { top3: '1–3', '4-10': '4–10', '11-20': '11–20', '21-50': '21–50', '51+': '51+', none: 'Not ranking' }

/** Five steps of one blue, from dark to light; `none` is not ranking. */
export const POSITION_GROUPS = RANK_BANDS.map((band) => ({ band, label: LABELS[band] }))

type Count = { readonly band: (typeof POSITION_GROUPS)[number]['band']; readonly keywords: number }
type Props = {
  readonly title: string
  /** Undefined while they are asked for. */
  readonly counts: readonly Count[] | undefined
}

/** How many keywords are in each group of positions, as one bar with a legend in numbers. */
export const PositionBar = ({ title, counts }: Props) => (
  <div className={css.positions}>
    <div className="soft">{title}</div>
    <div className={css.positionBar} aria-hidden>
      {counts?.map(({ band, keywords }) =>
        keywords === 0 ? null : <span key={band} data-position={band} style={{ flexGrow: keywords }} />,
      )}
    </div>
    <ul className={css.positionLegend} aria-label="Keywords by position" title={BANDS_ROUNDED}>
      {POSITION_GROUPS.map(({ band, label }) => (
        <li key={band}>
          <i data-position={band} aria-hidden />
          {label} <b>{formatWhole(counts?.find((one) => one.band === band)?.keywords)}</b>
        </li>
      ))}
    </ul>
  </div>
)
