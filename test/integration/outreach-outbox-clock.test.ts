import { expect, test } from 'vitest'
import { openTestDesk } from '../support/composed-desk.ts'
import { createManualClock } from '../support/manual-clock.ts'
import { openOutreachDesk, pitchTo } from '../support/outreach-desk.ts'
import { whenIntent } from '../support/publishing-desk.ts'
import { testClock } from '../support/test-clock.ts'

const DAYS_MS = 86_400_000
const goOn = { method: 'POST', body: JSON.stringify({ advanceMs: 60 * DAYS_MS }) }

test('a clock that is set back does not freeze the cached outbox', async () => {
  const clock = createManualClock(testClock.now())
  const { free, brand, call, control, linked, queue, report } = await openOutreachDesk({ desk: { clock } })
  const [contact = ''] = await free(1)
  clock.jump(-3_600_000)
  await control('clock', goOn)
  await linked(await queue([pitchTo(contact)])) // reads the outbox
  const { waiting } = await call('outreach.outbox', { brandIds: [brand.id], limit: 500 })
  expect(waiting).toBe((await report()).outbox.waiting)
})

test('nor does one that is set back before the desk starts again', async () => {
  const first = await openOutreachDesk()
  const [contact = ''] = await first.free(1)
  await first.close()
  await first.control('clock', goOn)
  const clock = createManualClock(testClock.now() - 3_600_000)
  const { call, next } = await openTestDesk({ home: first.home, clock })
  await call('brands.replaceKey', { brandId: first.brand.id, key: first.sandbox.keyOf(0), sessionOnly: true })
  const read = next('changed', ({ datasets }) => datasets.includes('outbox'))
  const input = { brandId: first.brand.id, items: [pitchTo(contact)], holdSeconds: 0 }
  const { intentId } = await call('outreach.queue', input)
  await whenIntent({ call, next }, intentId)
  await read
  const { waiting } = await call('outreach.outbox', { brandIds: [first.brand.id], limit: 500 })
  expect(waiting).toBe((await first.report()).outbox.waiting)
})
