import type { MatrixBrand } from '../../../src-shared/desk/connectors.ts'
import { plural } from '../../format/numbers.ts'
import { StagedBar } from '../../parts/staged-bar.tsx'
import { countStaged } from '../../state/connector-staging.ts'
import { discardStaged, reviewStaged, useReview, useStaged } from '../../state/connectors.ts'

/** Permissions that wait to be reviewed. */
export const StageBar = ({ brands }: { readonly brands: readonly MatrixBrand[] }) => {
  const staged = useStaged()
  const { isBusy, error } = useReview((review) => review)
  const { changes, brandIds, locked } = countStaged(staged, brands)
  if (changes === 0 && locked === 0) return null
  const note = locked === 0 ? {} : { note: `${plural(locked, 'read-only brand')} will be refused` }
  return (
    <StagedBar
      changes={changes}
      brandIds={brandIds}
      error={error}
      isBusy={isBusy}
      {...note}
      onDiscard={() => discardStaged(brands)}
      onReview={() => void reviewStaged(brands)}
    />
  )
}
