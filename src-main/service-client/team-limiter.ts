// The limiter of a desk in a team: PostgreSQL gives the slots of a bucket to all desks, so that together they never send more
// than the limit. Requests of one bucket that wait are one question. While PostgreSQL cannot be reached nobody knows how many
// requests the other desks send, so none is sent, also none that only reads: a key that is refused for its rate would stop the
// colleagues too (docs/decisions/0059).
import { DeskError } from '../../src-shared/desk/errors.ts'
import type { RoomParts } from '../room.ts'
import type { Limiter } from './limiter.ts'
import type { pauseBucket, TakeSlots, takeSlots } from './queries/team-slots.ts'
import { createWaitingLine, type TakeOptions, type WaitingLine } from './waiting-line.ts'

/** The team could not be asked for a slot of the limit that its desks share, so nothing was sent. */
export class NoSlot extends DeskError {
  constructor(cause: unknown) {
    const why = cause instanceof DeskError ? ` ${cause.message}` : ''
    super('network', `Requests wait for the database of the team, which counts those of all desks.${why}`)
    this.cause = cause
  }
}

export type TeamLimiterDeps = Pick<RoomParts, 'clock' | 'log'> & {
  /** Of PostgreSQL; they reject while it cannot be reached. */
  readonly ask: {
    readonly take: (args: TakeSlots) => ReturnType<typeof takeSlots>
    readonly taken: (args: { readonly bucket: string }) => Promise<number>
    readonly pause: (args: Parameters<typeof pauseBucket>[1]) => Promise<unknown>
  }
}

/** Another desk may report the end of a request earlier than was assumed. */
const LOOK_AGAIN_MS = 15_000
/** A request that has its slot waits for the disk, the keychain and its lease before it leaves. */
const BEFORE_SEND_MS = 120_000
const DEADLINE_MS = 300_000

type Bucket = {
  readonly line: WaitingLine<number>
  /** Nobody gets a slot before this. */
  waitsUntilMs: number
  isAsking: boolean
  ended: { readonly no: number; readonly atMs: number }[]
  unused: number[]
}

export const createTeamLimiter = ({ ask, clock, log }: TeamLimiterDeps): Limiter => {
  const buckets = new Map<string, Bucket>()
  const bucketOf = (name: string): Bucket => {
    const bucket = buckets.get(name) ?? {
      line: createWaitingLine(),
      waitsUntilMs: 0,
      isAsking: false,
      ended: [],
      unused: [],
    }
    buckets.set(name, bucket)
    return bucket
  }

  /** If the question fails, the next one reports the earlier slots. */
  const takeFor = async (name: string, bucket: Bucket): ReturnType<typeof takeSlots> => {
    const { line, ended, unused } = bucket
    bucket.ended = []
    bucket.unused = []
    try {
      return await ask.take({
        bucket: name,
        limit: line.limit(),
        wanted: line.size(),
        deadlineMs: DEADLINE_MS + BEFORE_SEND_MS,
        ended: ended.map(({ no, atMs }) => ({ no, agoMs: clock.monotonicMs() - atMs })),
        unused,
      })
    } catch (error) {
      bucket.ended.push(...ended)
      bucket.unused.push(...unused)
      throw error
    }
  }

  const handOut = (bucket: Bucket, slots: readonly number[]): void => {
    for (const no of slots) if (!bucket.line.grant(no)) bucket.unused.push(no)
  }

  const wait = async (bucket: Bucket, waitMs: number): Promise<void> => {
    bucket.waitsUntilMs = clock.now() + waitMs
    bucket.line.noteWaits(() => bucket.waitsUntilMs, clock.now())
    await clock.sleep(Math.min(waitMs, LOOK_AGAIN_MS))
  }

  const askUntilNobodyWaits = async (name: string, bucket: Bucket): Promise<void> => {
    await null // requests of the same turn are one question
    while (bucket.line.size() > 0) {
      const { slots, waitMs } = await takeFor(name, bucket)
      handOut(bucket, slots)
      if (slots.length === 0 && bucket.line.size() > 0) await wait(bucket, Math.max(waitMs, 50))
    }
  }

  const ensureAsking = (name: string, bucket: Bucket): void => {
    if (bucket.isAsking) return
    bucket.isAsking = true
    askUntilNobodyWaits(name, bucket)
      .catch((error: unknown) => {
        bucket.line.refuseAll(new NoSlot(error))
      })
      .finally(() => {
        bucket.isAsking = false
        if (bucket.line.size() > 0) ensureAsking(name, bucket)
      })
  }

  const slotFor = (name: string, bucket: Bucket, options: TakeOptions): Promise<number> => {
    const isWaitKnown = bucket.isAsking && bucket.waitsUntilMs > clock.now()
    const slot = bucket.line.join(options, isWaitKnown ? () => bucket.waitsUntilMs : undefined)
    ensureAsking(name, bucket)
    return slot
  }

  return {
    take: async (name, options) => {
      options.signal?.throwIfAborted()
      const bucket = bucketOf(name)
      const no = await slotFor(name, bucket, options)
      let hasEnded = false
      return (how) => {
        if (hasEnded) return
        hasEnded = true
        if (how === 'unused') bucket.unused.push(no)
        else bucket.ended.push({ no, atMs: clock.monotonicMs() })
      }
    },
    taken: (name) => ask.taken({ bucket: name }),
    close: async () => undefined, // PostgreSQL has what was sent
    pause: (name, ms) => {
      ask.pause({ bucket: name, ms }).catch((error: unknown) => log.warn({ err: error }, 'a pause was not shared'))
    },
  }
}
