import { BrandBadge } from '../../parts/brand-badge.tsx'
import { INTERVAL, type Staged } from '../../state/visibility-staging.ts'
import { currentLabel, intervalLabel } from './interval-labels.ts'
import type { ModelName } from './matrix.tsx'
import { modelLabel } from './matrix-cells.tsx'
import type { MatrixRow } from './use-visibility.ts'
import css from './visibility.module.css'

type Props = {
  readonly row: MatrixRow | undefined
  /** Undefined: the interval's column. */
  readonly name: ModelName | undefined
  readonly staged: Staged
}

const upper = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

const wordsOf = (
  { models, interval }: MatrixRow,
  name: ModelName | undefined,
  own: ReturnType<Staged['get']>,
): string => {
  if (name !== undefined) {
    const wanted = own?.get(name.modelId)
    const model = models.models.find(({ modelId }) => modelId === name.modelId)
    return `${name.name} is ${modelLabel(model, typeof wanted === 'boolean' ? wanted : undefined)}`
  }
  if (interval.fetchedAt === null) return 'The refresh interval has not been read yet.'
  const wanted = own?.get(INTERVAL)
  if (wanted !== undefined && typeof wanted !== 'boolean')
    return `${upper(currentLabel(interval))}, staged: ${intervalLabel(wanted, interval)}`
  return interval.clamp ?? upper(currentLabel(interval))
}

/** What the active cell means, in words: also the reason why it cannot be changed. */
export const ActiveLine = ({ row, name, staged }: Props) => (
  <div className={css.line} role="status">
    {row === undefined ? null : (
      <>
        <BrandBadge brandId={row.brandId} />
        <span className={css.lineText}>{wordsOf(row, name, staged.get(row.brandId))}</span>
        {row.models.error === null && row.interval.error === null ? null : (
          <span className={css.lineProblem}>{(row.models.error ?? row.interval.error)?.message}</span>
        )}
      </>
    )}
  </div>
)
