import { expect, test } from 'vitest'
import { spoilPages } from '../../support/store-file.ts'
import { tempHome } from '../../support/temp-home.ts'
import { newBrand, tempStore } from '../../support/temp-store.ts'

const restoredAs = async (deskNo: number) => {
  const home = { ...tempHome(), deskNo }
  const first = await tempStore(home)
  const { id: brandId } = await first.store.write('brands.insert', newBrand('Acme'))
  const details = { provider: 'ghost', status: 'publish' }
  const intent = (id: string, holdMs: number) => {
    return { id, kind: 'publish' as const, brandId, details, holdMs, items: [{ batch: 0, label: id, payload: {} }] }
  }
  await first.store.write('intents.insert', { intents: [intent('held', 1000), intent('ready', 0)], atMs: 1 })
  await first.store.write('previews.begin', { id: 'frozen', atMs: 1 })
  await first.store.write('previews.complete', { id: 'frozen', atMs: 1 })
  await first.store.write('core.backup', { takenAtMs: Date.UTC(2026, 0, 1) })
  // Sent after the backup was taken.
  await first.store.write('intents.apply', { id: 'ready', event: { type: 'begin', batch: 0 }, atMs: 2 })
  await first.store.close()
  spoilPages(home.coreFile, 0)

  const second = await tempStore(home)
  expect(second.notices.map(({ what }) => what)).toContain('core-restored')
  return second.store
}

test('open intents of an older backup are unknown after it replaced a damaged file', async () => {
  const store = await restoredAs(0)
  for (const id of ['held', 'ready']) {
    const restored = await store.read('intents.get', { id })
    expect(restored).toMatchObject({ state: 'unknown', releaseAt: null, items: [{ state: 'unknown' }] })
    expect(restored.reason).toMatch(/older backup/)
  }
  expect(await store.read('intents.open', {})).toEqual([])
  const entries = await store.read('articles.calendar', { brandIds: 'all', fromMs: 0, untilMs: 1e13, nowMs: 3 })
  expect(entries.map(({ state }) => state)).toEqual(['unknown', 'unknown'])
  // A frozen preview may have been sent since as well.
  const preview = store.read('previews.ready', { id: 'frozen', afterMs: 0 })
  await expect(preview).rejects.toMatchObject({ kind: 'not-found' })
})

test('a desk that shares its intents leaves their state to the others, and still forgets frozen previews', async () => {
  const store = await restoredAs(3)
  const open = await store.read('intents.open', {})
  expect(open.map(({ id, state }) => [id, state])).toEqual([
    ['held', 'held'],
    ['ready', 'ready'],
  ])
  const preview = store.read('previews.ready', { id: 'frozen', afterMs: 0 })
  await expect(preview).rejects.toMatchObject({ kind: 'not-found' })
})
