// The short version; test/faults/outreach-credits-cuts.test.ts stops every paid intent at every point.
import { expect, test } from 'vitest'
import { DISCOVER, openCreditsCrash } from '../support/credits-crash.ts'
import { LATER_MS, tally, whenRead } from '../support/outreach-crash.ts'
import { testAlone } from '../support/team-engine.ts'

test('SIGKILL after the service charged it, before the answer: it runs, is in the ledger, and is charged once', async () => {
  const { proxy, first, kill, restart, pay, charged, ledger } = await openCreditsCrash(DISCOVER)
  const trapped = proxy.trap(DISCOVER.path, 'committed')
  const intentId = await pay(first)
  await trapped
  await kill(first)

  const second = await restart()
  expect(tally(await whenRead(second, intentId))).toEqual({ confirmed: 1 })
  expect(await ledger(second)).toEqual([{ intentId, charged: null, mayComeBack: 0 }])
  expect(await charged()).toBe(DISCOVER.credits)
  await kill(second)
})

testAlone('SIGKILL before the service received it: nothing is charged until a person retries it', async () => {
  const { proxy, first, kill, restart, charged, ledger, sendAgain, pay } = await openCreditsCrash(DISCOVER)
  const trapped = proxy.trap(DISCOVER.path, 'before')
  const intentId = await pay(first)
  await trapped
  await kill(first)

  const second = await restart(LATER_MS)
  expect((await whenRead(second, intentId)).state).toBe('unknown')
  expect(await charged()).toBe(0)
  expect(tally(await sendAgain(second, intentId))).toEqual({ confirmed: 1 })
  expect(await charged()).toBe(DISCOVER.credits)
  expect(await ledger(second)).toMatchObject([{ charged: DISCOVER.credits }])
  await kill(second)
})
