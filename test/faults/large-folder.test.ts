// A desk that starts after 25,000 deliveries for each of four brands answers whatever it is asked. How fast: the bench
// `large-folder`.
import { expect, test } from 'vitest'
import { startDeskProcess } from '../support/desk-process.ts'
import { fillLargeFolder } from '../support/large-folder/fill.ts'
import { shownCalls } from '../support/large-folder/shown-calls.ts'
import { tempHome } from '../support/temp-home.ts'

test('a desk of 200 brands after years answers every call', { timeout: 900_000 }, async () => {
  const home = tempHome()
  await fillLargeFolder(home, Date.now())
  const desk = await startDeskProcess({ home: home.home })
  try {
    await desk.value('desk.setSettings', { syncEveryMinutes: 0 })
    const failed: string[] = []
    for (const { key, name, input } of shownCalls) {
      const reply = await desk.call(name, input as never) // as its schema takes it
      if (!reply.ok && reply.error.kind === 'storage') failed.push(`${key}: ${reply.error.message}`)
    }
    expect(failed).toEqual([])
    expect(shownCalls.length).toBeGreaterThan(60)
  } finally {
    await desk.stop()
  }
})
