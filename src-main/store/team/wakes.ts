// When a desk looks for commits of its team: after a notice, and each half minute. Each desk waits a random time, so that
// 500 desks do not ask at the same moment. The server names a commit at most once in 1.5 s (migrations/rarer-notices.ts): until
// these are over a desk looks by itself, once in 0.875 s at the latest. A notice wakes a session of each desk, a look only its own.
import { processMonotonicMs } from '../../base/clock.ts'

const POLL_MS = 30_000
const QUIET_MS = 1000
export const SLICE_MS = 1500
/** From the last commit that was not named until it is visible: its way to the disk. */
const MARGIN_MS = 50
/**
 * Between two looks until the time is over in which commits are not named: every look of 500 desks is work for the server. Each
 * is another random time, so that desks that heard the same notice do not look at once.
 */
const SPACING_MS = [700, 875] as const
/** A timer may come so much before its time. */
const EARLY_MS = 5
const LONGEST_NOTICE_MS = 4000
/** Once no more notices come: a slow disk, or a replica that confirms each commit, may show the last one late. */
const LATE_MS = [2500, 3500] as const
/** Looks that bring nothing, without a pause that grows. */
const FREE_LOOKS = 4

export const between = (leastMs: number, mostMs: number): number => leastMs + Math.random() * (mostMs - leastMs)

type Options = {
  /** Of the mirror. */
  readonly position: () => number
  readonly onWake: () => void
  readonly isConnected: () => boolean
}

export const createWakes = ({ position, onWake, isConnected }: Options) => {
  let wake: NodeJS.Timeout | undefined
  let late: NodeJS.Timeout | undefined
  /** Until then a commit may come that nobody names. */
  let unnamedUntilMs = Number.NEGATIVE_INFINITY
  let looked = { atMs: Number.NEGATIVE_INFINITY, position: -1, inVain: 0 }

  /** A notice may name a commit that there never was: where looks bring nothing, the next one is later. */
  const slower = (): number => 2 ** Math.max(0, Math.min(looked.inVain - FREE_LOOKS, 5))

  const isQuiet = (nowMs: number): boolean => nowMs - looked.atMs > QUIET_MS

  const look = (): void => {
    const nowMs = processMonotonicMs()
    const isInVain = looked.position === position() && nowMs - looked.atMs < 2 * LONGEST_NOTICE_MS
    looked = { atMs: nowMs, position: position(), inVain: isInVain ? looked.inVain + 1 : 0 }
    wake = undefined
    onWake()
    if (unnamedUntilMs > nowMs + EARLY_MS) after(nextIn(nowMs))
  }
  /** Where it can be the last one, it is after that time. */
  const nextIn = (nowMs: number): number => {
    const [leastMs, mostMs] = SPACING_MS
    const leftMs = (unnamedUntilMs - nowMs) / slower()
    const stepMs = between(leftMs > mostMs ? leastMs : Math.max(leftMs, leastMs), mostMs)
    return Math.min(stepMs * slower(), LONGEST_NOTICE_MS)
  }
  const after = (ms: number): void => {
    wake ??= setTimeout(look, ms).unref()
  }

  const poll = setInterval(() => isConnected() && after(between(0, 2000)), POLL_MS).unref()

  return {
    /** `isNew`: names a commit that the mirror lacks. Else there may be others after it that nobody names. */
    byNotice: (isNew: boolean): void => {
      const nowMs = processMonotonicMs()
      unnamedUntilMs = nowMs + Math.min((SLICE_MS + MARGIN_MS) * slower(), LONGEST_NOTICE_MS)
      after(isNew && isQuiet(nowMs) ? between(50, 250) : nextIn(nowMs))
      clearTimeout(late)
      late = setTimeout(() => after(0), between(...LATE_MS)).unref()
    },
    close: (): void => {
      clearTimeout(wake)
      clearTimeout(late)
      clearInterval(poll)
    },
  }
}
