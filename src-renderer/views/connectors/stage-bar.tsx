import type { MatrixBrand } from '../../../src-shared/desk/connectors.ts'
import { StagedBar } from '../../components/staged-bar.tsx'
import { plural } from '../../format/numbers.ts'
import { countStaged } from '../../store/connector-staging.ts'
import { discardStaged, reviewStaged, useDraft } from '../../store/connectors.ts'

/** Permissions that wait to be reviewed. */
export const StageBar = ({ brands }: { readonly brands: readonly MatrixBrand[] }) => {
  const { staged, isBusy, error } = useDraft()
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
