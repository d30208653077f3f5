// What keeps a pitch here until it goes: its countdown, the suppression list, a key, a service that asks for a pause.
import { expect, test } from 'vitest'
import { createManualClock } from '../support/manual-clock.ts'
import { openOutreachDesk, pitchTo } from '../support/outreach-desk.ts'

test('a countdown that was paused in its last moment does not end', async () => {
  const clock = createManualClock(Date.now())
  const desk = await openOutreachDesk({ desk: { clock } })
  const [contact = ''] = await desk.free(1)
  const id = await desk.queue([pitchTo(contact)], { holdSeconds: 30 })
  let isOver: Promise<void> | null = null
  const stop = desk.desk.subscribe((event) => {
    // The pause is stored; its timer still runs.
    if (event.name === 'intents.changed') isOver ??= clock.advance(30_000)
  })
  await desk.call('intents.pause', { id, paused: true })
  stop()
  await isOver
  // Written after whatever the timer may have written.
  await expect(desk.call('intents.pause', { id, paused: true })).resolves.toMatchObject({
    state: 'held',
    isPaused: true,
  })
  await desk.call('intents.pause', { id, paused: false })
  await clock.advance(30_000)
  expect((await desk.ended(id)).state).toBe('confirmed')
})
