// A move is several actions. A desk that ends between them goes on with those that it had not sent.
import { expect, test } from 'vitest'
import { openCrashDesk, whenQuiet } from '../support/crash-desk.ts'
import { testClock } from '../support/test-clock.ts'

const HOUR_MS = 3_600_000
const at = (hours: number) => new Date(testClock.now() + hours * HOUR_MS).toISOString()
const days = { from: at(-24).slice(0, 10), to: at(120).slice(0, 10) }
const WHEN = { wordpress: at(24), ghost: at(48) } as const

test('SIGKILL between an unschedule and the schedules to set again: they go on after a restart', async () => {
  const { first, brandId, proxy, cms, kill, restart } = await openCrashDesk()
  const about = { brandId, articleSlug: 'one', holdSeconds: 0, accept: ['duplicate'] }
  for (const provider of ['wordpress', 'ghost'] as const) {
    const { intentId } = await first.value('publishing.schedule', { ...about, provider, publishAt: WHEN[provider] })
    await whenQuiet(first, intentId)
  }
  const { entries } = await first.value('publishing.calendar', days)
  const entryId = entries.find(({ provider }) => provider === 'wordpress')?.id ?? ''
  const { intentIds } = await first.value('publishing.move', { entryId, publishAt: at(30), holdSeconds: 3600 })
  // Its path begins like that of a schedule.
  void proxy.trap('/cms/schedule/unschedule', 'before', 'pass')
  const trapped = proxy.trap('/cms/schedule', 'before')
  await first.value('intents.releaseNow', { id: intentIds[0] ?? '' })
  await trapped
  await kill(first)

  const second = await restart()
  const states = async () => Promise.all(intentIds.map(async (id) => (await second.value('intents.get', { id })).state))
  // What was in flight is unknown; what was not yet sent goes on.
  await expect.poll(states).toEqual(['confirmed', 'unknown', 'confirmed'])
  const times = (await cms.articles()).map(({ provider, scheduledFor }) => [provider, scheduledFor])
  expect(times).toEqual([
    ['wordpress', null],
    ['ghost', WHEN.ghost],
  ])
  const { rows } = await second.value('intents.list', { filter: { state: ['unknown'] } })
  expect(rows).toMatchObject([{ id: intentIds[1], details: { provider: 'wordpress' } }])
  await kill(second)
})
