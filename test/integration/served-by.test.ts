import { expect, onTestFinished, test } from 'vitest'
import { getDispatcher } from '../../src-main/base/dispatcher.ts'
import { silentLog } from '../../src-main/base/log.ts'
import { createParts } from '../../src-main/parts.ts'
import { closeRooms, createRooms } from '../../src-main/rooms.ts'
import { CALL_NAMES } from '../../src-shared/desk/contract.ts'
import { roomOf } from '../../src-shared/desk/served-by.ts'
import { storeThreads } from '../support/store-threads.ts'
import { tempHome } from '../support/temp-home.ts'
import { testClock } from '../support/test-clock.ts'

/** The rooms of a desk alone, built and not started. */
const openRooms = async () => {
  const closing = new AbortController()
  const parts = await createParts({
    options: {
      home: tempHome().home,
      shell: 'none',
      keychain: 'session',
      clock: testClock,
      getDispatcher,
      random: Math.random,
      version: '0.0.0-test',
      checkOutput: true,
      log: silentLog,
      isBackgroundSyncWanted: false,
      isReceiverWanted: false,
      webhookPort: 0,
      teamAddress: null,
      start: {},
      reopen: () => Promise.reject(new Error('not in this test')),
      ...storeThreads(),
    },
    ask: () => Promise.reject(new Error('not in this test')),
    closing: closing.signal,
    cutOff: closing.signal,
  })
  const rooms = await createRooms(parts)
  onTestFinished(async () => {
    closing.abort()
    await Promise.all(Object.values(closeRooms(rooms)))
    await parts.limiter.close()
    await parts.store.close()
  })
  return rooms
}

test('each call is served by the room that the table names, and by no other', async () => {
  const rooms = await openRooms()
  const served = Object.entries(rooms).flatMap(([room, { handlers }]) =>
    Object.keys(handlers).map((name) => [name, room]),
  )
  expect(served.toSorted()).toEqual(CALL_NAMES.map((name) => [name, roomOf(name)]).toSorted())
  expect(served.filter(([name = '']) => name.startsWith('outreach.')).length).toBe(31)
})
