// Polls the outcome of unknown items. Polling sends nothing, so it runs by itself: at once, a second time after a while, again
// after a failure, and after a restart.
import { steadyClock } from '../base/clock.ts'
import { inAction } from '../base/log.ts'
import type { RoomParts } from '../room.ts'
import type { Apply } from './changes.ts'
import { createHolds } from './holds.ts'
import type { JournalKind } from './kind.ts'
import type { ChangedIntent } from './queries/intents.ts'
import { certainAtMs } from './rules/lost.ts'
import type { ItemOutcome } from './rules/model.ts'
import { isGone } from './rules/refused.ts'

export type PollResult = { readonly confirmed: number; readonly absent: number; readonly stillUnknown: number }

export type OutcomePollerDeps = Pick<RoomParts, 'store' | 'clock' | 'log'> & {
  readonly kindOf: (kind: ChangedIntent['kind']) => JournalKind
  readonly apply: Apply
  /** Aborted when the desk closes. */
  readonly signal: AbortSignal
}

const FAULT_RETRY_MS = 60_000
const FAULTS_MAX_MS = 15 * 60_000
const NOTHING: PollResult = { confirmed: 0, absent: 0, stillUnknown: 0 }

export const createOutcomePoller = ({ store, clock: wall, log, kindOf, apply, signal }: OutcomePollerDeps) => {
  // The time between two polls counts, so the wall clock must not be trusted: it may be set.
  const clock = steadyClock(wall)
  const faults = new Map<string, number>()

  const unknownItemsOf = (id: string) => store.read('intents.items', { id, scope: { state: 'unknown' } })

  /** When to poll next; null: another poll would not help. */
  const nextPollMs = async (id: string): Promise<number | null> => {
    const { kind, items } = await unknownItemsOf(id)
    const afterMs = kindOf(kind).recheckAfterMs
    if (afterMs === null || items.length === 0) return null
    const due = items.flatMap(({ result }): number[] => {
      if (result.lookedAt === undefined) return [Math.max(clock.now(), certainAtMs(result))]
      return result.looks === 1 ? [Math.min(Date.parse(String(result.lookedAt)), clock.now()) + afterMs] : []
    })
    return due.length === 0 ? null : Math.min(...due)
  }

  /** Stores the outcomes, except for items that were decided meanwhile; returns those it stored. */
  const decide = async (id: string, found: readonly ItemOutcome[]): Promise<readonly ItemOutcome[]> => {
    if (found.length === 0 || (await apply(id, { type: 'decide', outcomes: found })) !== null) return found
    const open = new Set((await unknownItemsOf(id)).items.map(({ item }) => item))
    const rest = found.filter(({ item }) => open.has(item))
    return rest.length < found.length ? decide(id, rest) : []
  }

  const pollNow = async (id: string): Promise<PollResult> => {
    const { kind, brandId, details, items } = await unknownItemsOf(id)
    const { reconcile } = kindOf(kind)
    const [first, ...rest] = items
    if (first === undefined) return NOTHING
    if (reconcile === null) return { ...NOTHING, stillUnknown: items.length }
    const found = await reconcile(
      { intentId: id, brandId, details, items: [first, ...rest] },
      { nowMs: clock.now(), signal },
    )
    const stored = await decide(id, found)
    const confirmed = stored.filter(({ state }) => state === 'confirmed').length
    const absent = stored.filter(({ state }) => state === 'failed').length
    return { confirmed, absent, stillUnknown: (await unknownItemsOf(id)).items.length }
  }

  const poll = (id: string): Promise<PollResult> => inAction({ intentId: id }, () => pollNow(id))

  const pollAndSchedule = async (id: string): Promise<void> => {
    try {
      await poll(id)
      faults.delete(id)
      await arm(id)
    } catch (error) {
      if (signal.aborted) return
      if (isGone(error)) {
        faults.delete(id)
        return
      }
      const count = (faults.get(id) ?? 0) + 1
      faults.set(id, count)
      log.warn({ err: error, intentId: id }, 'an outcome could not be polled')
      timers.set(id, clock.now() + Math.min(FAULT_RETRY_MS * 2 ** (count - 1), FAULTS_MAX_MS))
    }
  }
  const timers = createHolds({
    clock,
    release: pollAndSchedule,
    onError: (error) => log.error({ err: error }, 'an outcome was not polled'),
  })

  const arm = async (id: string): Promise<void> => {
    const atMs = await nextPollMs(id)
    if (atMs !== null && !signal.aborted) timers.set(id, atMs)
  }

  /** Those whose outcome this desk looks for. */
  const wanted = async (): Promise<readonly string[]> => {
    const unknown = await store.read('intents.unknown', {})
    return unknown.filter(({ kind }) => kindOf(kind).recheckAfterMs !== null).map(({ id }) => id)
  }

  return {
    /** Polls now; rejects if the read fails. */
    poll,
    /** Polls now, and later if needed; a failure is retried. */
    begin: pollAndSchedule,
    /** Polls when it helps. */
    arm,
    /** Continues the polls of an earlier run of the desk. */
    resume: async (): Promise<void> => {
      for (const id of await wanted()) await arm(id)
    },
    /** Other desks changed intents: what was decided there is not looked for any more. */
    refresh: async (): Promise<void> => {
      const timed = timers.ids()
      if (timed.length === 0) return
      const isWanted = new Set(await wanted())
      for (const id of timed) if (!isWanted.has(id)) timers.clear(id)
    },
    close: timers.close,
  }
}
export type OutcomePoller = ReturnType<typeof createOutcomePoller>
