import { expect, test } from 'vitest'
import { openCrashDesk, whenQuiet } from '../support/crash-desk.ts'
import { testClock } from '../support/test-clock.ts'

const HOUR_MS = 3_600_000
const at = (hours: number) => new Date(testClock.now() + hours * HOUR_MS).toISOString()
const days = { from: at(-24).slice(0, 10), to: at(96).slice(0, 10) }

test('SIGKILL between the two parts of a move: the second waits for a person, and nothing is sent twice', async () => {
  const { first, brandId, proxy, cms, kill, restart } = await openCrashDesk()
  const [old, later] = [at(24), at(48)]
  const action = { brandId, articleSlug: 'one', provider: 'ghost', publishAt: old, holdSeconds: 0 } as const
  await whenQuiet(first, (await first.value('publishing.schedule', action)).intentId)
  const [entry] = (await first.value('publishing.calendar', days)).entries
  const trapped = proxy.trap('/cms/schedule/unschedule', 'committed')
  const { intentId } = await first.value('publishing.move', {
    entryId: entry?.id ?? '',
    publishAt: later,
    holdSeconds: 0,
  })
  await trapped
  await kill(first)

  const second = await restart()
  const ended = async () => (await second.value('intents.get', { id: intentId })).state
  await expect.poll(ended).toMatch(/confirmed|failed/)
  const { rows } = await second.value('intents.list', { filter: { kind: ['schedule', 'unschedule'] } })
  expect(rows.slice(0, 2).map(({ kind, state }) => [kind, state])).toEqual([
    ['schedule', 'failed'],
    ['unschedule', 'unknown'],
  ])
  const times = async () => (await cms.articles()).map(({ scheduled, scheduledFor }) => [scheduled, scheduledFor])
  expect(await times()).toEqual([[1, null]])
  // The person looks at the service, decides on the first part, and sends the second again.
  await second.value('intents.resolve', { id: rows[1]?.id ?? '', as: 'confirmed' })
  const { newIntentId } = await second.value('intents.resolve', { id: intentId, as: 'retry' })
  await second.value('intents.releaseNow', { id: newIntentId ?? '' })
  await expect.poll(times).toEqual([[2, later]])
  await kill(second)
})
