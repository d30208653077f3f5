import { Button } from '@mantine/core'
import type { MatrixBrand } from '../../../src-shared/desk/connectors.ts'
import { nextStepOf } from '../../format/errors.ts'
import { plural } from '../../format/numbers.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { runSync } from '../../state/sync.ts'
import css from './connectors.module.css'

/** Brands whose last reading failed: what is shown of them is older, or nothing. */
export const ReadErrors = ({ brands }: { readonly brands: readonly MatrixBrand[] }) => {
  const failed = brands.flatMap(({ brandId, error }) => (error === null ? [] : [{ brandId, error }]))
  if (failed.length === 0) return null
  return (
    <details className={css.readErrors}>
      <summary>
        The permissions of {plural(failed.length, 'brand')} could not be read; what is shown of{' '}
        {failed.length === 1 ? 'it' : 'them'} is from an earlier sync.
      </summary>
      <ul className={css.errorList}>
        {failed.map(({ brandId, error }) => (
          <li key={brandId} className={css.errorRow}>
            <BrandBadge brandId={brandId} />
            <span>
              {error.message} <span className={css.soft}>{nextStepOf(error)}</span>
            </span>
          </li>
        ))}
      </ul>
      <Button
        mt={8}
        variant="default"
        onClick={() => void runSync({ brandIds: failed.map(({ brandId }) => brandId), datasets: ['connectors'] })}
      >
        Try again
      </Button>
    </details>
  )
}
