// Which deliveries share a transaction, and what their senders get.
import { expect, onTestFinished, test } from 'vitest'
import { insertBrand } from '../../../src-main/brands/queries/brands.ts'
import type { Arrival } from '../../../src-main/store/arrival.ts'
import { closeFiles, openForWriting } from '../../../src-main/store/files.ts'
import { tables } from '../../../src-main/tables.ts'
import { createInboxWriter } from '../../../src-main/webhooks/inbox-writer.ts'
import { tempHome } from '../../support/temp-home.ts'
import { newBrand } from '../../support/temp-store.ts'

const MB = 1024 * 1024

const openWriter = () => {
  const { db } = openForWriting(tempHome(), tables)
  onTestFinished(() => closeFiles(db, 'writer'))
  insertBrand(db, newBrand('Acme', { id: 'acme' }))
  const stored: number[] = []
  const writer = createInboxWriter({ isKnown: (id) => id === 'acme', onStored: (bytes) => stored.push(bytes) })
  const store = (bytes: number, brandId = 'acme') =>
    writer.store({
      ...{ brandId, receivedAtMs: 1, status: 'accepted', event: null, slug: null, title: null, reason: null },
      ...{ secretUsed: 'current', bytes, path: '/hooks/acme', headers: '[]', body: Buffer.alloc(bytes, 'x') },
    } satisfies Arrival)
  return { db, writer, stored, store }
}

test('deliveries of one turn share a transaction up to 8 MB; a larger one is stored alone', async () => {
  const { db, writer, stored, store } = openWriter()
  writer.use(db.inbox)
  const numbers = await Promise.all([9 * MB, 5 * MB, 3 * MB, 8 * MB, 2, 3].map((bytes) => store(bytes)))
  expect(numbers).toEqual(numbers.map((_, at) => Number(numbers[0]) + at))
  expect(stored).toEqual([9 * MB, 8 * MB, 8 * MB, 5])
})

test('a delivery of a removed brand gets no number, and without a file all are refused', async () => {
  const { db, writer, stored, store } = openWriter()
  await expect(store(1)).rejects.toThrow('The file of deliveries is closed for a repair.')
  expect(stored).toEqual([])
  writer.use(db.inbox)
  expect(await Promise.all([store(1, 'removed'), store(2)])).toEqual([null, expect.any(Number)])
})
