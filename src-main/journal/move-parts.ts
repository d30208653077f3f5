// What a person does to one part of an action is done to all, in an order that leaves each article on its old time or on its
// new one even if the desk ends in between: the schedules are sent only after the unschedule was confirmed.
import { DeskError } from '../../src-shared/desk/errors.ts'
import type { Intent, IntentState } from '../../src-shared/desk/intents.ts'
import { actionOf, moveOf } from '../../src-shared/desk/values/moves.ts'
import type { Store } from '../store/store.ts'
import type { MovePart } from './queries/moves.ts'

type Part = Pick<MovePart, 'id' | 'kind' | 'state'>
/** `out`: the unschedule of an action of several parts; null: the intent is one alone. */
export type MoveParts = { readonly out: Part | null; readonly rest: readonly Part[] }

const LEFT: readonly IntentState[] = ['in_flight', 'confirmed', 'partly_done']

export const createMoveParts = (store: Store) => {
  /** All parts of the intent's action; only itself where it has none, or was sent again. */
  const partsOf = async (intent: Intent): Promise<MoveParts> => {
    const alone = { out: null, rest: [intent] }
    const moveId = actionOf(intent)
    if (moveId === null) return alone
    const parts = await store.read('intents.move', { brandId: intent.brandId, moveId })
    const [out, ...rest] = parts
    // Before decision 72, a part that was sent again had no mark.
    const isSentAgain = rest.filter(({ isKept }) => isKept === 0).length > 1
    return out?.kind !== 'unschedule' || rest.length === 0 || isSentAgain ? alone : { out, rest }
  }

  /** Throws `conflict` where the article was taken off its old time: cancelling would leave it without one. */
  const assertCancellable = (intent: Intent, out: Part | null): void => {
    if (out === null || !LEFT.includes(out.state)) return
    const move = moveOf(intent)
    throw new DeskError(
      'conflict',
      move === null
        ? 'The articles were already unscheduled, so this cannot be cancelled any more. What they are scheduled for elsewhere is set again next.'
        : `"${move.articleSlug}" was already taken off its old time, so this move cannot be cancelled any more. It is scheduled for its new time next; move or unschedule it after that.`,
      { brandId: intent.brandId },
    )
  }

  return { partsOf, assertCancellable }
}
