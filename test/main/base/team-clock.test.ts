// Holds and times of publishing go by the server's clock, whatever this desk's clock says.
import { expect, test } from 'vitest'
import { createTeamClock } from '../../../src-main/base/team-clock.ts'
import { createManualClock } from '../../support/manual-clock.ts'

const HOUR_MS = 3_600_000

test('a desk whose clock is an hour late has the time of the server, and keeps it while its own clock is set', async () => {
  const own = createManualClock()
  const { clock, correct, isKnown } = createTeamClock(own, own.monotonicMs)
  expect([clock.now(), isKnown()]).toEqual([own.now(), false])
  const serverMs = own.now() + HOUR_MS
  expect(correct(serverMs - own.monotonicMs())).toBe(HOUR_MS)
  expect([clock.now(), isKnown()]).toEqual([serverMs, true])
  own.jump(-5 * HOUR_MS)
  await own.advance(1000)
  expect(clock.now()).toBe(serverMs + 1000)
  // Another answer of the server says the same.
  expect(correct(serverMs + 1000 - own.monotonicMs())).toBe(0)
})
