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

/** Fields that name the one thing a call is about: `id`, `prospectId`, `keyword`. */
const NAMING = /^(?:id|.+Id|keyword|page|item|articleSlug)$/

/** What an input asks about, whatever days, filters or order it asks for. */
const subjectOf = (input: unknown): string => {
  const named: unknown[] = [brandsNamedIn(input)]
  JSON.stringify(input, (field, value: unknown) => {
    if (NAMING.test(field)) named.push([field, value])
    return value
  })
  return JSON.stringify(named)
}

/**
 * The desk's reply to this call, asked again when something that it reads changes. While other days, filters or another order
 * of the same thing are asked for, the last reply stays; what was said of another brand, keyword or action is never shown,
 * because its figures and buttons would stand under the wrong name. `null` asks nothing.
 */
export const useDesk = <Name extends CallName>(
  name: Name,
  input: CallInput<Name> | null,
): DeskAnswer<CallOutput<Name>> => {
  const { data, error, refetch } = useQuery(
    {
      ...deskQuery(name, input as CallInput<Name>), // without an input it is not enabled
      enabled: input !== null,
      placeholderData: (last, query) =>
        input !== null && subjectOf(query?.queryKey[1]) === subjectOf(input) ? last : undefined,
    },
    queries.client,
  )
  return { value: data, error: error ?? undefined, reload: () => void refetch() }
}
