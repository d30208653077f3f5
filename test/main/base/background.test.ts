import { expect, test, vi } from 'vitest'
import { createLoop } from '../../../src-main/base/background.ts'
import { createManualClock, settle } from '../../support/manual-clock.ts'

const openLoop = (startAfterMs?: number) => {
  const clock = createManualClock()
  const run = vi.fn(async () => undefined)
  const loop = createLoop({
    clock,
    everyMs: 1000,
    ...(startAfterMs !== undefined && { startAfterMs }),
    run,
    onFault: () => undefined,
  })
  loop.start()
  return { ...loop, clock, times: () => run.mock.calls.length }
}

test('a loop runs at its start, or after the time that it leaves to others', async () => {
  const [atOnce, later] = [openLoop(), openLoop(3000)]
  await settle()
  for (const { clock } of [atOnce, later]) await clock.advance(2999)
  expect([atOnce.times(), later.times()]).toEqual([3, 0])
  await later.clock.advance(1001)
  expect(later.times()).toBe(2)
  await Promise.all([atOnce.close(), later.close()])
})

test('a loop that is woken before its first run runs at once, and one that is closed never runs', async () => {
  const [woken, closed] = [openLoop(3000), openLoop(3000)]
  woken.wake()
  await closed.close()
  await settle()
  expect([woken.times(), closed.times()]).toEqual([1, 0])
  await woken.close()
  await woken.clock.advance(9000)
  expect(woken.times()).toBe(1)
})
