// State of a view that each scope keeps for itself: what is under review for one brand does not show under another.
import { QueryObserver, type QueryObserverOptions } from '@tanstack/react-query'
import { create } from 'zustand'
import type { DeskErrorValue } from '../../src-shared/desk/errors.ts'
import { queries } from '../data/desk.ts'
import { type Scope, useLocation, useScope } from './location.ts'

export const createScopedStore = <State extends object>(start: State) => {
  const store = create<ReadonlyMap<Scope, State>>()(() => new Map())
  const of = (scope: Scope): State => store.getState().get(scope) ?? start
  return {
    /** Of the scope in view. */
    use: <Selected>(select: (state: State) => Selected): Selected => {
      const scope = useScope()
      return store((states) => select(states.get(scope) ?? start))
    },
    get: (): State => of(useLocation.getState().scope),
    /** The scope in view; its setter keeps to it, also after the person went to another one. */
    here: () => {
      const { scope } = useLocation.getState()
      return {
        scope,
        get: () => of(scope),
        set: (change: Partial<State>): void =>
          store.setState(new Map(store.getState()).set(scope, { ...of(scope), ...change }), true),
      }
    },
    /** In every scope whose state passes. */
    setWhere: (isMeant: (state: State) => boolean, change: Partial<State>): void =>
      store.setState(
        new Map(
          [...store.getState()].map(([scope, state]) => [scope, isMeant(state) ? { ...state, ...change } : state]),
        ),
        true,
      ),
  }
}

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
  const show = ({ data, error }: ReturnType<typeof observer.getCurrentResult>) =>
    use.setState(stateOf(data, error), true)
  /** Asks only where no reply is kept. */
  const follow = (): void => {
    if (isFollowing) return
    isFollowing = true
    observer.subscribe(show)
    show(observer.getCurrentResult())
  }
  const load = async (): Promise<void> => {
    follow()
    await observer.refetch()
  }
  return { use, follow, load }
}
