import { useQuery } from '@tanstack/react-query'
import type { CallInput, CallName, CallOutput } from '../../src-shared/desk/contract.ts'
import type { DeskErrorValue } from '../../src-shared/desk/errors.ts'
import { brandsNamedIn } from '../../src-shared/desk/values/changes.ts'
import { queries } from './desk.ts'
import { deskQuery } from './queries.ts'

export type DeskAnswer<Value> = {
  readonly value: Value | undefined
  /** Of the last try; `value` may still hold what came before it. */
  readonly error: DeskErrorValue | undefined
  readonly reload: () => void
}

const hasSameBrands = (one: unknown, other: unknown): boolean =>
  JSON.stringify(brandsNamedIn(one)) === JSON.stringify(brandsNamedIn(other))

/**
 * The desk's reply to this call, asked again when something that it reads changes. While another question about the same
 * brands is under way, the last reply stays; another brand's reply is never shown. `null` asks nothing.
 */
export const useDesk = <Name extends CallName>(
  name: Name,
  input: CallInput<Name> | null,
): DeskAnswer<CallOutput<Name>> => {
  const { data, error, refetch } = useQuery(
    {
      ...deskQuery(name, input as CallInput<Name>), // without an input it is not enabled
      enabled: input !== null,
      placeholderData: (last, query) => (input !== null && hasSameBrands(query?.queryKey[1], input) ? last : undefined),
    },
    queries.client,
  )
  return { value: data, error: error ?? undefined, reload: () => void refetch() }
}
