// A hold is a matter of the intent alone: what a person does to it costs the same for one item as for 10,000.
import { expect, onTestFinished, test } from 'vitest'
import { insertBrand } from '../../../src-main/brands/queries/brands.ts'
import { openForWriting } from '../../../src-main/store/files.ts'
import { tables } from '../../../src-main/tables.ts'
import { countReads } from '../../support/count-reads.ts'
import { openJournal, pitches } from '../../support/open-journal.ts'
import { tempHome } from '../../support/temp-home.ts'
import { newBrand } from '../../support/temp-store.ts'

test.each(['queue', 'publish'] as const)('hold of a %s intent reads as many rows for 500 items as for one', (kind) => {
  const { db } = openForWriting(tempHome(), tables)
  onTestFinished(() => {
    db.cache.close()
    db.core.close()
  })
  const { id: brandId } = insertBrand(db, newBrand('Acme'))
  // What each write takes is its own.
  const write = (name: string, args: unknown) => tables.writes.core[name]?.(db, args as never)
  const rowsOf = (count: number) => {
    const id = `intent of ${count}`
    const items = Array.from({ length: count }, (_, item) => ({ label: `item ${item}`, payload: {}, batch: 0 }))
    const intent = { id, brandId, kind, details: { provider: 'ghost' }, holdMs: 9_000, items } as const
    write('intents.insert', { intents: [intent], atMs: 1_000 })
    const articles = db.core.prepare('SELECT DISTINCT state, at_ms FROM article WHERE slug = ?').raw()
    return (['pause', 'resume', 'release'] as const).map((type, index) => {
      const { rows } = countReads(db.core, () => {
        expect(write('intents.apply', { id, event: { type }, atMs: 2_000 + index })).toMatchObject({ id })
      })
      return { type, rows, article: articles.all('item 0').at(-1) }
    })
  }
  expect(rowsOf(500)).toEqual(rowsOf(1))
})

test('an intent stores once why it waits, however many are queued behind it', async () => {
  const { journal, submit, until, store, faults, holdSends } = await openJournal([], { ...pitches, isSend: true })
  await journal.start()
  holdSends(true)
  const waits: string[] = []
  faults.are = (name, args) => {
    const { id, event } = args as { id: string; event?: { type: string } } // of intents.apply
    if (name === 'intents.apply' && event?.type === 'wait') waits.push(id)
    return false
  }
  const ids: string[] = []
  for (let count = 0; count < 12; count += 1) ids.push(await submit(1))
  for (const id of ids)
    await until(
      async () => (await store.read('intents.get', { id })).reason?.startsWith('All sending is paused') || null,
    )
  expect(waits).toEqual(ids)
})

test('pause, release and cancel answer without reading the items', async () => {
  const { journal, submit, faults } = await openJournal([])
  const reads = new Set<string>()
  faults.are = (name) => {
    reads.add(name)
    return false
  }
  const id = await submit(3, 60)
  expect(await journal.handlers['intents.pause']({ id, paused: true })).toMatchObject({
    isPaused: true,
    counts: { total: 3 },
  })
  await journal.handlers['intents.pause']({ id, paused: false })
  expect(await journal.handlers['intents.releaseNow']({ id })).toMatchObject({ state: 'ready' })
  expect(await journal.handlers['intents.cancel']({ id })).toMatchObject({ state: 'cancelled' })
  expect([...reads].filter((name) => name === 'intents.get' || name === 'intents.items')).toEqual([])
  await journal.close()
})
