import { expect, test } from 'vitest'
import { openCrashDesk, whenQuiet } from '../support/crash-desk.ts'
import { CUT_POINTS, type CutPoint } from '../support/cutting-proxy.ts'

/** What the service has done by the time it was stopped at a point. */
const doneAt = (point: CutPoint): number => (point === 'before' || point === 'mid-body' ? 0 : 1)

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString()

test.each(CUT_POINTS)('a publish killed at "%s" is unknown, and only a person retries it', async (point) => {
  const { first, brandId, proxy, cms, kill, restart } = await openCrashDesk()
  const trapped = proxy.trap('/cms/publish', point)
  const slugs = ['one', 'two', 'three']
  const input = { brandId, provider: 'ghost' as const, articleSlugs: slugs, holdSeconds: 0 }
  const { intentId } = await first.value('publishing.publish', input)
  await trapped
  await kill(first)

  for (const _ of [1, 2]) {
    const desk = await restart()
    expect(await whenQuiet(desk, intentId)).toMatchObject({ state: 'unknown', counts: { unknown: 3 } })
    await kill(desk)
  }
  const counts = async () => (await cms.articles()).map(({ published }) => published)
  expect(await counts()).toEqual(doneAt(point) === 0 ? [] : [1, 1, 1])

  const desk = await restart()
  const { newIntentId } = await desk.value('intents.resolve', { id: intentId, as: 'retry' })
  await desk.value('intents.releaseNow', { id: newIntentId ?? '' })
  expect((await whenQuiet(desk, newIntentId ?? '')).state).toBe('confirmed')
  expect(await counts()).toEqual(slugs.map(() => doneAt(point) + 1))
  await kill(desk)
})

test.each(CUT_POINTS)(
  'a schedule of many killed at "%s" of its second request repeats none, and sends nothing after it',
  async (point) => {
    const { first, brandId, proxy, cms, kill, restart } = await openCrashDesk()
    const slugs = ['one', 'two', 'three', 'four']
    const input = { brandId, provider: 'ghost' as const, articleSlugs: slugs, publishAt: tomorrow(), holdSeconds: 3600 }
    const { intentId } = await first.value('publishing.schedule', input)
    const firstCall = proxy.trap('/cms/schedule', 'mid-reply', 'pass')
    const secondCall = proxy.trap('/cms/schedule', point)
    await first.value('intents.releaseNow', { id: intentId })
    await firstCall
    await secondCall
    await kill(first)

    const second = await restart()
    const intent = await whenQuiet(second, intentId)
    expect(intent.items.map(({ state }) => state)).toEqual(['confirmed', 'unknown', 'failed', 'failed'])
    expect(intent.state).toBe('unknown')
    const scheduled = Object.fromEntries((await cms.articles()).map((article) => [article.slug, article.scheduled]))
    expect(scheduled).toEqual({ one: 1, ...(doneAt(point) === 0 ? {} : { two: 1 }) })
    await kill(second)
  },
)

test.each(CUT_POINTS)('an unpublish killed at "%s" is unknown, and is not repeated', async (point) => {
  const { first, brandId, proxy, sandbox, kill, restart } = await openCrashDesk()
  const act = { brandId, provider: 'wordpress' as const, articleSlugs: ['one'], holdSeconds: 0 }
  const published = await first.value('publishing.publish', act)
  expect((await whenQuiet(first, published.intentId)).state).toBe('confirmed')
  const trapped = proxy.trap('/cms/unpublish', point)
  const { intentId } = await first.value('publishing.unpublish', act)
  await trapped
  await kill(first)

  const second = await restart()
  expect(await whenQuiet(second, intentId)).toMatchObject({ state: 'unknown' })
  const calls = (await sandbox.requests()).filter(({ path, status }) => path === '/cms/unpublish' && status !== null)
  expect(calls.length).toBe(doneAt(point))
  await kill(second)
})

test.each(CUT_POINTS)('a publish whose connection is cut at "%s" is never sent again by itself', async (point) => {
  const { first, brandId, proxy, cms, kill } = await openCrashDesk()
  const trapped = proxy.trap('/cms/publish', point, 'cut')
  const input = { brandId, provider: 'ghost' as const, articleSlugs: ['one'], holdSeconds: 0 }
  const { intentId } = await first.value('publishing.publish', input)
  await trapped
  expect((await whenQuiet(first, intentId)).state).toBe('unknown')
  expect((await cms.articles()).map(({ published }) => published)).toEqual(doneAt(point) === 0 ? [] : [1])
  await kill(first)
})

test('desk killed at random moments of many publishes sends none twice and loses none from the journal', async () => {
  const { first, brandId, cms, kill, restart } = await openCrashDesk()
  const slugs: string[] = []
  let desk = first
  for (let round = 0; round < 10; round += 1) {
    const names = Array.from({ length: 5 }, (_, place) => `round-${round}-${place}`)
    slugs.push(...names)
    for (const articleSlug of names)
      await desk.value('publishing.publish', { brandId, provider: 'ghost', articleSlug, holdSeconds: 0 })
    await kill(desk)
    desk = await restart()
  }
  for (;;) {
    const { total } = await desk.value('intents.list', { filter: { state: ['ready', 'in_flight'] } })
    if (total === 0) break
  }
  const { rows, total } = await desk.value('intents.list', { limit: 500 })
  expect(total).toBe(slugs.length)
  const articles = await cms.articles()
  expect(Math.max(...articles.map(({ published }) => published))).toBe(1)
  const confirmed = rows.filter(({ state }) => state === 'confirmed').length
  const unknown = rows.filter(({ state }) => state === 'unknown').length
  expect(confirmed + unknown).toBe(slugs.length)
  expect(articles.length).toBeGreaterThanOrEqual(confirmed)
  await kill(desk)
}, 180_000)
