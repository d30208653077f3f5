import { expect, test } from 'vitest'
import { runKillRounds } from '../support/kill-rounds.ts'
import { tempHome } from '../support/temp-home.ts'

test('every delivery answered 200 is in inbox.db, after 100 kills under 32 senders', { timeout: 400_000 }, async () => {
  const { acknowledged, missing, integrity } = await runKillRounds(tempHome().home, { kills: 100, senders: 32 })
  process.stdout.write(`100 kills, ${acknowledged} acknowledged, ${missing.length} missing\n`)
  expect(acknowledged).toBeGreaterThan(100)
  expect(missing).toEqual([])
  expect(integrity).toEqual(['ok'])
})
