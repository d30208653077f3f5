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
