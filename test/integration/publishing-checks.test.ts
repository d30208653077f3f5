import { expect, test } from 'vitest'
import type { CallInput } from '../../src-shared/desk/contract.ts'
import { openPublishingDesk, whenIntent } from '../support/publishing-desk.ts'
import { testAlone } from '../support/team-engine.ts'
import { testClock } from '../support/test-clock.ts'

const soon = () => new Date(testClock.now() + 3_600_000).toISOString()

test('bad input is refused with its field, and nothing is written or sent', async () => {
  const { desk, call, brand, brands, sandbox } = await openPublishingDesk()
  const provider = 'wordpress'
  const rows: [string, string, unknown][] = [
    ['publish', 'targets', { targets: [{ brandId: brand.id, articleSlugs: ['a'] }], brandId: brand.id, provider }],
    ['publish', 'brandId', { articleSlugs: ['a'], provider }],
    ['publish', 'articleSlugs', { brandId: brand.id, provider }],
    ['publish', 'articleSlugs', { brandId: brand.id, articleSlugs: ['a', ' a '], provider }],
    ['publish', 'articleSlugs.0', { brandId: brand.id, articleSlugs: ['  '], provider }],
    ['publish', 'articleSlug', { brandId: brand.id, articleSlug: 'a', articleSlugs: ['b'], provider }],
    [
      'publish',
      'targets.1.brandId',
      { targets: [1, 2].map(() => ({ brandId: brand.id, articleSlugs: ['a'] })), provider },
    ],
    ['publish', 'targets.0.articleSlugs', { targets: [{ brandId: brand.id, articleSlugs: ['a', 'a'] }], provider }],
    ['publish', 'provider', { brandId: brand.id, articleSlugs: ['a'], provider: 'typo3' }],
    ['publish', 'holdSeconds', { brandId: brand.id, articleSlugs: ['a'], provider, holdSeconds: -1 }],
    ['schedule', 'publishAt', { brandId: brand.id, articleSlugs: ['a'], provider, publishAt: '2020-01-01T00:00:00Z' }],
    ['schedule', 'publishAt', { brandId: brand.id, articleSlugs: ['a'], provider, publishAt: 'tomorrow' }],
    ['unpublish', 'provider', { brandId: brand.id, articleSlugs: ['a'] }],
  ]
  for (const [act, path, input] of rows) {
    const reply = await desk.call(`publishing.${act}`, input)
    expect(reply, `${act} ${JSON.stringify(input)}`).toMatchObject({
      ok: false,
      error: { kind: 'invalid', detail: { issues: [expect.objectContaining({ path })] } },
    })
  }
  const unknown = {
    targets: [...brands.map(({ id }) => id), 'brand_none'].map((brandId) => ({ brandId, articleSlugs: ['a'] })),
  }
  expect(await desk.call('publishing.publish', { ...unknown, provider })).toMatchObject({
    error: { kind: 'not-found' },
  })
  expect((await call('intents.list', {})).total).toBe(0)
  expect((await sandbox.requests()).filter(({ path }) => path.startsWith('/cms'))).toEqual([])
})

testAlone('a brand without a usable key refuses the whole call, named by its field', async () => {
  const { desk, call, brands, sandbox } = await openPublishingDesk()
  await sandbox.fault({
    operation: 'connectors.catalog',
    kind: 'status',
    status: 401,
    teamId: brands[1]?.teamId ?? '',
  })
  await call('brands.check', { brandId: brands[1]?.id ?? '' })
  const reply = await desk.call('publishing.publish', {
    targets: brands.map(({ id }) => ({ brandId: id, articleSlugs: ['a'] })),
    provider: 'wordpress',
  })
  expect(reply).toMatchObject({
    ok: false,
    error: { kind: 'invalid', detail: { issues: [{ path: 'targets.1.brandId', message: 'has no usable key' }] } },
  })
  expect((await call('intents.list', {})).total).toBe(0)
})

test('a duplicate is a warning and refused until it is accepted, also while the first is only held', async () => {
  const { call, brand, publish } = await openPublishingDesk({ brands: 1 })
  await publish({ articleSlugs: ['one'] })
  await call('publishing.publish', { brandId: brand.id, articleSlugs: ['held'], provider: 'wordpress' })
  const input = { brandId: brand.id, articleSlugs: ['one', 'held', 'new'], provider: 'wordpress' as const }
  const { warnings } = await call('publishing.check', input)
  expect(warnings.map(({ code, articleSlug }) => [code, articleSlug])).toEqual([
    ['duplicate', 'one'],
    ['duplicate', 'held'],
  ])
  expect((await call('publishing.check', { ...input, provider: 'ghost' })).warnings).toEqual([])
  await expect(call('publishing.publish', input)).rejects.toMatchObject({
    kind: 'conflict',
    detail: { issues: [{ path: 'articleSlugs.0' }, { path: 'articleSlugs.1' }] },
  })
  const { intentIds } = await call('publishing.publish', { ...input, accept: ['duplicate'] })
  expect(intentIds).toHaveLength(1)
})

test('two articles of a brand at the same minute are a warning; those of two brands are not', async () => {
  const { call, next, brands, brand } = await openPublishingDesk()
  const publishAt = soon()
  const schedule = (brandId: string, slug: string, more: Partial<CallInput<'publishing.schedule'>> = {}) =>
    call('publishing.schedule', { brandId, articleSlug: slug, provider: 'ghost', publishAt, holdSeconds: 0, ...more })
  await whenIntent({ call, next }, (await schedule(brand.id, 'one')).intentId)
  await expect(schedule(brand.id, 'two')).rejects.toMatchObject({ kind: 'conflict' })
  const check = await call('publishing.check', {
    brandId: brand.id,
    articleSlug: 'two',
    provider: 'shopify',
    publishAt,
  })
  expect(check.warnings).toMatchObject([{ code: 'same-slot', articleSlug: 'two' }])
  const later = new Date(Date.parse(publishAt) + 60_000).toISOString()
  expect((await schedule(brand.id, 'three', { publishAt: later })).intentIds).toHaveLength(1)
  expect((await schedule(brands[1]?.id ?? '', 'two')).intentIds).toHaveLength(1)
})

test('a slug that names another brand, or its domain, is a warning', async () => {
  const { call, brands, brand, sync } = await openPublishingDesk()
  const other = brands[1]
  await sync()
  const [page] = (await call('rankings.page', { brandIds: [other?.id ?? ''] })).rows.flatMap(
    ({ rankedPages }) => rankedPages,
  )
  const domain = new URL(page?.page ?? '').hostname.replace(/^www\./, '')
  const check = async (articleSlug: string, brandId = brand.id) =>
    (await call('publishing.check', { brandId, articleSlug, provider: 'ghost' })).warnings.map(({ code }) => code)
  const nameInSlug = (other?.name ?? '').toLowerCase().replace(/[^a-z0-9]+/g, '-')
  expect(await check(`why-${nameInSlug}-wins`)).toEqual(['wrong-brand'])
  expect(await check(`news-from-${domain}`)).toEqual(['wrong-brand'])
  expect(await check(`why-${nameInSlug}-wins`, other?.id)).toEqual([])
  expect(await check('how-to-brew')).toEqual([])
})
