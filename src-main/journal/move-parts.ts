// What a person does to one part of a move is done to both, in an order that leaves the article on its old time or on its
// new one even if the desk ends in between: the schedule is sent only after the unschedule was confirmed.
import { DeskError } from '../../src-shared/desk/errors.ts'
import type { Intent, IntentState } from '../../src-shared/desk/intents.ts'
import { moveOf } from '../../src-shared/desk/moves.ts'
import type { Store } from '../store/store.ts'
import type { MovePart } from './queries/moves.ts'

type Part = Pick<MovePart, 'id' | 'kind' | 'state'>
export type MoveParts = { readonly out: Part | null; readonly back: Part }

const LEFT: readonly IntentState[] = ['in_flight', 'confirmed']

export const createMoveParts = (store: Store) => {
  /** Both parts of the intent's move; only itself where it has none, or was sent again. */
  const partsOf = async (intent: Intent): Promise<MoveParts> => {
    const move = moveOf(intent)
    if (move === null) return { out: null, back: intent }
    const parts = await store.read('intents.move', { brandId: intent.brandId, moveId: move.id })
    const [out, back, ...more] = parts
    if (out?.kind !== 'unschedule' || back === undefined || more.length > 0) return { out: null, back: intent }
    return { out, back }
  }

  /** Throws `conflict` where the article was taken off its old time: cancelling would leave it without one. */
  const assertCancellable = (intent: Intent, out: Part | null): void => {
    const move = moveOf(intent)
    if (move === null || out === null || !LEFT.includes(out.state)) return
    throw new DeskError(
      'conflict',
      `"${move.articleSlug}" was already taken off its old time, so this move cannot be cancelled any more. It is scheduled for its new time next; move or unschedule it after that.`,
      { brandId: intent.brandId },
    )
  }

  return { partsOf, assertCancellable }
}
