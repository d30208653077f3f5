// When a pitch goes out: never more than a mailbox's daily limit a day (UTC), and never closer to another of the same
// mailbox than the limit spread over a day, but for the one pitch that may go at once.
import { DAY_MS } from '../../src-shared/service/durations.ts'
import { dayOf } from '../seed/days.ts'

/** The first pitch of a batch waits this long, so that it can be unsent. */
const LEAD_MS = 60_000

export type PacedMailbox = { readonly id: string; readonly dailyLimit: number }
export type Mailbox = PacedMailbox & { readonly email: string }
/** A message that takes a mailbox's place at this time. */
export type Taken = { readonly mailboxId: string; readonly atMs: number }

/** Milliseconds between two messages of these mailboxes together. */
export const spacingOf = (mailboxes: readonly PacedMailbox[]): number =>
  Math.ceil(DAY_MS / mailboxes.reduce((sum, { dailyLimit }) => sum + dailyLimit, 0))

const createPlan = ({ id, dailyLimit }: PacedMailbox, taken: readonly Taken[]) => {
  const spacingMs = spacingOf([{ id, dailyLimit }])
  const times = taken.filter(({ mailboxId }) => mailboxId === id).map(({ atMs }) => atMs)
  times.sort((left, right) => left - right)
  const perDay = new Map<number, number>()
  const count = (atMs: number) => void perDay.set(dayOf(atMs), (perDay.get(dayOf(atMs)) ?? 0) + 1)
  for (const atMs of times) count(atMs)
  const hasRoomOn = (day: number): boolean => (perDay.get(day) ?? 0) < dailyLimit
  let next = 0 // times before this place are passed: what is asked for only moves forward
  let floorMs = Number.NEGATIVE_INFINITY

  const pastNeighbours = (fromMs: number): number => {
    let atMs = Math.max(fromMs, floorMs)
    for (let time = times[next]; time !== undefined && time < atMs + spacingMs; time = times[next]) {
      if (time > atMs - spacingMs) atMs = time + spacingMs
      next += 1
    }
    return atMs
  }
  return {
    hasRoomOn,
    /** The first time that is free, not before `fromMs`. */
    freeAt: (fromMs: number): number => {
      let atMs = pastNeighbours(fromMs)
      while (!hasRoomOn(dayOf(atMs))) atMs = pastNeighbours((dayOf(atMs) + 1) * DAY_MS)
      floorMs = atMs
      return atMs
    },
    take: (atMs: number): void => {
      count(atMs)
      floorMs = atMs + spacingMs
    },
  }
}

/** Paces one batch that was queued at `nowMs` over these mailboxes (at least one). */
export const createPacer = (mailboxes: readonly PacedMailbox[], taken: readonly Taken[], nowMs: number) => {
  const plans = mailboxes.map((mailbox) => ({ id: mailbox.id, plan: createPlan(mailbox, taken) }))
  const spacingMs = spacingOf(mailboxes)
  let fromMs = nowMs + LEAD_MS
  return {
    /** The next place of the batch, in the mailbox that is free first. */
    next: (): Taken => {
      const places = plans.map(({ id, plan }) => ({ id, plan, atMs: plan.freeAt(fromMs) }))
      const first = places.reduce((best, place) => (place.atMs < best.atMs ? place : best))
      first.plan.take(first.atMs)
      fromMs = first.atMs + spacingMs
      return { mailboxId: first.id, atMs: first.atMs }
    },
    /** A mailbox that may send one at once, or undefined where each has sent its day's mail. */
    now: (): Taken | undefined => {
      const ready = plans.find(({ plan }) => plan.hasRoomOn(dayOf(nowMs)))
      return ready === undefined ? undefined : { mailboxId: ready.id, atMs: nowMs }
    },
  }
}
