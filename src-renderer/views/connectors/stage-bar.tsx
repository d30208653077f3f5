import { Button } from '@mantine/core'
import type { MatrixBrand } from '../../../src-shared/desk/connectors.ts'
import { BrandBadge } from '../../components/brand-badge.tsx'
import { ErrorNotice } from '../../components/error-notice.tsx'
import { plural } from '../../format/numbers.ts'
import { countStaged } from '../../store/connector-staging.ts'
import { discardStaged, reviewStaged, useDraft } from '../../store/connectors.ts'
import css from './connectors.module.css'

/** What waits to be reviewed; nothing of it was sent. */
export const StageBar = ({ brands }: { readonly brands: readonly MatrixBrand[] }) => {
  const staged = useDraft((state) => state.staged)
  const isBusy = useDraft((state) => state.isBusy)
  const error = useDraft((state) => state.error)
  const { changes, brandIds, locked } = countStaged(staged, brands)
  const [only] = brandIds
  if (changes === 0 && locked === 0) return null
  return (
    <section className={css.bar} aria-label="Staged changes">
      {error === null ? null : <ErrorNotice error={error} title="It could not be planned" />}
      <div className={css.barRow}>
        <strong className={css.barCount} role="status">
          {changes === 0 ? (
            'Nothing that can be changed'
          ) : (
            <>
              {plural(changes, 'change')} for{' '}
              {brandIds.length === 1 && only !== undefined ? (
                <BrandBadge brandId={only} />
              ) : (
                plural(brandIds.length, 'brand')
              )}
            </>
          )}
        </strong>
        <span className={css.soft}>
          staged, nothing is sent yet
          {locked === 0 ? '' : ` · ${plural(locked, 'read-only brand')} will be refused`}
        </span>
        <span className={css.barActions}>
          <Button variant="default" onClick={() => discardStaged(brands)}>
            Discard
          </Button>
          <Button loading={isBusy} onClick={() => void reviewStaged(brands)}>
            Review
          </Button>
        </span>
      </div>
    </section>
  )
}
