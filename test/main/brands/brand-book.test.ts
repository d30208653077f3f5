import { expect, it } from 'vitest'
import { createBrandBook } from '../../../src-main/brands/brand-book.ts'
import { createSettings } from '../../../src-main/settings/settings.ts'
import { newBrand, tempStore } from '../../support/temp-store.ts'

it('a new look of a brand does not bring back a key that went with the last session', async () => {
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
