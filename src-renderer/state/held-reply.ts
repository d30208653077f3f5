import { QueryObserver, type QueryObserverOptions } from '@tanstack/react-query'
import { create } from 'zustand'
import type { DeskErrorValue } from '../../src-shared/desk/errors.ts'
import { queries } from '../data/desk.ts'

/**
 * A reply that the whole page needs, as a store: components select from it, and functions read it without waiting. From
 * the first `load` on it follows every change.
 */
export const holdReply = <Value, State>(
  query: QueryObserverOptions<Value>,
  stateOf: (value: Value | undefined, error: DeskErrorValue | null) => State,
) => {
  const observer = new QueryObserver(queries.client, query)
  const use = create<State>()(() => stateOf(undefined, null))
  let isFollowing = false
  const load = async (): Promise<void> => {
    if (!isFollowing) observer.subscribe(({ data, error }) => use.setState(stateOf(data, error), true))
    isFollowing = true
    await observer.refetch()
  }
  return { use, load }
}
