// A desk sends what was queued. What was changed since in its file, by hand or by a restored copy, is not sent.
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { bodiesOf, openJournal, queued } from '../../support/open-journal.ts'
import { testAlone } from '../../support/team-engine.ts'

const EDITS = [
  "UPDATE intent_call SET payloads = replace(payloads, 'contact_0', 'contact_9')",
  "UPDATE intent_call SET payloads = replace(payloads, 'xxx', 'buy') WHERE call_no = 1",
  'UPDATE intent_call SET first_item = 1 WHERE call_no = 1',
  'UPDATE intent_call SET payloads = (SELECT payloads FROM intent_call WHERE call_no = 1) WHERE call_no = 0',
  'DELETE FROM intent_call WHERE call_no = 1',
  "INSERT INTO intent_call (intent_no, call_no, first_item, payloads) SELECT no, 2, 5, '[]' FROM intent",
  "UPDATE intent_item SET subject = 'other' WHERE item = 4",
  "UPDATE intent_item SET contact_id = 'other' WHERE item = 0",
  'UPDATE intent_item SET call_no = 1 WHERE item = 2',
  'DELETE FROM intent_item WHERE item = 4',
  'UPDATE intent SET details = \'{"sendNow":true}\'',
  "UPDATE intent SET kind = 'unpublish'",
  'UPDATE intent SET accepted = \'{"warnings":["second-pitch"]}\'',
  "UPDATE intent SET hash = 'f'",
  'UPDATE intent SET hash = NULL',
]

for (const edit of EDITS)
  testAlone(`an intent is not sent after its rows were changed by hand: ${edit}`, async () => {
    const { journal, submit, ended, server, noticed, store, coreFile } = await openJournal([queued(3), queued(2)])
    await journal.start()
    const id = await submit(5, 600)
    const file = new Database(coreFile)
    file.exec(edit)
    file.close()
    await journal.handlers['intents.releaseNow']({ id })
    const intent = await ended(id)
    expect(server.seen.map(({ body }) => body.slice(0, 80))).toEqual([])
    expect(intent.state).toBe('failed')
    expect(intent.reason).toBe(
      'Not sent: what this would send is not what was queued. It was changed in the database or in the files of the desk. Check it and queue it again.',
    )
    expect((await noticed()).message).toContain('is not what was queued')
    // Sent again as it is, it would be what somebody else wrote.
    const again = journal.handlers['intents.resolve']({ id, as: 'retry' })
    await expect(again).rejects.toMatchObject({ kind: 'conflict', message: intent.reason })
    expect(await store.read('intents.open', {})).toEqual([])
  })

testAlone('an intent without its items ends, and nothing is sent', async () => {
  const { journal, submit, ended, server, coreFile } = await openJournal([queued(3)])
  await journal.start()
  const id = await submit(3, 600)
  const file = new Database(coreFile)
  file.exec('DELETE FROM intent_item')
  file.close()
  await journal.handlers['intents.releaseNow']({ id })
  expect(await ended(id)).toMatchObject({
    state: 'cancelled',
    reason: expect.stringContaining('is not what was queued'),
  })
  expect(server.seen).toEqual([])
})

testAlone('a later call is not sent after its rows were changed while an earlier one was sent', async () => {
  const edit: { now: () => void } = { now: () => undefined }
  const { journal, submit, ended, server, coreFile } = await openJournal([
    (...asked) => {
      edit.now()
      queued(3)(...asked)
    },
    queued(3),
    queued(1),
  ])
  edit.now = () => {
    const file = new Database(coreFile)
    file.exec("UPDATE intent_call SET payloads = replace(payloads, 'xxx', 'buy') WHERE call_no = 2")
    file.close()
  }
  await journal.start()
  const { state, items } = await ended(await submit(7))
  expect(server.seen.map(({ body }) => body.includes('buy'))).toEqual([false, false])
  expect(state).toBe('partly_done')
  expect(items.map((item) => item.state)).toEqual([...Array(6).fill('confirmed'), 'failed'])
})

test('an intent with texts of any kind is what was queued', async () => {
  const { journal, ended, server, brand } = await openJournal([queued(3), queued(3)])
  await journal.start()
  const texts = ['', 'a:b', 'Größe 漢字 👍🏽', 'half \ud83d', 'nul \0', '12:34']
  const items = texts.map((label, index) => ({
    ...{ label, payload: { to: `c${index}`, body: label } },
    ...(index % 2 === 0 ? {} : { refId: `${label} ${index}` }),
  }))
  const accepted = { previewId: 'p', warnings: ['second-pitch'] }
  const [id = ''] = await journal.submit([
    { kind: 'publish', brandId: brand.id, details: { note: 'ä\0\ud83d' }, accepted, holdSeconds: 0, items },
  ])
  expect((await ended(id)).state).toBe('confirmed')
  expect(server.seen).toHaveLength(2)
})

testAlone('each contact gets its own text where others of its call were cancelled', async () => {
  const { journal, brand, ended, server } = await openJournal([queued(2), queued(1)])
  await journal.start()
  const items = Array.from({ length: 5 }, (_, place) => ({
    label: `contact ${place}`,
    payload: { to: `contact_${place}`, body: 'x' },
  }))
  const [id = ''] = await journal.submit([{ kind: 'queue', brandId: brand.id, details: {}, holdSeconds: 600, items }])
  await journal.handlers['intents.cancel']({ id, items: [0, 3] })
  await journal.handlers['intents.releaseNow']({ id })
  await ended(id)
  expect(bodiesOf(server.seen)).toEqual([['contact_1', 'contact_2'], ['contact_4']])
  await journal.close()
})
