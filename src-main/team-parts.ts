// What a desk in a team has in place of its own clock, its own limiter and its own right to send.
import type { Clock } from './base/clock.ts'
import { createListeners } from './base/listeners.ts'
import { createTeamClock } from './base/team-clock.ts'
import { type Claims, type ClaimTimes, claimsAlone, createClaims } from './journal/claims.ts'
import type { RoomParts } from './room.ts'
import { createLimiter, type Limiter } from './service-client/limiter.ts'
import { readLimiterWindows, replaceLimiterWindows, saveLimiterWindow } from './service-client/public.ts'
import { createTeamLimiter } from './service-client/team-limiter.ts'
import { mayRoleSend } from './team/rules/may-role-send.ts'

type TeamPartsDeps = Pick<RoomParts, 'store' | 'log'> & {
  /** The computer's. */
  readonly clock: Clock
  readonly random: () => number
  readonly claimTimes?: ClaimTimes | undefined
}

type TeamParts = {
  /** The server's time in a team. */
  readonly clock: Clock
  readonly claims: Claims
  readonly limiter: Limiter
  /** Called when PostgreSQL can be reached again, and when its clock turns out to be another than ours. */
  readonly onBack: (listener: () => void) => void
}

/** Timers that were set by a time that was so far from the server's are set again. */
const MOVED_MS = 500

/** The limiter and the claims of a desk alone, or of one in a team. */
export const createTeamParts = async (deps: TeamPartsDeps): Promise<TeamParts> => {
  const { store, clock: own, random, log } = deps
  const { team } = store
  if (team === null) {
    const limiter = await createLimiter({
      clock: own,
      monotonicMs: own.monotonicMs,
      store: {
        load: () => readLimiterWindows(store, {}),
        save: (bucket, window) => saveLimiterWindow(store, { bucket, ...window }),
        replace: (instants) => replaceLimiterWindows(store, { instants }),
      },
    })
    return { clock: own, claims: claimsAlone, limiter, onBack: () => undefined }
  }
  const time = createTeamClock(own)
  const back = createListeners<void>()
  let wasConnected = false
  const hear = ({ clockOffsetMs, connection }: ReturnType<typeof team.state>) => {
    const movedMs = clockOffsetMs === null ? 0 : time.correct(clockOffsetMs)
    const isConnected = connection === 'connected'
    if ((isConnected && !wasConnected) || Math.abs(movedMs) > MOVED_MS) back.notify()
    wasConnected = isConnected
  }
  hear(team.state())
  team.onState(hear)
  return {
    clock: time.clock,
    onBack: back.add,
    limiter: createTeamLimiter({
      ask: {
        take: (args) => team.query('limiter.take', args),
        pause: (args) => team.query('limiter.pause', args),
        taken: (args) => team.query('limiter.taken', args),
      },
      clock: time.clock,
      log,
    }),
    claims: createClaims({
      ask: {
        next: (args) => team.query('claims.next', args),
        renew: (args) => team.query('claims.renew', args),
        giveBack: (args) => team.query('claims.giveBack', args),
      },
      maySend: () => mayRoleSend(team.state().role),
      isTimeKnown: time.isKnown,
      deskName: (deskNo) => team.query('claims.deskName', { deskNo }),
      clock: own,
      random,
      log,
      times: deps.claimTimes,
    }),
  }
}
