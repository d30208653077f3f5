import type { Intent } from '../../../src-shared/desk/intents.ts'

type End = { readonly state: 'done' | 'failed' | 'unknown'; readonly result: string }

/** What an intent's end means for its step; null: it has not ended. */
export const intentEnd = ({ state, counts, reason }: Pick<Intent, 'state' | 'counts' | 'reason'>): End | null => {
  const { total, confirmed, skipped } = counts
  const left = skipped > 0 ? `, ${skipped} skipped` : ''
  const because = reason === null ? '' : ` ${reason}`
  switch (state) {
    case 'confirmed':
    case 'partly_done':
      return { state: 'done', result: `${confirmed} of ${total} confirmed by the service${left}.${because}` }
    case 'failed':
      return {
        state: 'failed',
        result: reason ?? (skipped > 0 ? `The service skipped all ${total}.` : 'The service refused it.'),
      }
    case 'cancelled':
      return { state: 'failed', result: 'Cancelled in Activity before it was sent.' }
    case 'unknown':
      return {
        state: 'unknown',
        result: `${reason ?? 'Nobody knows whether it was done.'} Activity shows what is known.`,
      }
    default:
      return null
  }
}
