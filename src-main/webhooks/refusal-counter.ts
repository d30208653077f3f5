// Every rejected request is counted in the memory of the receiver's thread, which hands over what it has when it is asked:
// a flood of them costs neither a write nor a message each.
import type { Refusal } from './queries/webhook-refusals.ts'

export type CountedRefusals = { readonly counts: Readonly<Record<string, number>>; readonly refusals: Refusal[] }

/** The newest that are kept. */
export const REFUSALS_KEPT = 500

export const createRefusalCounter = () => {
  let counts = new Map<string, number>()
  let newest: Refusal[] = []
  return {
    add: (refusal: Refusal): void => {
      counts.set(refusal.reason, (counts.get(refusal.reason) ?? 0) + 1)
      newest.push(refusal)
      if (newest.length > 2 * REFUSALS_KEPT) newest = newest.slice(-REFUSALS_KEPT)
    },
    /** Those since the last time. */
    take: (): CountedRefusals => {
      const taken = { counts: Object.fromEntries(counts), refusals: newest.slice(-REFUSALS_KEPT) }
      counts = new Map()
      newest = []
      return taken
    },
  }
}
