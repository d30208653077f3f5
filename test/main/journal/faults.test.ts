// Faults around a send: a disk that fails once, a cancel or a pause at the same moment.
import { expect, test } from 'vitest'
import { createManualClock } from '../../support/manual-clock.ts'
import { bodiesOf, openJournal, pitches, queued } from '../../support/open-journal.ts'
import { type Answer, json } from '../../support/scripted-server.ts'
import { testAlone } from '../../support/team-engine.ts'

/** Fails the first that is meant. */
const once = (isMeant: (name: string, args: never) => boolean) => {
  let left = 1
  return (name: string, args: unknown) => isMeant(name, args as never) && left-- > 0
}
const isEvent = (type: string) => (name: string, args: { event: { type: string } }) =>
  name === 'intents.apply' && args.event.type === type

testAlone('a hold whose end could not be stored ends a moment later', async () => {
  const clock = createManualClock(Date.now())
  const { journal, submit, faults, statesOf, server } = await openJournal([queued(1)], pitches, { clock })
  await journal.start()
  const id = await submit(1, 30)
  faults.are = once(isEvent('elapse'))
  const again = clock.whenSleeping((ms) => ms === 2_000)
  await clock.advance(30_000)
  await again
  await clock.advance(2_000)
  expect(await statesOf(id)).toEqual(['confirmed'])
  expect(server.seen).toHaveLength(1)
  await journal.close()
})

test('an intent whose items could not be read is tried again', async () => {
  const clock = createManualClock(Date.now())
  const { journal, submit, faults, statesOf, server } = await openJournal([queued(1)], pitches, { clock })
  await journal.start()
  faults.are = once((name) => name === 'intents.toSend')
  const again = clock.whenSleeping((ms) => ms === 2_000)
  const id = await submit(1)
  await again
  await clock.advance(2_000)
  expect(await statesOf(id)).toEqual(['confirmed'])
  expect(server.seen).toHaveLength(1)
  await journal.close()
})

test('items of a batch whose start could not be stored wait, and are sent once', async () => {
  const clock = createManualClock(Date.now())
  const { journal, submit, faults, statesOf, server } = await openJournal([queued(3)], pitches, { clock })
  await journal.start()
  faults.are = once((name, { events }: { events?: unknown[] }) => name === 'intents.applyAll' && events?.length === 2)
  const again = clock.whenSleeping((ms) => ms === 2_000)
  const id = await submit(4)
  await again
  await clock.advance(2_000)
  expect(new Set(await statesOf(id))).toEqual(new Set(['confirmed']))
  expect(bodiesOf(server.seen)).toEqual([['contact_0', 'contact_1', 'contact_2'], ['contact_3']])
  await journal.close()
})

test('a batch whose start was stored without an answer of the store is sent once', async () => {
  const clock = createManualClock(Date.now())
  const { journal, submit, faults, statesOf, server } = await openJournal([queued(3)], pitches, { clock })
  await journal.start()
  faults.areLost = once((name) => name === 'intents.applyAll')
  const again = clock.whenSleeping((ms) => ms === 2_000)
  const id = await submit(4)
  await again
  await clock.advance(2_000)
  expect(await statesOf(id)).toEqual(['confirmed', 'confirmed', 'confirmed', 'confirmed'])
  expect(bodiesOf(server.seen)).toEqual([['contact_0', 'contact_1', 'contact_2'], ['contact_3']])
  await journal.close()
})

test('an intent whose cancellation was refused goes on, also after a 429', async () => {
  const asked = Promise.withResolvers<() => void>()
  const slow: Answer = (response, seen) =>
    asked.resolve(() => json(429, { success: false, error: 'slow', retryAfterSeconds: 1 })(response, seen))
  const { journal, submit, ended } = await openJournal([slow, queued(1)])
  await journal.start()
  const id = await submit(1)
  const answer = await asked.promise
  await expect(journal.handlers['intents.cancel']({ id })).rejects.toMatchObject({ kind: 'conflict' })
  answer()
  expect((await ended(id)).state).toBe('confirmed')
  await journal.close()
})

test('pausing all sending while the start of a batch is stored keeps it on the desk', async () => {
  const { journal, submit, server, store, until, holdSends, onEvent } = await openJournal([queued(1)], {
    ...pitches,
    isSend: true,
  })
  await journal.start()
  onEvent((_name, payload) => {
    if (payload !== undefined && 'state' in payload && payload.state === 'in_flight') holdSends(true)
  })
  const id = await submit(1)
  const waiting = await until(async () => {
    const intent = await store.read('intents.get', { id })
    return intent.state === 'ready' && intent.reason !== null ? intent : null
  })
  expect(waiting).toMatchObject({ items: [{ state: 'waiting' }], reason: expect.stringContaining('paused') })
  expect(server.seen).toEqual([])
  await journal.close()
})

test('a 429 longer than a request may wait delays the batch, which is then sent once', async () => {
  const clock = createManualClock(Date.now())
  const hour: Answer = json(429, { success: false, error: 'slow down', retryAfterSeconds: 3600 })
  const { journal, submit, until, store, statesOf, server } = await openJournal([queued(3), hour, queued(1)], pitches, {
    clock,
  })
  await journal.start()
  const id = await submit(4)
  const paused = clock.whenSleeping((ms) => ms === 3_600_000)
  await until(async () =>
    (await store.read('intents.get', { id })).reason?.includes('sending continues at') ? true : null,
  )
  await paused
  expect(server.seen).toHaveLength(2)
  await clock.advance(3_600_000)
  expect(new Set(await statesOf(id))).toEqual(new Set(['confirmed']))
  expect(bodiesOf(server.seen).slice(1)).toEqual([['contact_3'], ['contact_3']])
  await journal.close()
})

test('a batch is sent only after its suppressions could be read', async () => {
  const clock = createManualClock(Date.now())
  let faultsLeft = 2
  const { journal, submit, statesOf, server } = await openJournal(
    [queued(1)],
    {
      ...pitches,
      // The look right before the call's turn succeeds; the one in the last moment, and the one after it, do not.
      itemsToSkip: async () => {
        looks += 1
        if (looks > 1 && faultsLeft-- > 0) throw new Error('disk full')
        return []
      },
    },
    { clock },
  )
  let looks = 0
  await journal.start()
  const again = clock.whenSleeping((ms) => ms === 2_000)
  const id = await submit(1)
  await again
  expect(server.seen).toEqual([])
  await clock.advance(2_000)
  expect(await statesOf(id)).toEqual(['confirmed'])
  expect(server.seen).toHaveLength(1)
  await journal.close()
})
