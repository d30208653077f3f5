// Deletion by age trusts the clock. A clock far ahead of the last run is either wrong, or the desk was not used: a person
// confirms which, and until then nothing is deleted. The last run is updated only while the clock is not in doubt, so
// that the next start under the same wrong clock is in doubt again.
import type { ClockState } from '../../src-shared/desk/clock.ts'
import { DAY_MS, toDay, toInstant } from '../base/clock.ts'
import { createListeners } from '../base/listeners.ts'
import type { NewNotice } from '../notices.ts'
import type { RoomParts } from '../room.ts'

const FAR_MS = 30 * DAY_MS
export const LAST_RUN_KEY = 'desk.lastRunMs'

export type DeleteOld = (work: {
  /** Whether there is anything to delete. */
  readonly isDue: () => Promise<boolean>
  readonly run: () => Promise<void>
}) => Promise<void>

export type ClockGuardDeps = RoomParts & {
  readonly notify: (notice: NewNotice) => void
}

/**
 * Where no run was stored yet, the newest row says when the desk last ran. It is stored at once: rows written from now on
 * may carry a wrong date.
 */
const loadLastRun = async ({ store, clock }: ClockGuardDeps): Promise<number> => {
  const stored = await store.read('settings.get', { key: LAST_RUN_KEY })
  if (typeof stored === 'number') return stored
  const lastRunMs = (await store.read('core.newestRow', { untilMs: clock.now() })) ?? clock.now()
  await store.write('settings.set', { key: LAST_RUN_KEY, value: lastRunMs })
  return lastRunMs
}

export const createClockGuard = async (deps: ClockGuardDeps) => {
  const { store, clock, emit, notify, log } = deps
  let lastRunMs = await loadLastRun(deps)
  let isInDoubt = false
  const listeners = createListeners<void>()

  const state = (): ClockState => {
    const nowMs = clock.now()
    const daysAhead = Math.max(0, Math.floor((nowMs - lastRunMs) / DAY_MS))
    return { isInDoubt, now: toInstant(nowMs), lastRunAt: toInstant(lastRunMs), daysAhead }
  }
  const setInDoubt = (next: boolean): void => {
    if (next === isInDoubt) return
    isInDoubt = next
    const { daysAhead } = state()
    emit('desk.clockChanged', state())
    if (!next) {
      listeners.notify()
      return
    }
    const today = toDay(clock.now())
    log.warn({ today, daysAhead }, 'the clock is in doubt: nothing is deleted by its age')
    notify({
      level: 'warning',
      title: 'Check the clock',
      message: `The clock says ${today}, ${daysAhead} days after the desk last ran. Nothing is deleted until you confirm the date, in the window or with: desk call desk.confirmClock`,
      isInBanner: true,
    })
  }
  const noteRun = async (nowMs: number): Promise<void> => {
    if (nowMs <= lastRunMs) return
    await store.write('settings.set', { key: LAST_RUN_KEY, value: nowMs })
    lastRunMs = nowMs
  }
  const mayDelete = async (): Promise<boolean> => {
    const nowMs = clock.now()
    setInDoubt(nowMs > lastRunMs + FAR_MS)
    if (!isInDoubt) await noteRun(nowMs)
    return !isInDoubt
  }

  const deleteOld: DeleteOld = async ({ isDue, run }) => {
    if (!(await mayDelete()) || !(await isDue())) return
    try {
      await store.write('core.backupBeforeDeletion', { nowMs: clock.now() })
    } catch (error) {
      return log.warn({ err: error }, 'nothing was deleted by its age: the backup before it failed')
    }
    await run()
  }

  await mayDelete()
  return {
    handlers: {
      'desk.clock': async () => {
        await mayDelete()
        return state()
      },
      'desk.confirmClock': async () => {
        await noteRun(clock.now())
        setInDoubt(false)
        return state()
      },
    },
    /** Whether rows may be deleted by their age now. */
    mayDelete,
    /** Deletes rows of core.db by age where that is allowed; the first time on a day after a backup. */
    deleteOld,
    /** Called once the clock is no longer in doubt. */
    onTrusted: listeners.add,
    close: async (): Promise<void> => void (await mayDelete()),
  }
}
export type ClockGuard = Awaited<ReturnType<typeof createClockGuard>>
