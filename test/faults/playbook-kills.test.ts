import { expect, test } from 'vitest'
import { killRounds } from '../support/playbook-kills.ts'

const ROUNDS = 15

test(`${ROUNDS} runs, each with SIGKILL at a random moment: no paid step is asked for twice, and no progress is lost`, async () => {
  const { faults, counts } = await killRounds(ROUNDS)
  expect(faults).toEqual([])
  for (const count of counts) expect(count).toBeGreaterThan(2)
}, 300_000)
