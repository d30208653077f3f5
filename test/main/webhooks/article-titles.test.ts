// The title of the article that a delivery is about, where the delivery itself names none.
import { expect, test } from 'vitest'
import { newBrand, tempStore } from '../../support/temp-store.ts'

test('a delivery without a title has that of the newest other one of its article and brand', async () => {
  const { store } = await tempStore()
  const [own = '', other = ''] = (
    await Promise.all(['Own', 'Other'].map((name) => store.write('brands.insert', newBrand(name))))
  ).map(({ id }) => id)
  const rest = { event: 'article.published', reason: null, secretUsed: 'current' as const, bytes: 2, path: '/' }
  const delivery = (brandId: string, slug: string, title: string | null, receivedAtMs: number) => ({
    ...{ ...rest, headers: [], body: '{}', status: 'accepted' as const },
    ...{ brandId, slug, title, receivedAtMs },
  })
  await store.write('deliveries.insert', {
    deliveries: [
      delivery(own, 'boots', 'Old title', 1),
      delivery(own, 'boots', 'New title', 2),
      delivery(own, 'boots', null, 3),
      delivery(own, 'tents', null, 4),
      delivery(other, 'tents', 'Of another brand', 5),
    ],
  })
  const page = { search: '', filter: {}, sort: [{ by: 'receivedAt', direction: 'asc' }], limit: 10 } as const
  const { rows } = await store.read('deliveries.page', { ...page, brandIds: [own], sort: [...page.sort], cursor: null })
  expect(rows.map(({ articleTitle }) => articleTitle)).toEqual(['Old title', 'New title', 'New title', null])
  expect(rows.map(({ title }) => title)).toEqual(['Old title', 'New title', null, null])
})
