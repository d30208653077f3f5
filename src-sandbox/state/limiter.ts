// The service's own limiter: a sliding window of 60 s per operation and key (or per account). Refused requests do not
// fill the window, but count in `largest`: a client that keeps the limit never has a `largest` above it.
import type { OperationName } from '../../src-shared/service/operations.ts'
import { requestsPerMinuteOf, type ServiceProfile } from '../../src-shared/service/profile.ts'
import { getOrMake } from './get-or-make.ts'

const WINDOW_MS = 60_000

type Window = {
  /** null: all brands of the account share the window. */
  readonly teamId: string | null
  readonly operation: OperationName
  takenMs: number[]
  attemptsMs: number[]
  /** The most requests within 60 s so far, refused ones included. */
  largest: number
  total: number
  refused: number
}

export const createLimiter = (profile: ServiceProfile) => {
  const windows = new Map<string, Window>()

  const windowOf = (operation: OperationName, brandTeamId: string): Window => {
    const teamId = profile.limits.scope === 'key' ? brandTeamId : null
    return getOrMake(windows, `${teamId ?? ''} ${operation}`, () => {
      return { teamId, operation, takenMs: [], attemptsMs: [], largest: 0, total: 0, refused: 0 }
    })
  }

  return {
    /** Milliseconds until the request would be accepted; 0: it is accepted now. */
    take: (operation: OperationName, teamId: string, nowMs: number): number => {
      const window = windowOf(operation, teamId)
      const limit = requestsPerMinuteOf(profile, operation)
      window.takenMs = withinWindow(window.takenMs, nowMs)
      window.attemptsMs = [...withinWindow(window.attemptsMs, nowMs), nowMs]
      window.largest = Math.max(window.largest, window.attemptsMs.length)
      window.total += 1
      const oldestMs = window.takenMs[window.takenMs.length - limit]
      if (oldestMs === undefined) {
        window.takenMs.push(nowMs)
        return 0
      }
      window.refused += 1
      return oldestMs + WINDOW_MS - nowMs
    },
    counts: () =>
      Array.from(windows.values(), ({ teamId, operation, largest, total, refused }) => {
        return { teamId, operation, limit: requestsPerMinuteOf(profile, operation), largest, total, refused }
      }),
  }
}
export type Limiter = ReturnType<typeof createLimiter>

/** A request leaves the window after 60 s; so does one from the future, after the clock was set back. */
const withinWindow = (times: readonly number[], nowMs: number): number[] =>
  times.filter((ms) => ms > nowMs - WINDOW_MS && ms <= nowMs)
