import { describe, expect, test } from 'vitest'
import { DISCOVER, FIND_PEOPLE, openCreditsCrash } from '../support/credits-crash.ts'
import { CUT_POINTS, type CutPoint } from '../support/cutting-proxy.ts'
import { LATER_MS, tally, whenRead } from '../support/outreach-crash.ts'

/** Whether the service has done it by the time it was stopped at a point. */
const isDoneAt = (point: CutPoint): boolean => point === 'committed' || point === 'mid-reply'

describe.each([DISCOVER, FIND_PEOPLE])('$action', (paid) => {
  // The request for a discovery has no body to stop in the middle of.
  test.each(CUT_POINTS.filter((point) => point !== 'mid-body' || paid.action !== 'discover'))(
    'desk killed at "%s" is never charged twice by itself, and the ledger shows it',
    async (point) => {
      const { proxy, first, kill, restart, pay, charged, ledger, sendAgain } = await openCreditsCrash(paid)
      const trapped = proxy.trap(paid.path, point)
      const intentId = await pay(first)
      await trapped
      await kill(first)

      const cost = isDoneAt(point) ? paid.credits : 0
      const second = await restart()
      const seen = await whenRead(second, intentId)
      expect(tally(seen)).toEqual({ [isDoneAt(point) ? 'confirmed' : 'unknown']: paid.items })
      expect(seen.items[0]?.reason).not.toBe(null)
      // The answer never came: what was charged is not known, and that it may have been is shown.
      expect(await ledger(second)).toMatchObject([{ intentId, charged: null }])
      expect(await charged()).toBe(cost)
      await kill(second)

      // After more starts and checks, much later: nothing is requested again.
      const third = await restart(LATER_MS)
      expect(tally(await whenRead(third, intentId))).toEqual(tally(seen))
      expect(await charged()).toBe(cost)
      // As long as it is not certain, "again" is refused.
      const again = await third.call('intents.resolve', { id: intentId, as: 'retry' })
      expect(again).toMatchObject({ ok: false, error: { kind: 'conflict' } })
      expect(await charged()).toBe(cost)
      if (!isDoneAt(point)) {
        expect(tally(await sendAgain(third, intentId))).toEqual({ confirmed: paid.items })
        expect(await ledger(third)).toMatchObject([{ charged: paid.credits }])
      }
      expect(await charged()).toBe(paid.credits)
      await kill(third)
    },
  )
})
