import type { CallInput, CallName, CallOutput } from '../../src-shared/desk/contract.ts'
import type { Reply } from '../../src-shared/desk/errors.ts'
import { brandsNamedIn } from '../../src-shared/desk/values/changes.ts'
import type { BlockAsk } from './block-query.ts'
import { ask } from './desk.ts'
import { onInvalidate } from './invalidate.ts'

const KEPT_MS = 60_000
const MOST = 40

type Kept = { readonly name: CallName; readonly input: unknown; readonly reply: Reply<unknown>; readonly atMs: number }

/** Replies about the first rows of lists, of the last minute, until a change makes them stale. */
export const createKeptReplies = () => {
  const kept = new Map<string, Kept>()
  let changes = 0

  onInvalidate(({ isStale }) => {
    changes += 1
    for (const [key, { name, input }] of kept) if (isStale(name, brandsNamedIn(input) ?? 'all')) kept.delete(key)
  })

  return {
    /** The kept reply to a first page, or a new one; rows on show that are asked for again are new in any case. Never rejects. */
    ask: async <Name extends CallName>(
      name: Name,
      input: CallInput<Name>,
      { offset, cursor, isAgain = false }: BlockAsk,
    ): Promise<Reply<CallOutput<Name>>> => {
      if (offset > 0 || cursor !== null) return ask(name, input)
      const key = JSON.stringify([name, input])
      const known = kept.get(key)
      if (!isAgain && known !== undefined && performance.now() - known.atMs < KEPT_MS)
        return known.reply as Reply<CallOutput<Name>> // of the same call
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
