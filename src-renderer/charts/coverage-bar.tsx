import { formatWhole } from '../format/numbers.ts'
import classes from './charts.module.css'
import { type Coverage, coverageLabel, coverageParts } from './coverage.ts'

type CoverageBarProps = { readonly coverage: Coverage; readonly isLarge?: boolean }

/** Published, generated, planned and unused as one stacked bar; large: with a legend in numbers. */
export const CoverageBar = ({ coverage, isLarge = false }: CoverageBarProps) => {
  const parts = coverageParts(coverage)
  return (
    <span className={isLarge ? classes.coverageLarge : classes.coverage}>
      <span className={classes.bar} role="img" aria-label={coverageLabel(coverage)} title={coverageLabel(coverage)}>
        {parts.map(({ name, share }) =>
          share === 0 ? null : <span key={name} data-part={name} style={{ flexGrow: share }} />,
        )}
      </span>
      {isLarge ? (
        <span className={classes.legend}>
          {parts.map(({ name, count }) => (
            <span key={name} data-part={name}>
              {name} <b>{formatWhole(count)}</b>
            </span>
          ))}
        </span>
      ) : null}
    </span>
  )
}
