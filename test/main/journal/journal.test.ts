// The journal with an intent that is not publishing: batches as in outreach, over real HTTP and real files.
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import type { JournalKind } from '../../../src-main/journal/kind.ts'
import { bodiesOf, openJournal, pitches, queued } from '../../support/open-journal.ts'
import { type Answer, json } from '../../support/scripted-server.ts'
import { testAlone } from '../../support/team-engine.ts'

test('items are sent in batches of the allowed size, each once, in order', async () => {
  const { journal, submit, statesOf, server } = await openJournal([queued(3)])
  await journal.start()
  expect(new Set(await statesOf(await submit(7)))).toEqual(new Set(['confirmed']))
  expect(bodiesOf(server.seen)).toEqual([
    ['contact_0', 'contact_1', 'contact_2'],
    ['contact_3', 'contact_4', 'contact_5'],
    ['contact_6'],
  ])
  await journal.close()
})

test('nothing is sent before the journal has started', async () => {
  const { journal, submit, statesOf, server } = await openJournal([queued(3)])
  const id = await submit(1)
  expect(server.seen).toEqual([])
  await journal.start()
  expect(await statesOf(id)).toEqual(['confirmed'])
  await journal.close()
})

test('a batch with an unknown outcome stops the batches after it; they can be retried', async () => {
  const { journal, submit, ended, server, noticed, brand } = await openJournal([
    queued(3),
    json(503, { error: 'busy' }),
    queued(3),
  ])
  await journal.start()
  const intent = await ended(await submit(8))
  expect(intent.state).toBe('unknown')
  expect(intent.counts).toEqual({ total: 8, confirmed: 3, failed: 2, skipped: 0, unknown: 3 })
  expect(server.seen).toHaveLength(2)
  expect(await noticed()).toMatchObject({ level: 'warning', brandId: brand.id })
  const again = await journal.handlers['intents.resolve']({ id: intent.id, items: [6, 7], as: 'retry' })
  await journal.handlers['intents.releaseNow']({ id: again.newIntentId ?? '' })
  expect((await ended(again.newIntentId ?? '')).state).toBe('confirmed')
  expect(bodiesOf(server.seen)[2]).toEqual(['contact_6', 'contact_7'])
  await journal.close()
})

test('a read of the service settles an unknown outcome', async () => {
  const kind: JournalKind = {
    ...pitches,
    reconcile: async ({ items }) =>
      items.slice(0, 2).map(({ item }) => ({ item, state: 'confirmed', reason: 'The outbox holds it.', result: {} })),
  }
  const { journal, submit, statesOf, store } = await openJournal([(response) => response.destroy()], kind)
  await journal.start()
  const id = await submit(3)
  await statesOf(id)
  await journal.close()
  const { items, state } = await store.read('intents.get', { id })
  expect([state, ...items.map((item) => item.state)]).toEqual(['unknown', 'confirmed', 'confirmed', 'unknown'])
})

testAlone('an intent found in flight is unknown, unless its operation may be repeated', async () => {
  for (const isRepeatable of [false, true]) {
    const kind = { ...pitches, isRepeatable }
    const { submit, statesOf, store, openOne, server } = await openJournal([queued(3)], kind)
    const id = await submit(4)
    // As the disk is when the desk ends in the middle of the first call.
    await store.write('intents.apply', { id, event: { type: 'begin', batch: 0 }, atMs: 1 })
    const next = openOne()
    await next.start()
    const [first, rest] = isRepeatable ? ['confirmed', 'confirmed'] : ['unknown', 'failed']
    expect(await statesOf(id)).toEqual([first, first, first, rest])
    expect(server.seen).toHaveLength(isRepeatable ? 2 : 0)
    await next.close()
  }
})

testAlone('an intent that another desk is sending is left alone at the start, until that desk lets it go', async () => {
  const { submit, statesOf, store, openOne, server, coreFile } = await openJournal([queued(3)])
  const [going, waiting] = [await submit(4), await submit(1)]
  await store.write('intents.apply', { id: going, event: { type: 'begin', batch: 0 }, atMs: 1 })
  const core = new Database(coreFile)
  onTestFinished(() => void core.close())
  const claim = (untilMs: number) =>
    core.prepare('INSERT OR REPLACE INTO intent_claim SELECT no, 7, ? FROM intent').run(untilMs)
  const stateOf = async (id: string) => (await store.read('intents.get', { id })).state

  claim(Number.MAX_SAFE_INTEGER)
  const early = openOne()
  await early.start()
  expect([await stateOf(going), await stateOf(waiting), server.seen]).toEqual(['in_flight', 'ready', []])
  await early.close()

  claim(1)
  const later = openOne()
  await later.start()
  expect(await statesOf(going)).toEqual(['unknown', 'unknown', 'unknown', 'failed'])
  expect(await statesOf(waiting)).toEqual(['confirmed'])
  await later.close()
})

testAlone('an intent of a brand without a key waits for one, and notifies once', async () => {
  const { journal, submit, statesOf, book, server, noticed, brand } = await openJournal([queued(3)])
  await book.update(brand.id, { keyState: 'missing' })
  const id = await submit(1)
  await journal.start()
  expect(await noticed()).toMatchObject({ brandId: brand.id, message: expect.stringContaining('key') })
  expect(server.seen).toEqual([])
  await book.update(brand.id, { keyState: 'ok' })
  expect(await statesOf(id)).toEqual(['confirmed'])
  await journal.close()
})

const reasonOf = (id: string, { store, until }: Awaited<ReturnType<typeof openJournal>>) =>
  until(async () => {
    const { state, reason, counts } = await store.read('intents.get', { id })
    return state === 'ready' && reason !== null ? { reason, counts } : null
  })

test('a key refused in mid-intent keeps the sent part, and the batch waits for a key that works', async () => {
  const opened = await openJournal([queued(3), json(401, { error: 'no' }), queued(3)], {
    ...pitches,
    waitsForKey: true,
  })
  const { journal, submit, statesOf, server, book, brand, refusing } = opened
  refusing(() => book.update(brand.id, { keyState: 'unauthorized' }))
  await journal.start()
  const id = await submit(5)
  const { reason, counts } = await reasonOf(id, opened)
  expect([reason.includes('key'), counts.confirmed, counts.unknown]).toEqual([true, 3, 0])
  expect(server.seen).toHaveLength(2)
  await book.update(brand.id, { keyState: 'ok' })
  expect(new Set(await statesOf(id))).toEqual(new Set(['confirmed']))
  expect(bodiesOf(server.seen).slice(1)).toEqual([
    ['contact_3', 'contact_4'],
    ['contact_3', 'contact_4'],
  ])
  await journal.close()
})

test('pausing all sending lets the batch in flight end, and holds the next one', async () => {
  let hold = (): void => undefined
  const held: Answer = (response) => {
    hold()
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify({ queued: 3, queuedConversationIds: [], updated: 0, skipped: 0, sendNow: false, spacingMs: 0 }),
    )
  }
  const opened = await openJournal([held, queued(3)], { ...pitches, isSend: true })
  const { journal, submit, statesOf, server, holdSends } = opened
  hold = () => holdSends(true)
  await journal.start()
  const id = await submit(5)
  const { reason, counts } = await reasonOf(id, opened)
  expect([reason, counts.confirmed]).toEqual([expect.stringContaining('paused'), 3])
  expect(server.seen).toHaveLength(1)
  holdSends(false)
  expect(new Set(await statesOf(id))).toEqual(new Set(['confirmed']))
  expect(server.seen).toHaveLength(2)
  await journal.close()
})
