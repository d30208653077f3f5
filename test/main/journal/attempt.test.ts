// A request that waits for its turn ends its wait where it must not be sent any more.
import { expect, test } from 'vitest'
import { silentLog } from '../../../src-main/base/log.ts'
import { type AttemptDeps, type Batch, createAttempt } from '../../../src-main/journal/attempt.ts'

/** Whether the wait was ended, and whether the batch is held back meanwhile and after. */
const waitWith = async ({ isCancelled = false, isOnHold = false, isClosing = false }) => {
  const closing = new AbortController()
  if (isClosing) closing.abort()
  const run = { isCancelled, isHeldBack: false, controller: new AbortController(), lease: { isHeld: () => true } }
  const held: boolean[] = []
  const send = async (_client: unknown, _group: unknown, { onWait }: { onWait: () => () => void }) => {
    const goOn = onWait()
    held.push(run.isHeldBack)
    goOn()
    held.push(run.isHeldBack)
    return async () => ({ outcomes: [], problem: null })
  }
  const attempt = createAttempt({
    ...{ clock: { now: () => 0 }, log: silentLog, client: {}, closing: closing.signal, isOnHold: () => isOnHold },
    ...{ saving: { flush: async () => undefined }, kindOf: () => ({ assertPossible: () => undefined, send }) },
  } as unknown as AttemptDeps) // what a wait asks of them
  await attempt({ intent: { id: 'i', kind: 'queue' }, group: { items: [] }, run } as unknown as Batch)
  expect(held).toEqual([true, false])
  return run.controller.signal.aborted
}

test.each([
  ['goes on', {}, false],
  ['ends for a cancelled batch', { isCancelled: true }, true],
  ['ends while sending is paused', { isOnHold: true }, true],
  ['ends when the desk closes', { isClosing: true }, true],
])('a wait for the limiter %s', async (_, why, isEnded) => {
  expect(await waitWith(why)).toBe(isEnded)
})
