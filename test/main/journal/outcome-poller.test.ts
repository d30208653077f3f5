import { expect, test } from 'vitest'
import { silentLog } from '../../../src-main/base/log.ts'
import { createOutcomePoller } from '../../../src-main/journal/outcome-poller.ts'
import { createPitchKinds } from '../../../src-main/pitches/kinds.ts'
import { DeskError } from '../../../src-shared/desk/errors.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import { newBrand, tempStore } from '../../support/temp-store.ts'

const openLooks = async () => {
  const { store } = await tempStore()
  const clock = createManualClock()
  const { signal } = new AbortController()
  const noAnswer = new DeskError('not-found', 'The service does not know it.', { operation: 'outreach.outbox' })
  const outbox = { read: () => Promise.reject(noAnswer) }
  const client = { request: () => Promise.reject(noAnswer) }
  const { queue } = createPitchKinds({
    ...{ store, client, outbox, clock, log: silentLog, closing: signal },
    book: { find: () => null },
  })
  const looks = createOutcomePoller({
    store,
    clock,
    log: silentLog,
    kindOf: () => queue,
    apply: async () => null,
    signal,
  })
  return { store, clock, looks }
}

test('an intent removed with its brand is not checked again', async () => {
  const { clock, looks } = await openLooks()
  await looks.begin('intent_gone')
  expect(clock.sleeping()).toEqual([])
})

test('an intent whose check failed is checked again, after twice the time, up to a quarter of an hour', async () => {
  const { store, clock, looks } = await openLooks()
  const { id: brandId } = await store.write('brands.insert', newBrand('Acme'))
  const pitch = { prospectEmailId: 'c', subject: 'S', body: 'B', knownBefore: [] }
  const payloads = [new TextEncoder().encode(JSON.stringify([pitch]))]
  const items = [{ label: 'c', refId: 'c', batch: 0 }]
  const intent = { id: 'intent_1', kind: 'queue', brandId, details: {}, holdMs: 0, items, payloads } as const
  await store.write('intents.insert', { intents: [intent], atMs: clock.now() })
  const apply = (event: Parameters<typeof store.write<'intents.apply'>>[1]['event']) =>
    store.write('intents.apply', { id: intent.id, event, atMs: clock.now() })
  await apply({ type: 'begin', batch: 0 })
  await apply({ type: 'settle', batch: 0, outcomes: [] })
  await looks.begin(intent.id)
  for (const minutes of [1, 2, 4, 8, 15, 15]) {
    expect(await clock.whenSleeping(() => true)).toBe(minutes * 60_000)
    await clock.advance(minutes * 60_000)
  }
  looks.close()
})
