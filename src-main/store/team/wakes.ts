// When a desk looks for commits of its team: after a notice, and each half minute. Each desk waits a random time, so that
// 500 desks do not ask at the same moment. The server names a commit at most once in 1.5 s (migrations/rarer-notices.ts): until
// these are over a desk looks by itself, once in 0.875 s at the latest. A notice wakes a session of each desk, a look only its own.
import { processMonotonicMs } from '../../base/clock.ts'

const POLL_MS = 30_000
const QUIET_MS = 1000
export const SLICE_MS = 1500
/** From the last commit that was not named until it is visible: its way to the disk. */
const MARGIN_MS = 50
/** So that all desks do not look at once. */
const LATEST_MS = 250
/** Between two looks until the time is over in which commits are not named: every look of 500 desks is work for the server. */
const SPACING_MS = 875
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
  /** The looks until then in equal steps, the last one after it. */
  const nextIn = (nowMs: number): number => {
    const leftMs = unnamedUntilMs - nowMs
    return leftMs / Math.max(1, Math.ceil((leftMs - EARLY_MS) / (SPACING_MS * slower())))
  }
  const after = (ms: number): void => {
    wake ??= setTimeout(look, ms).unref()
  }

  const poll = setInterval(() => isConnected() && after(between(0, 2000)), POLL_MS).unref()

  return {
    /** `isNew`: names a commit that the mirror lacks. Else there may be others after it that nobody names. */
    byNotice: (isNew: boolean): void => {
      const nowMs = processMonotonicMs()
      const pauseMs = between(SLICE_MS + MARGIN_MS, SLICE_MS + LATEST_MS) * slower()
      unnamedUntilMs = nowMs + Math.min(pauseMs, LONGEST_NOTICE_MS)
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
