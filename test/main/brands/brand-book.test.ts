import { expect, it } from 'vitest'
import { createBrandBook } from '../../../src-main/brands/brand-book.ts'
import { createSettings } from '../../../src-main/settings/settings.ts'
import { newBrand, tempStore } from '../../support/temp-store.ts'

it('changing a brand’s appearance does not restore a key of the last session', async () => {
  const { store } = await tempStore()
  const emit = () => {}
  const settings = await createSettings({ store })
  const first = await createBrandBook({ store, emit, settings })
  const { id } = await first.insert(newBrand('Acme', { keyState: 'ok', keyIn: 'session' }))
  // A desk that starts again over the same rows.
  const second = await createBrandBook({ store, emit, settings })
  expect(second.get(id)).toMatchObject({ keyState: 'missing', keyIn: null })
  expect(await second.update(id, { pinned: true })).toMatchObject({ pinned: true, keyState: 'missing', keyIn: null })
  expect(await second.update(id, { keyState: 'ok', keyIn: 'session' })).toMatchObject({
    keyState: 'ok',
    keyIn: 'session',
  })
})

it('a key for this session is still there where the desk is opened again in the same process', async () => {
  const { store } = await tempStore()
  const emit = () => {}
  const settings = await createSettings({ store })
  const first = await createBrandBook({ store, emit, settings })
  const here = await first.insert(newBrand('Acme', { keyState: 'ok', keyIn: 'session' }))
  const gone = await first.insert(newBrand('Bolt', { keyState: 'ok', keyIn: 'session' }))
  const isInSession = async (brandId: string) => brandId === here.id
  const second = await createBrandBook({ store, emit, settings, isInSession })
  expect(second.get(here.id)).toMatchObject({ keyState: 'ok', keyIn: 'session' })
  expect(second.get(gone.id)).toMatchObject({ keyState: 'missing', keyIn: null })
})

it('a brand with a proof of another key is reported once, and waits for a confirmation', async () => {
  const { store } = await tempStore()
  const settings = await createSettings({ store })
  await settings.setProfile({ baseUrl: 'https://api.example.com' })
  const emitted: string[] = []
  const book = await createBrandBook({ store, settings, emit: (name) => void emitted.push(name) })
  const { id } = await book.insert(
    newBrand('Acme', { keyState: 'ok', keyIn: 'os', keyOrigin: 'https://api.example.com' }),
  )
  expect(book.get(id).keyState).toBe('ok')
  emitted.length = 0
  book.distrust(id)
  book.distrust(id)
  expect(emitted).toHaveLength(1)
  expect(book.get(id).keyState).toBe('unconfirmed')
})

it('what another desk changed is taken over, and what this desk knows of its keys stays', async () => {
  const { store } = await tempStore()
  const settings = await createSettings({ store })
  const events: unknown[] = []
  const emit = (name: string, payload: unknown) => void events.push([name, payload])
  const book = await createBrandBook({ store, settings, emit })
  const acme = await book.insert(newBrand('Acme', { keyState: 'ok', keyIn: 'session' }))
  const gone = await book.insert(newBrand('Gone'))
  const same = await book.insert(newBrand('Same'))
  await store.write('brands.update', { id: acme.id, patch: { name: 'Acme Ltd' } })
  const added = await store.write('brands.insert', newBrand('Added', { keyState: 'ok', keyIn: 'session' }))
  await store.write('brands.delete', { id: gone.id })
  events.length = 0
  await book.refresh()
  expect(book.list().map(({ name, keyState, keyIn }) => [name, keyState, keyIn])).toEqual([
    ['Acme Ltd', 'ok', 'session'],
    ['Same', same.keyState, null],
    ['Added', 'missing', null],
  ])
  expect(events).toEqual([['changed', { brandIds: [acme.id, gone.id, added.id], datasets: ['brands'] }]])
  await book.refresh()
  expect(events).toHaveLength(1)
})

it('all brands are the real ones, as long as there are some beside those of the demo', async () => {
  const { store } = await tempStore()
  const book = await createBrandBook({ store, emit: () => {}, settings: await createSettings({ store }) })
  const demo = await book.insert(newBrand('Demo', { demo: true, keyState: 'ok', keyIn: 'demo' }))
  expect(book.counted('all')).toBe('all')
  const acme = await book.insert(newBrand('Acme'))
  expect(book.counted('all')).toEqual([acme.id])
  expect(book.counted([demo.id, acme.id])).toEqual([demo.id, acme.id])
  await book.remove(demo.id)
  expect(book.counted('all')).toBe('all')
})
