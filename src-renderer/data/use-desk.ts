import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import { brandsNamedIn } from '../../src-shared/desk/changes.ts'
import type { CallInput, CallName, CallOutput } from '../../src-shared/desk/contract.ts'
import { queries } from './desk.ts'
import { type Asked, keyOf } from './queries.ts'

export type DeskAnswer<Value> = Asked<Value> & {
  /** `value` answers an earlier question (another sort, another page) about the same brands. */
  readonly isPrevious: boolean
  readonly reload: () => void
}

const NOTHING: Asked<never> = { value: undefined, error: undefined, isLoading: false }

/**
 * What the desk answers to this call, asked again when its brands' rows change. While a new question about the same
 * brands is on its way the last answer stays; another brand's answer is never shown. `null` asks nothing.
 */
export const useDesk = <Name extends CallName>(
  name: Name,
  input: CallInput<Name> | null,
): DeskAnswer<CallOutput<Name>> => {
  const key = input === null ? null : keyOf(name, input)
  // The key is the input written out, so it alone decides when to ask anew.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const watch = useCallback(
    (listener: () => void) => (input === null ? () => {} : queries.watch(name, input, listener)),
    [key],
  )
  const snapshot = useSyncExternalStore<Asked<CallOutput<Name>>>(watch, () =>
    input === null ? NOTHING : queries.peek(name, input),
  )
  const scope = `${name} ${JSON.stringify(brandsNamedIn(input))}`
  const held = useRef<{ scope: string; value: CallOutput<Name> } | null>(null)
  useEffect(() => {
    if (snapshot.value !== undefined) held.current = { scope, value: snapshot.value }
  }, [snapshot, scope])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the input written out
  const reload = useCallback(() => {
    if (input !== null) void queries.reload(name, input)
  }, [key])
  const isPrevious = snapshot.value === undefined && input !== null && held.current?.scope === scope
  return { ...snapshot, value: isPrevious ? held.current?.value : snapshot.value, isPrevious, reload }
}
