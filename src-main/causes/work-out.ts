import type { Store } from '../store/store.ts'
import type { StaleBrands } from './queries/save-causes.ts'

/** The first pass works with what was known of the other brands; the second knows of breaks that it found. */
const PASSES = 2

export const countOf = (kinds: readonly StaleBrands[]): number =>
  kinds.reduce((sum, { stale }) => sum + stale.length, 0)

export type WorkOutOptions = {
  readonly isStopped?: () => boolean
  /** After each pass that changed something. */
  readonly onSaved?: (brandIds: readonly string[]) => void
}

/** Works out the causes of those of the brands whose days changed, a write for each, so that other writes come in between. */
export const workOut = async (
  store: Pick<Store, 'read' | 'write'>,
  brandIds: readonly string[],
  { isStopped = () => false, onSaved = () => undefined }: WorkOutOptions = {},
): Promise<void> => {
  for (let pass = 0; pass < PASSES && !isStopped(); pass += 1) {
    const kinds = await store.read('causes.stale', { brandIds })
    if (countOf(kinds) === 0) return
    for (const { portfolio, stale } of kinds)
      for (const brandId of stale) {
        if (isStopped()) return
        await store.write('causes.save', { brandId, portfolio })
      }
    onSaved(kinds.flatMap(({ stale }) => stale))
  }
}
