import { expect, test } from 'vitest'
import { silentLog } from '../../../src-main/base/log.ts'
import { createPaceNotes } from '../../../src-main/pitches/kinds.ts'
import { testAlone } from '../../support/team-engine.ts'
import { newBrand, tempStore } from '../../support/temp-store.ts'

const openOutbox = async () => {
  const { store } = await tempStore()
  const { id: brandId } = await store.write('brands.insert', newBrand('Acme'))
  const items = ['a', 'b'].map((id) => ({ conversationId: id, prospectEmailId: id, subject: 'S', status: 'queued' }))
  const bytes = new TextEncoder().encode(JSON.stringify({ items }))
  await store.write('outbox.ingest', { brandId, batch: 1, body: bytes.buffer, fetchedAtMs: 1 })
  const times = async () => {
    const asked = {
      brandIds: 'all' as const,
      filter: {},
      sort: [{ by: 'scheduledAt' as const, direction: 'asc' as const }],
    }
    return (await store.read('outbox.page', { ...asked, limit: 50 })).rows.map(({ estimatedAt }) => estimatedAt)
  }
  return { store, brandId, times }
}

// PostgreSQL refuses this number (test/main/store/team/column-checks.test.ts).
testAlone('a spacing beyond the last date leaves the time of a pitch open', async () => {
  const { store, brandId, times } = await openOutbox()
  await store.write('outreach.savePace', { brandId, spacingMs: 1e17, atMs: 1 })
  expect(await times()).toEqual(['1970-01-01T00:00:00.001Z', null])
})

test('an invalid spacing between two pitches is not stored', async () => {
  const { store, brandId, times } = await openOutbox()
  let last = Promise.resolve()
  const write: typeof store.write = (...args) => {
    const written = store.write(...args)
    last = written.then(() => undefined)
    return written
  }
  const pace = createPaceNotes({ store: { write }, nowMs: () => 1_000, log: silentLog })
  for (const spacingMs of [1e17, -5, Number.NaN, 31 * 86_400_000]) pace.note(brandId, spacingMs)
  await last
  expect(await times()).toEqual([null, null])
  pace.note(brandId, 60_000)
  await last
  expect(await times()).toEqual(['1970-01-01T00:00:01.000Z', '1970-01-01T00:01:01.000Z'])
})
