import type { Store } from '../store/store.ts'

/**
 * In three rounds, a write for each brand, so that other writes come in between: what each brand says, what the curve was wrong
 * by, and the opportunities. Each round learns from all brands of the one before. The brands are of one kind: own, or the demo's.
 */
export const workOut = async (
  store: Pick<Store, 'read' | 'write'>,
  brandIds: readonly string[],
  isStopped: () => boolean = () => false,
): Promise<void> => {
  const [first] = brandIds
  if (first === undefined) return
  const each = async (work: (brandId: string) => Promise<unknown>): Promise<void> => {
    for (const brandId of brandIds) if (!isStopped()) await work(brandId)
  }
  await each((brandId) => store.write('opportunities.sums', { brandId }))
  const known = await store.read('opportunities.agency', { brandId: first })
  await each((brandId) => store.write('opportunities.errors', { brandId, agency: known }))
  const agency = await store.read('opportunities.agency', { brandId: first })
  await each((brandId) => store.write('opportunities.save', { brandId, agency }))
}
