import { expect, test } from 'vitest'
import { CUT_POINTS, type CutPoint } from '../support/cutting-proxy.ts'
import {
  LATER_MS,
  openOutreachCrash,
  PER_CALL,
  QUEUE_PATH,
  SAME_ADDRESSES,
  sendRestAgain,
  tally,
  whenRead,
  whenSo,
} from '../support/outreach-crash.ts'

/** Three calls; the second is the one that is stopped. */
const COUNT = 2 * PER_CALL + 50
const once = Array.from({ length: COUNT }, () => 1)

/** Whether the service has done it by the time it was stopped at a point. */
const isDoneAt = (point: CutPoint): boolean => point === 'committed' || point === 'mid-reply'

test.each(CUT_POINTS)(
  'desk killed at "%s" of the second request contacts nobody twice and loses nobody',
  async (point) => {
    const { proxy, first, queue, kill, restart, queued, sends } = await openOutreachCrash(COUNT)
    const firstCall = proxy.trap(QUEUE_PATH, 'mid-reply', 'pass')
    const secondCall = proxy.trap(QUEUE_PATH, point)
    const intentId = await queue()
    await firstCall
    await secondCall
    await kill(first)
    await sends() // from here on, a pitch that is repeated is a second message and no new copy of the first

    const second = await restart()
    const seen = await whenRead(second, intentId)
    const sent = isDoneAt(point) ? 2 * PER_CALL : PER_CALL
    // The third call does not follow one with an unknown outcome.
    const behind = COUNT - 2 * PER_CALL
    expect(tally(seen)).toEqual(
      isDoneAt(point) ? { confirmed: sent, failed: behind } : { confirmed: sent, unknown: PER_CALL, failed: behind },
    )
    expect(seen.state).toBe(isDoneAt(point) ? 'partly_done' : 'unknown')
    expect(await queued()).toEqual(once.map((_, item) => (item < sent ? 1 : 0)))
    if (!isDoneAt(point)) {
      // One look so soon after may be too early to say.
      const early = await second.call('intents.resolve', { id: intentId, as: 'retry', items: [PER_CALL] })
      expect(early).toMatchObject({ ok: false, error: { kind: 'conflict' } })
    }
    await kill(second)

    const third = await restart(LATER_MS)
    const read = await whenRead(third, intentId)
    expect(tally(read)).toEqual({ confirmed: sent, failed: COUNT - sent })
    if (!isDoneAt(point)) expect(read.items[PER_CALL]?.reason).toContain('not in the outbox')
    expect(read.items.at(-1)?.reason).toContain('Not sent')
    expect(tally(await sendRestAgain(third, intentId))).toEqual({ confirmed: COUNT - sent })
    expect(await sends()).toEqual(once)
    await kill(third)
  },
)

test.each(CUT_POINTS)(
  'connection cut at "%s" of the second request contacts nobody twice and loses nobody',
  async (point) => {
    const { proxy, first, queue, kill, restart, sends } = await openOutreachCrash(COUNT)
    const firstCall = proxy.trap(QUEUE_PATH, 'mid-reply', 'pass')
    const secondCall = proxy.trap(QUEUE_PATH, point, 'cut')
    const intentId = await queue()
    await firstCall
    await secondCall
    const seen = await whenRead(first, intentId)
    const counts = tally(seen)
    expect(counts.confirmed).toBe(isDoneAt(point) ? 2 * PER_CALL : PER_CALL)
    expect((counts.unknown ?? 0) + (counts.failed ?? 0)).toBe(COUNT - (counts.confirmed ?? 0))
    for (const { state, reason } of seen.items) expect(state === 'confirmed' || (reason ?? '') !== '').toBe(true)
    await kill(first)

    const second = await restart(LATER_MS)
    await whenRead(second, intentId)
    expect(tally(await sendRestAgain(second, intentId))).toEqual({ confirmed: COUNT - (counts.confirmed ?? 0) })
    expect(await sends()).toEqual(once)
    await kill(second)
  },
)

test('an unreadable reply is settled by the outbox, and nothing is sent again', async () => {
  const { sandbox, first, queue, kill, sends, queued } = await openOutreachCrash(COUNT)
  await sandbox.fault({ operation: 'outreach.queue', kind: 'truncated' })
  const intentId = await queue()
  const seen = await whenRead(first, intentId)
  const rest = COUNT - PER_CALL
  expect(tally(seen)).toEqual({ confirmed: PER_CALL, failed: rest })
  await sends()
  expect(tally(await sendRestAgain(first, intentId))).toEqual({ confirmed: rest })
  expect(await sends()).toEqual(once)
  expect(await queued()).toEqual(once)
  await kill(first)
})

test('pitches answered 503 are not in the outbox, and a person’s retry sends them once', async () => {
  const { sandbox, first, queue, kill, sends } = await openOutreachCrash(COUNT)
  await sandbox.fault({ operation: 'outreach.queue', kind: 'status', status: 503, times: 10 })
  const intentId = await queue()
  const seen = await whenRead(first, intentId)
  expect(tally(seen)).toEqual({ failed: COUNT })
  expect(seen.items[0]?.reason).toContain('you can send it again')
  await sandbox.clearFaults()
  expect(tally(await sendRestAgain(first, intentId))).toEqual({ confirmed: COUNT })
  expect(await sends()).toEqual(once)
  await kill(first)
})

test('a key refused in mid-intent keeps the sent part, and the rest waits for a key that works', async () => {
  const { sandbox, brandId, first, queue, kill, sends, queued } = await openOutreachCrash(COUNT)
  await sandbox.fault({ operation: 'outreach.queue', kind: 'delay' }) // the first call goes through
  await sandbox.fault({ operation: 'outreach.queue', kind: 'status', status: 401 })
  const intentId = await queue()
  const waits = await whenSo(first, intentId, ({ state, reason }) => state === 'ready' && reason !== null)
  expect(tally(waits)).toEqual({ confirmed: PER_CALL, waiting: COUNT - PER_CALL })
  await sends()
  await first.value('brands.replaceKey', { brandId, key: sandbox.keyOf(0), sessionOnly: true })
  expect(tally(await whenSo(first, intentId, ({ state }) => state === 'confirmed'))).toEqual({ confirmed: COUNT })
  expect(await sends()).toEqual(once)
  expect(await queued()).toEqual(once)
  await kill(first)
})

test('desk killed at random moments of many batches contacts nobody twice and journals each', async () => {
  const crash = await openOutreachCrash(COUNT)
  const { brandId, items: all, kill, restart, sends } = crash
  let desk = crash.first
  for (let from = 0; from < COUNT; from += 50) {
    const part = all.slice(from, from + 50)
    for (const items of [part.slice(0, 25), part.slice(25)])
      await desk.value('outreach.queue', { brandId, items, holdSeconds: 0, accept: SAME_ADDRESSES })
    await kill(desk)
    await sends()
    desk = await restart()
  }
  const { rows, total } = await desk.value('intents.list', { limit: 500 })
  expect(total).toBe(COUNT / 25)
  const states: Record<string, number> = {}
  for (const { id } of rows) {
    for (const { state } of (await whenRead(desk, id)).items) states[state] = (states[state] ?? 0) + 1
  }
  const { confirmed = 0, unknown = 0, failed = 0 } = states
  expect(confirmed + unknown + failed).toBe(COUNT)
  const sent = await sends()
  expect(Math.max(...sent)).toBe(1)
  expect(sent.filter((count) => count === 1)).toHaveLength(confirmed)
  await kill(desk)
}, 240_000)
