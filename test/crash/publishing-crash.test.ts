// The short version; test/faults/publishing-cuts.test.ts stops every action at every point.
import { expect, test } from 'vitest'
import { openCrashDesk, whenQuiet } from '../support/crash-desk.ts'

test('SIGKILL after the service published it, before the answer: unknown, sent once, and the next one continues', async () => {
  const { first, brandId, proxy, cms, kill, restart } = await openCrashDesk()
  const trapped = proxy.trap('/cms/publish', 'committed')
  const act = { brandId, provider: 'wordpress' } as const
  const { intentId } = await first.value('publishing.publish', { ...act, articleSlugs: ['one', 'two'], holdSeconds: 0 })
  const next = await first.value('publishing.publish', { ...act, articleSlugs: ['behind'], holdSeconds: 0 })
  const held = await first.value('publishing.publish', { ...act, articleSlugs: ['held'], holdSeconds: 3600 })
  await trapped
  await kill(first)

  const second = await restart()
  const unknown = await whenQuiet(second, intentId)
  expect(unknown).toMatchObject({ state: 'unknown', counts: { total: 2, unknown: 2 } })
  expect(unknown.reason).toMatch(/^The desk (ended|that was sending this stopped)/)
  expect((await whenQuiet(second, next.intentId)).state).toBe('confirmed')
  expect(await second.value('intents.get', { id: held.intentId })).toMatchObject({ state: 'held', isPaused: false })
  expect((await cms.articles()).map(({ slug, published }) => [slug, published])).toEqual([
    ['one', 1],
    ['two', 1],
    ['behind', 1],
  ])
  const { intent } = await second.value('intents.resolve', { id: intentId, as: 'confirmed' })
  expect(intent.state).toBe('confirmed')
  await kill(second)
})
