// What the desk knows of articles: which slugs can be one, which it saw, and many at their own times.
import { expect, test } from 'vitest'
import { openPublishingDesk } from '../support/publishing-desk.ts'
import { testClock } from '../support/test-clock.ts'

const DAY_MS = 86_400_000
const at = (days: number) => new Date(testClock.now() + days * DAY_MS).toISOString()

test('a text that cannot be a slug is refused by every call that publishes, with the slug to use', async () => {
  const { call, brand, sandbox } = await openPublishingDesk({ brands: 1 })
  const bad = { brandId: brand.id, articleSlugs: ['fine', 'Bad Slug!!'], provider: 'ghost' as const }
  const error = {
    kind: 'invalid',
    message: expect.stringContaining('Use "bad-slug" instead'),
    detail: { issues: [expect.objectContaining({ path: 'articleSlugs.1' })] },
  }
  await expect(call('publishing.publish', bad)).rejects.toMatchObject(error)
  await expect(call('publishing.schedule', { ...bad, publishAt: at(1) })).rejects.toMatchObject(error)
  await expect(call('publishing.check', bad)).rejects.toMatchObject(error)
  const slots = [{ articleSlug: 'Bad Slug!!', publishAt: at(1) }]
  const spaced = call('publishing.space', { brandId: brand.id, provider: 'ghost', slots })
  await expect(spaced).rejects.toMatchObject({ kind: 'invalid', message: expect.stringContaining('bad-slug') })
  expect((await call('intents.list', {})).rows).toEqual([])
  // What is published under such a name can be taken off.
  await call('publishing.unpublish', { ...bad, holdSeconds: 3600 })
  expect((await sandbox.requests()).filter(({ path }) => path.startsWith('/cms'))).toEqual([])
})

test('articles are listed with their status from publishes, deliveries and ranked pages', async () => {
  const { call, brand, publish, sync } = await openPublishingDesk({ brands: 1 })
  await sync()
  const pages = await call('publishing.articles', { filter: { seenIn: ['publish', 'delivery'], orPages: true } })
  expect(pages.total).toBeGreaterThan(1)
  expect(new Set(pages.rows.map(({ seenIn }) => seenIn))).toEqual(new Set(['ranked-page']))
  await publish({ provider: 'ghost', articleSlugs: ['out-now'] })
  const held = { brandId: brand.id, articleSlug: 'out-soon', provider: 'ghost', publishAt: at(2) } as const
  await call('publishing.schedule', { ...held, holdSeconds: 3600 })
  const { rows, total } = await call('publishing.articles', { brandIds: [brand.id] })
  expect(total).toBe(rows.length)
  const of = (slug: string) => rows.find(({ articleSlug }) => articleSlug === slug)
  expect(of('out-now')).toMatchObject({ state: 'published', provider: 'ghost', lastPublishedAt: expect.any(String) })
  expect(of('out-soon')).toMatchObject({ state: 'held', at: held.publishAt, lastPublishedAt: null })
  expect(rows.find(({ seenIn }) => seenIn === 'ranked-page')).toMatchObject({ state: null, url: expect.any(String) })
  expect(rows.filter(({ articleSlug }) => ['about', 'contact'].includes(articleSlug))).toEqual([])
  const own = await call('publishing.articles', { filter: { seenIn: ['publish', 'delivery'], orPages: true } })
  expect(own.rows.map(({ articleSlug }) => articleSlug).toSorted()).toEqual(['out-now', 'out-soon'])
  const found = await call('publishing.articles', { brandIds: [brand.id], search: 'OUT-S' })
  expect(found.rows.map(({ articleSlug }) => articleSlug)).toEqual(['out-soon'])
  const waiting = await call('publishing.articles', { filter: { state: ['held'] } })
  expect(waiting.rows.map(({ articleSlug }) => articleSlug)).toEqual(['out-soon'])
})

test('articles come page by page, sorted, and many brands have their first ranked pages each', async () => {
  const { call, sync, brands } = await openPublishingDesk({ sandbox: { brands: 12, keywords: 40 }, brands: 12 })
  await sync()
  const sort = { by: 'title', direction: 'asc' } as const
  const { rows, total, nextCursor } = await call('publishing.articles', { sort, limit: 30 })
  expect([rows.length, nextCursor]).toEqual([30, '30'])
  const rest = await call('publishing.articles', { sort, limit: 500, cursor: nextCursor })
  expect(rows.length + rest.rows.length).toBe(total)
  const slugs = [...rows, ...rest.rows].map(({ articleSlug }) => articleSlug)
  expect(slugs).toEqual(slugs.toSorted((one, other) => one.localeCompare(other)))
  expect((await call('publishing.articles', { sort, offset: 5, limit: 3 })).rows).toEqual(rows.slice(5, 8))
  const ofBrand = Map.groupBy([...rows, ...rest.rows], ({ brandId }) => brandId)
  expect(ofBrand.size).toBe(brands.length)
  for (const own of ofBrand.values()) expect(own.length).toBeLessThanOrEqual(20)
  const other = call('publishing.articles', { cursor: 'of another list' })
  await expect(other).rejects.toMatchObject({ kind: 'invalid' })
})

test('spaced articles are one intent each, all stored before any is sent', async () => {
  const { call, brand } = await openPublishingDesk({ brands: 1 })
  const slots = [1, 3, 5].map((day) => ({ articleSlug: `part-${day}`, publishAt: at(day) }))
  const input = { brandId: brand.id, provider: 'ghost', slots, holdSeconds: 3600 } as const
  const { intentIds } = await call('publishing.space', input)
  expect(intentIds).toHaveLength(3)
  const { rows } = await call('intents.list', { filter: { state: ['held'] } })
  expect(rows.map(({ details }) => details.publishAt).sort()).toEqual(slots.map(({ publishAt }) => publishAt))
  const again = call('publishing.space', input)
  await expect(again).rejects.toMatchObject({ kind: 'conflict', message: expect.stringContaining('already about to') })
  const past = call('publishing.space', { ...input, slots: [{ articleSlug: 'late', publishAt: at(-1) }] })
  await expect(past).rejects.toMatchObject({ kind: 'invalid' })
})
