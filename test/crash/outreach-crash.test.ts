// The short version; test/faults/outreach-cuts.test.ts holds a batch of several calls at every point.
import { expect, test } from 'vitest'
import { LATER_MS, openOutreachCrash, QUEUE_PATH, sendRestAgain, tally, whenRead } from '../support/outreach-crash.ts'

test('SIGKILL after the service queued it, before the answer: found in the outbox, sent once', async () => {
  const { proxy, first, queue, kill, restart, sends } = await openOutreachCrash(3)
  const trapped = proxy.trap(QUEUE_PATH, 'committed')
  const intentId = await queue()
  await trapped
  await kill(first)

  const second = await restart()
  const seen = await whenRead(second, intentId)
  expect([seen.state, tally(seen)]).toEqual(['confirmed', { confirmed: 3 }])
  for (const { result } of seen.items)
    expect(result).toMatchObject({ as: 'queued', conversationId: expect.any(String) })
  expect(await sends()).toEqual([1, 1, 1])
  await kill(second)
})

test('SIGKILL in mid-body: unknown, then certainly absent, and sent once by a person', async () => {
  const { proxy, first, queue, kill, restart, queued, sends } = await openOutreachCrash(3)
  const trapped = proxy.trap(QUEUE_PATH, 'mid-body')
  const intentId = await queue()
  await trapped
  await kill(first)

  const second = await restart()
  expect((await whenRead(second, intentId)).state).toBe('unknown')
  await kill(second)
  const third = await restart(LATER_MS)
  expect(tally(await whenRead(third, intentId))).toEqual({ failed: 3 })
  expect(await queued()).toEqual([0, 0, 0])
  expect(tally(await sendRestAgain(third, intentId))).toEqual({ confirmed: 3 })
  expect(await sends()).toEqual([1, 1, 1])
  await kill(third)
})
