import type { CallInput, CallName, CallOutput } from '../../src-shared/desk/contract.ts'
import type { Reply } from '../../src-shared/desk/errors.ts'
import { brandsNamedIn } from '../../src-shared/desk/values/changes.ts'
import type { BlockAsk } from './block-query.ts'
import { ask } from './desk.ts'
import { onInvalidate } from './invalidate.ts'

const KEPT_MS = 60_000
const MOST = 40

type Kept = { readonly name: CallName; readonly input: unknown; readonly reply: Reply<unknown>; readonly atMs: number }

const keyOf = (name: CallName, input: unknown): string => JSON.stringify([name, input])

/** See `keptReplies`. */
export const createKeptReplies = () => {
  const kept = new Map<string, Kept>()
  let changes = 0

  onInvalidate(({ isStale }) => {
    changes += 1
    for (const [key, { name, input }] of kept) if (isStale(name, brandsNamedIn(input) ?? 'all')) kept.delete(key)
  })

  /** What is kept for a first page; rows on show that are asked for again are new in any case. */
  const find = <Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
    { offset, cursor, isAgain = false }: BlockAsk,
  ): Reply<CallOutput<Name>> | undefined => {
    if (offset > 0 || cursor !== null || isAgain) return undefined
    const known = kept.get(keyOf(name, input))
    if (known === undefined || performance.now() - known.atMs >= KEPT_MS) return undefined
    return known.reply as Reply<CallOutput<Name>> // of the same call
  }

  return {
    find,
    /** The kept reply, or a new one. Never rejects. */
    ask: async <Name extends CallName>(
      name: Name,
      input: CallInput<Name>,
      wanted: BlockAsk,
    ): Promise<Reply<CallOutput<Name>>> => {
      const known = find(name, input, wanted)
      if (known !== undefined) return known
      if (wanted.offset > 0 || wanted.cursor !== null) return ask(name, input)
      const key = keyOf(name, input)
      const before = changes
      const reply = await ask(name, input)
      kept.delete(key)
      // It may be older than a change that came meanwhile.
      if (reply.ok && changes === before) kept.set(key, { name, input, reply, atMs: performance.now() })
      for (const oldest of kept.keys()) if (kept.size > MOST) kept.delete(oldest)
      return reply
    },
  }
}

/** Replies about the first rows of lists, of the last minute, until a change makes them stale. */
export const keptReplies = createKeptReplies()
