// The only rule for what a change makes stale: queries, row tables, stores and the command line all use it.
import type { ReadableDataset } from '../datasets.ts'

/** What became different, and for which brands. */
export type Change = { readonly brandIds: 'all' | readonly string[]; readonly datasets: readonly ReadableDataset[] }

/** A reply that is kept: what its call reads, and the brands that it is about. */
export type HeldReply = { readonly reads: readonly ReadableDataset[]; readonly brandIds: Change['brandIds'] }

/** The brands that a call's input or reply names; null if it names none. */
export const brandsNamedIn = (value: unknown): Change['brandIds'] | null => {
  const { brandId, brandIds } = (value ?? {}) as { brandId?: unknown; brandIds?: unknown } // checked below
  if (typeof brandId === 'string') return [brandId]
  return brandIds === 'all' || Array.isArray(brandIds) ? brandIds : null
}

/** Whether the change may have made the reply different. */
export const isStale = (reply: HeldReply, change: Change): boolean => {
  if (!reply.reads.some((dataset) => change.datasets.includes(dataset))) return false
  if (reply.brandIds === 'all' || change.brandIds === 'all') return true
  const changed = new Set(change.brandIds)
  return reply.brandIds.some((brandId) => changed.has(brandId))
}
