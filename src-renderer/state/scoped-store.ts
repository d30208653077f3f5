// State of a view that each scope keeps for itself: what is under review for one brand does not show under another.
import { create } from 'zustand'
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
