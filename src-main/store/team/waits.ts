// What a person reads about a write that has to wait for PostgreSQL: what waits, and since when nobody answers.
import { DeskError } from '../../../src-shared/desk/errors.ts'
import { DAY_MS } from '../../base/clock.ts'
import type { ConnectionState } from './connection.ts'

const timeOf = (ms: number): string => {
  const at = new Date(ms)
  const time = at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
  if (Date.now() - ms < DAY_MS) return time
  return `${at.toLocaleDateString('en-GB', { day: 'numeric', month: 'long' })}, ${time}`
}

/** `waits` names what waits by the write's name, at the begin of a sentence. */
export const createWaits =
  (waits: Readonly<Record<string, string>>, state: () => Pick<ConnectionState, 'sinceMs'>) =>
  (write: string, why: unknown): DeskError => {
    // Waiting would not help: the team refuses this desk.
    if (why instanceof DeskError && why.kind !== 'network') return why
    const what = waits[write] ?? 'This change'
    const since = timeOf(state().sinceMs)
    return new DeskError(
      'network',
      `${what} waits for the team's database, which has not been reachable since ${since}. Nothing was stored.`,
    )
  }
