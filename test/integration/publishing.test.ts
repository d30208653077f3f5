import { expect, test } from 'vitest'
import { PROVIDERS } from '../../src-shared/service/cms.ts'
import { openPublishingDesk, whenIntent } from '../support/publishing-desk.ts'

test.each(PROVIDERS)('articles go to %s, and each tells what became of it', async (provider) => {
  const { publish, cms } = await openPublishingDesk({ brands: 1 })
  const intent = await publish({ provider, articleSlugs: ['how-to-brew', 'why-loose-leaf'] })
  expect(intent).toMatchObject({ state: 'confirmed', kind: 'publish', details: { provider, status: 'publish' } })
  expect(intent.counts).toEqual({ total: 2, confirmed: 2, failed: 0, skipped: 0, unknown: 0 })
  for (const { subject, result } of intent.items) {
    expect(result).toMatchObject({ postId: expect.any(String), postUrl: expect.stringContaining(subject) })
  }
  expect((await cms.articles()).map(({ slug, published }) => [slug, published])).toEqual([
    ['how-to-brew', 1],
    ['why-loose-leaf', 1],
  ])
})

test('one intent a brand, each with its own key', async () => {
  const { call, brands, cms, next, publish: _ } = await openPublishingDesk({ brands: 3 })
  const { intentIds } = await call('publishing.publish', {
    targets: brands.map(({ id }, place) => ({ brandId: id, articleSlugs: [`a-${place}`, 'shared-slug'] })),
    provider: 'ghost',
    status: 'draft',
    holdSeconds: 0,
  })
  expect(intentIds).toHaveLength(3)
  const intents = await Promise.all(intentIds.map((id) => whenIntent({ call, next }, id)))
  expect(intents.map(({ state, brandId }) => [state, brandId])).toEqual(brands.map(({ id }) => ['confirmed', id]))
  const articles = await cms.articles()
  expect(articles.map(({ teamId, status, published }) => [teamId, status, published]).toSorted()).toEqual(
    brands
      .flatMap(({ teamId }) => [
        [teamId, 'draft', 1],
        [teamId, 'draft', 1],
      ])
      .toSorted(),
  )
})
