// What people did to an intent is kept with its time: one row each, however many items it has.
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { openJournal, queued } from '../../support/open-journal.ts'
import { json } from '../../support/scripted-server.ts'

const actsOf = async ({ store }: Pick<Awaited<ReturnType<typeof openJournal>>, 'store'>, id: string) =>
  (await store.read('intents.get', { id })).acts.map(({ act }) => act)

test('what a person does to a held intent is kept in its order, and what changes nothing is not', async () => {
  const opened = await openJournal([queued(3)])
  const { journal, submit, statesOf } = opened
  const { handlers } = journal
  await journal.start()
  const [sent, cancelled] = [await submit(3, 60), await submit(3, 60)]
  for (const paused of [true, true, false]) await handlers['intents.pause']({ id: sent, paused })
  await handlers['intents.releaseNow']({ id: sent })
  await statesOf(sent)
  expect(await actsOf(opened, sent)).toEqual(['created', 'paused', 'resumed', 'released'])
  await handlers['intents.cancel']({ id: cancelled })
  await expect(handlers['intents.cancel']({ id: cancelled })).rejects.toMatchObject({ kind: 'conflict' })
  expect(await actsOf(opened, cancelled)).toEqual(['created', 'cancelled'])
  await journal.close()
})

test('a decision of a person is kept; what the desk finds out by itself, and the end of a hold, are not', async () => {
  const opened = await openJournal([json(503, { error: 'busy' }), queued(3)])
  const { journal, submit, ended, store } = opened
  await journal.start()
  const { id } = await ended(await submit(3))
  const found = { item: 2, state: 'confirmed' as const, reason: 'The outbox holds it.', result: {} }
  await store.write('intents.apply', { id, event: { type: 'decide', outcomes: [found] }, atMs: 5 })
  await journal.handlers['intents.resolve']({ id, items: [0], as: 'confirmed' })
  const again = await journal.handlers['intents.resolve']({ id, items: [1], as: 'retry' })
  expect(await actsOf(opened, id)).toEqual(['created', 'decided', 'retried'])
  expect(await actsOf(opened, again.newIntentId ?? '')).toEqual(['created'])
  await journal.close()
})

test('an intent of 10,000 items that is cancelled has one row of it, and each act has its time', async () => {
  const { journal, store, submit, coreFile } = await openJournal([])
  const id = await submit(10_000, 60)
  await journal.handlers['intents.cancel']({ id })
  const core = new Database(coreFile, { readonly: true })
  onTestFinished(() => void core.close())
  const rows = core.prepare('SELECT act FROM intent_act').raw().all()
  expect(rows).toEqual([['cancelled']])
  const { acts, createdAt, endedAt } = await store.read('intents.get', { id })
  expect(acts.map(({ at }) => at)).toEqual([createdAt, endedAt])
  await journal.close()
})
