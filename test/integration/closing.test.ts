// Closing takes a bounded time whatever the service does, and leaves every send known or unknown.

import { expect, test } from 'vitest'
import { type GetDispatcher, getDispatcher } from '../../src-main/base/dispatcher.ts'
import { openTestDesk } from '../support/composed-desk.ts'
import { openOutreachDesk, pitchTo } from '../support/outreach-desk.ts'
import { whenIntent } from '../support/publishing-desk.ts'

/** Short, so that the tests are quick; only their order matters here. */
const closingLimits = { startMs: 50, requestsMs: 100, roomsMs: 2_000, allMs: 4_000 }

const queueCalls = async ({ sandbox }: Pick<Awaited<ReturnType<typeof openOutreachDesk>>, 'sandbox'>) =>
  (await sandbox.requests()).filter(({ operation }) => operation === 'outreach.queue').length

/** The desk with one pitch on its way, which the service holds. */
const openWithHeldSend = async (desk: Parameters<typeof openOutreachDesk>[0] = {}) => {
  const opened = await openOutreachDesk({ ...desk, desk: { closingLimits, ...desk.desk } })
  const [contact = '', other = ''] = await opened.free(2)
  await opened.sandbox.fault({ operation: 'outreach.queue', kind: 'hold' })
  const id = await opened.queue([pitchTo(contact)])
  const waiting = await opened.queue([pitchTo(other)])
  while ((await queueCalls(opened)) === 0);
  return { ...opened, id, waiting }
}

test('closing cuts off a send that the service holds: it is unknown, sent once, and waiting items stay queued', async () => {
  const { close, home, id, waiting, sandbox, report } = await openWithHeldSend()
  await close()
  const { call } = await openTestDesk({ home })
  expect(await call('intents.get', { id })).toMatchObject({
    state: 'unknown',
    items: [{ state: 'unknown', reason: expect.stringContaining('it is unknown') }],
  })
  expect((await call('intents.get', { id: waiting })).items).toMatchObject([{ state: 'waiting' }])
  expect(await queueCalls({ sandbox })).toBe(1)
  await sandbox.release()
  expect((await report()).contacts.map(({ queued, updated }) => queued + updated).filter((sent) => sent > 1)).toEqual(
    [],
  )
})

test('a send that ends before the closing limit has a known outcome', async () => {
  const patient = { ...closingLimits, requestsMs: 30_000, roomsMs: 30_000, allMs: 30_000 }
  const { close, home, id, sandbox } = await openWithHeldSend({ desk: { closingLimits: patient } })
  const closed = close()
  await sandbox.release()
  await closed
  const { call } = await openTestDesk({ home })
  expect(await call('intents.get', { id })).toMatchObject({ state: 'confirmed' })
})

test('a request that never ends does not block closing, and is unknown at the next start', async () => {
  let [isArmed, isHeld] = [false, false]
  const hanging: GetDispatcher = () => {
    if (!isArmed) return getDispatcher()
    isHeld = true
    return new Promise(() => undefined)
  }
  const opened = await openOutreachDesk({
    desk: { getDispatcher: hanging, closingLimits: { ...closingLimits, roomsMs: 200 } },
  })
  const [contact = ''] = await opened.free(1)
  isArmed = true
  const id = await opened.queue([pitchTo(contact)])
  await expect.poll(() => isHeld).toBe(true)
  await opened.close()
  expect(await whenIntent(await openTestDesk({ home: opened.home }), id, ['unknown'])).toMatchObject({
    items: [{ state: 'unknown', reason: expect.stringContaining('The desk ended while this was being sent') }],
  })
})

test('a read that the service holds does not block closing', async () => {
  const { close, sandbox, call, brand } = await openOutreachDesk({ desk: { closingLimits } })
  await sandbox.fault({ operation: 'keywords.suggest', kind: 'hold' })
  const asked = call('research.suggest', { brandId: brand.id, description: 'tea' }).catch((error: unknown) => error)
  while (!(await sandbox.requests()).some(({ operation }) => operation === 'keywords.suggest'));
  await close()
  expect(await asked).toMatchObject({ kind: 'cancelled' })
})
