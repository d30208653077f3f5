// What views ask the desk for, kept by TanStack Query. Only a change at the desk makes a reply stale: never its age, the
// window's focus or the network. The desk retries its own requests, so nothing is retried here.
import { notifyManager, type Query, QueryClient, queryOptions } from '@tanstack/react-query'
import type { CallInput, CallName, CallOutput } from '../../src-shared/desk/contract.ts'
import type { DeskErrorValue, Reply } from '../../src-shared/desk/errors.ts'
import { brandsNamedIn } from '../../src-shared/desk/values/changes.ts'
import { createEarliest, type Invalidation, pouringGapMs } from './invalidate.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: DeskErrorValue
    queryKey: readonly [name: CallName, input: unknown]
  }
}

// Stores are up to date when `await` goes on after a refresh; the default would let a timer pass.
notifyManager.setScheduler(queueMicrotask)

type Ask = <Name extends CallName>(name: Name, input: CallInput<Name>) => Promise<Reply<CallOutput<Name>>>

/** For a view that comes back to what it showed a few minutes ago. */
const KEPT_MS = 5 * 60_000
const GAP_MS = 400
/** All brands together, while each of them changes; longer where the reply takes long. */
const POURING_GAP_MS = 1500

/** The query for one call. Its key is the call's name and input. */
export const deskQuery = <Name extends CallName>(name: Name, input: CallInput<Name>) =>
  queryOptions<CallOutput<Name>>({ queryKey: [name, input] })

/** A call that names no brand is about the brand of its reply, else about all. */
const brandIdsOf = ({ queryKey: [, input], state }: Query) => brandsNamedIn(input) ?? brandsNamedIn(state.data) ?? 'all'

export const createQueries = (ask: Ask) => {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: async ({ queryKey: [name, input] }) => {
          const reply = await ask(name, input as CallInput<typeof name>) // `deskQuery` pairs the two
          if (!reply.ok) throw reply.error
          return reply.value
        },
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: KEPT_MS,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: 'always',
      },
    },
  })
  const planned = new Map<Query, ReturnType<typeof createEarliest>>()
  /** How long the last refetch took. */
  const tookMs = new WeakMap<Query, number>()

  const refetch = async (query: Query): Promise<void> => {
    planned.delete(query)
    if (!query.state.isInvalidated) return
    const startedMs = performance.now()
    const what = { queryKey: query.queryKey, exact: true, type: 'active' } as const
    await client.refetchQueries(what, { cancelRefetch: false })
    tookMs.set(query, performance.now() - startedMs)
  }

  /** Refetches what is in view, at most once in `gapMs`; anything else when a view wants it again. */
  const refreshSoon = (query: Query, gapMs: number): void => {
    const { promise } = query
    if (promise !== undefined) {
      // The reply under way may be older than the change. It comes first, and does not count as fresh.
      void promise.catch(() => {}).then(() => refreshSoon(query, gapMs))
      return
    }
    query.invalidate()
    const { dataUpdatedAt, errorUpdatedAt } = query.state
    if (!query.isActive()) return
    const plan = planned.get(query) ?? createEarliest(() => void refetch(query))
    planned.set(query, plan)
    plan.within(Math.max(dataUpdatedAt, errorUpdatedAt) + gapMs - Date.now())
  }

  return {
    client,
    /** Asks at once for what is kept, whether or not it is stale; resolves when the replies are there. */
    refresh: <Name extends CallName>(name: Name, input: CallInput<Name>): Promise<void> =>
      client.refetchQueries({ queryKey: [name, input], exact: true }),
    /** Changes what is shown before the desk is asked. What was stale stays so. */
    patch: <Name extends CallName>(
      name: Name,
      input: CallInput<Name>,
      change: (value: CallOutput<Name>) => CallOutput<Name>,
    ): void => {
      const { queryKey } = deskQuery(name, input)
      const isStale = client.getQueryState(queryKey)?.isInvalidated
      client.setQueryData(queryKey, (value) => value && change(value))
      if (isStale) void client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
    },
    onInvalidate: ({ isStale, isPouring, isOver }: Invalidation): void => {
      if (isOver) for (const query of [...planned.keys()]) refreshSoon(query, GAP_MS)
      for (const query of client.getQueryCache().getAll()) {
        const brandIds = brandIdsOf(query)
        if (!isStale(query.queryKey[0], brandIds)) continue
        const isOfMany = isPouring && brandIds === 'all'
        refreshSoon(query, isOfMany ? pouringGapMs(tookMs.get(query) ?? 0, POURING_GAP_MS) : GAP_MS)
      }
    },
  }
}
