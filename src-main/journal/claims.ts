// Who sends an intent. In a team only the desk with a claim does: a lease by PostgreSQL's clock, one for each brand, renewed
// while the desk lives. Before a request leaves, its lease lasts longer than the request can (decision 57): so when a lease
// ends, the request has ended. A desk alone always may.
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { claimNext, GivenClaim, giveBackClaim, renewClaim } from './queries/team-claims.ts'

export type Lease = {
  /** By this computer's clocks, which can only be too careful. */
  readonly isHeld: () => boolean
  /** Resolves when it lasts for this long at least. Rejects with LeaseEnded: nothing may be sent. */
  readonly cover: (ms: number) => Promise<void>
  /** When other desks may take it, by the server's clock; null: there are none. */
  readonly untilMs: () => number | null
  /** It is not needed any more. Never rejects: at worst it ends by itself. */
  readonly giveBack: () => Promise<void>
}

/** `isLost`: in flight when the lease of another desk ended, or of this one; its outcome is unknown. */
export type Claim = { readonly intentNo: number; readonly isLost: boolean; readonly lease: Lease }

export type Claims = {
  /** What this desk has no key for, another one may send. */
  readonly mayOthersHaveKeys: boolean
  /** Why this desk does not send is stored; otherwise each desk says it for itself. */
  readonly areWaitsStored: boolean
  /** What is in flight ends with its claim; otherwise with the run of the desk that sends it. */
  readonly doClaimsEnd: boolean
  /** No hold ends before its time by the clock, whatever a timer says. */
  readonly areHoldsByClock: boolean
  /** Whether this person's role lets this desk send; null: not known now. */
  readonly maySend: () => boolean | null
  /** The brand's intent that is to be sent now; null: none, or another desk sends for this brand, or it cannot be asked. */
  readonly next: (of: {
    readonly brandId: string
    /** The oldest that this desk knows and may send. */
    readonly no: number
    /** Those that this desk may not send now. */
    readonly except: () => readonly number[]
  }) => Promise<Claim | null>
  /** When to ask again after null. */
  readonly retryMs: () => number
  /** Ends a claim that an earlier run of this desk left behind. */
  readonly giveBack: (intentNo: number) => Promise<void>
  /** How much later this desk ends the hold of an intent that another desk armed as well: one of all writes it. */
  readonly lateMs: () => number
  /** Whether the time that holds end by is known. */
  readonly isTimeKnown: () => boolean
  /** What its person called the desk; null: not known now. */
  readonly deskName: (deskNo: number) => Promise<string | null>
}

/** The lease ended, or cannot be made to last long enough. Nothing was sent. */
export class LeaseEnded extends Error {}

const ALWAYS: Lease = {
  isHeld: () => true,
  cover: async () => undefined,
  untilMs: () => null,
  giveBack: async () => undefined,
}

export const claimsAlone: Claims = {
  mayOthersHaveKeys: false,
  areWaitsStored: true,
  doClaimsEnd: false,
  areHoldsByClock: false,
  maySend: () => true,
  next: async ({ no }) => ({ intentNo: no, isLost: false, lease: ALWAYS }),
  retryMs: () => 0,
  giveBack: async () => undefined,
  lateMs: () => 0,
  isTimeKnown: () => true,
  deskName: async () => null,
}

type Asked<Query extends (client: never, args: never) => unknown> = (args: Parameters<Query>[1]) => ReturnType<Query>

export type ClaimsDeps = {
  /** Of PostgreSQL; they reject while it cannot be reached. */
  readonly ask: {
    readonly next: Asked<typeof claimNext>
    readonly renew: Asked<typeof renewClaim>
    readonly giveBack: Asked<typeof giveBackClaim>
  }
  readonly maySend: Claims['maySend']
  readonly isTimeKnown: Claims['isTimeKnown']
  readonly deskName: Claims['deskName']
  /** The computer's own: of its two clocks, the one that went further counts. One may stand still while it sleeps. */
  readonly clock: Clock
  readonly random: () => number
  readonly log: Log
  readonly times?: ClaimTimes | undefined
}

export type ClaimTimes = {
  readonly leaseMs: number
  /** No request takes longer. */
  readonly coverMaxMs: number
  readonly renewEveryMs: number
  readonly retryMs: number
  readonly lateMs: number
}
export const CLAIM_TIMES: ClaimTimes = {
  leaseMs: 60_000,
  coverMaxMs: Number.POSITIVE_INFINITY,
  renewEveryMs: 15_000,
  retryMs: 20_000,
  lateMs: 2_000,
}

/** Between this desk's last look at a lease and the end of a request that was to end in time. */
const MARGIN_MS = 5_000

export const createClaims = (deps: ClaimsDeps): Claims => {
  const { ask, maySend, isTimeKnown, deskName, clock, random, log } = deps
  const times = deps.times ?? CLAIM_TIMES

  const mark = () => ({ monotonicMs: clock.monotonicMs(), wallMs: clock.now() })
  type Mark = ReturnType<typeof mark>
  const since = (then: Mark): number => Math.max(clock.monotonicMs() - then.monotonicMs, clock.now() - then.wallMs)

  const startLease = (intentNo: number, asked: Mark, given: GivenClaim): Lease => {
    const ended = new AbortController()
    let lasts = { from: asked, ms: times.leaseMs, untilMs: given.untilMs }
    let needed = { from: asked, ms: 0 }
    let isLost = false
    const leftMs = () => (isLost ? 0 : lasts.ms - since(lasts.from))

    const renew = async (): Promise<void> => {
      const from = mark()
      // Never less than what a request under way still needs.
      const ms = Math.max(times.leaseMs, needed.ms - since(needed.from))
      const untilMs = await ask.renew({ intentNo, seconds: ms / 1000 })
      if (untilMs === null) isLost = true
      else lasts = { from, ms, untilMs }
    }
    const keep = async (): Promise<void> => {
      for (;;) {
        await clock.sleep(times.renewEveryMs, ended.signal)
        if (isLost) return
        await renew().catch((error: unknown) => log.warn({ err: error, intentNo }, 'a lease was not renewed'))
      }
    }
    keep().catch(() => undefined) // given back

    return {
      isHeld: () => leftMs() > 0,
      cover: async (requestMs) => {
        const ms = Math.min(requestMs, times.coverMaxMs)
        needed = { from: mark(), ms: ms + MARGIN_MS }
        if (leftMs() < ms)
          await renew().catch((error: unknown) => {
            throw new LeaseEnded('The right to send could not be renewed.', { cause: error })
          })
        if (leftMs() < ms) throw new LeaseEnded('The right to send went to another desk.')
      },
      untilMs: () => lasts.untilMs,
      giveBack: async () => {
        ended.abort()
        await giveBack(intentNo)
      },
    }
  }

  const giveBack = (intentNo: number): Promise<void> =>
    ask.giveBack({ intentNo }).then(
      () => undefined,
      (error: unknown) => log.warn({ err: error, intentNo }, 'a claim was not given back'),
    )

  return {
    mayOthersHaveKeys: true,
    areWaitsStored: false,
    doClaimsEnd: true,
    areHoldsByClock: true,
    maySend,
    next: async ({ brandId, except }) => {
      if (maySend() !== true) return null
      const asked = mark()
      try {
        const given = await ask.next({ brandId, seconds: times.leaseMs / 1000, except: except() })
        if (given === null) return null
        return { ...given, lease: startLease(given.intentNo, asked, given) }
      } catch (error) {
        log.warn({ err: error, brandId }, 'nothing was claimed')
        return null
      }
    },
    retryMs: () => times.retryMs * (1 + random()),
    giveBack,
    lateMs: () => times.lateMs * (1 + 4 * random()),
    isTimeKnown,
    deskName,
  }
}
