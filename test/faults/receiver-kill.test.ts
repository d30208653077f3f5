import { expect, test } from 'vitest'
import { runKillRounds } from '../support/kill-rounds.ts'
import { roundsOf } from '../support/rounds.ts'
import { tempHome } from '../support/temp-home.ts'

const KILLS = roundsOf(100, 15)

test(`every delivery answered 200 is in inbox.db, after ${KILLS} kills under 32 senders`, {
  timeout: 400_000,
}, async () => {
  const { acknowledged, missing, integrity } = await runKillRounds(tempHome().home, { kills: KILLS, senders: 32 })
  process.stdout.write(`${KILLS} kills, ${acknowledged} acknowledged, ${missing.length} missing\n`)
  expect(acknowledged).toBeGreaterThan(KILLS)
  expect(missing).toEqual([])
  expect(integrity).toEqual(['ok'])
})
