import { expect, test } from 'vitest'
import { runKillRounds } from '../support/kill-rounds.ts'
import { tempHome } from '../support/temp-home.ts'

test('every delivery answered 200 is in inbox.db, after 5 kills under 32 senders', async () => {
  const { acknowledged, missing, integrity } = await runKillRounds(tempHome().home, { kills: 5, senders: 32 })
  expect(acknowledged).toBeGreaterThan(5)
  expect(missing).toEqual([])
  expect(integrity).toEqual(['ok'])
})
