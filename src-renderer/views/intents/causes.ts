import type { IntentItem } from '../../../src-shared/desk/intents.ts'

const NO_REASON = 'The service did not say why.'

type Cause = { readonly reason: string; readonly count: number }

/** The reasons of skipped and failed items, the most frequent first. */
export const causesOf = (items: readonly Pick<IntentItem, 'state' | 'reason'>[]): readonly Cause[] => {
  const counts = new Map<string, number>()
  for (const { state, reason } of items) {
    if (state !== 'skipped' && state !== 'failed') continue
    counts.set(reason ?? NO_REASON, (counts.get(reason ?? NO_REASON) ?? 0) + 1)
  }
  return Array.from(counts, ([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count)
}
