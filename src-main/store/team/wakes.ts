// When a desk looks for commits of its team: after a notice, and each half minute. Each desk waits a random time, so that
// 500 desks do not ask at the same moment.
import { processMonotonicMs } from '../../base/clock.ts'

const POLL_MS = 30_000
const LONGEST_NOTICE_MS = 4000

export const between = (leastMs: number, mostMs: number): number => leastMs + Math.random() * (mostMs - leastMs)

type Options = {
  /** Of the mirror. */
  readonly position: () => number
  readonly onWake: () => void
  readonly isConnected: () => boolean
}

export const createWakes = ({ position, onWake, isConnected }: Options) => {
  let wake: NodeJS.Timeout | undefined
  let emptyNotices = 0
  let noticed = { position: -1, atMs: Number.NEGATIVE_INFINITY }

  const within = (leastMs: number, mostMs: number): void => {
    wake ??= setTimeout(
      () => {
        wake = undefined
        onWake()
      },
      between(leastMs, mostMs),
    ).unref()
  }

  const poll = setInterval(() => isConnected() && within(0, 2000), POLL_MS).unref()

  return {
    /** A notice may name a commit that there never was: where several bring nothing, the next one is looked at later. */
    byNotice: (): void => {
      if (wake !== undefined) return
      const isSoon = processMonotonicMs() - noticed.atMs < 2 * LONGEST_NOTICE_MS
      emptyNotices = isSoon && noticed.position === position() ? emptyNotices + 1 : 0
      const slower = 2 ** Math.min(emptyNotices, 5)
      const mostMs = Math.min(250 * slower, LONGEST_NOTICE_MS)
      noticed = { position: position(), atMs: processMonotonicMs() }
      within(mostMs / 5, mostMs)
    },
    close: (): void => {
      clearTimeout(wake)
      clearInterval(poll)
    },
  }
}
