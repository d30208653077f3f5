// Drafts once a month, ready for review. Nothing is sent, and no file is made before a person approves.

import { randomBytes } from 'node:crypto'
import type { Handlers } from '../../src-shared/desk/contract.ts'
import type { ReportBrands, ReportSchedule, ReportTemplate } from '../../src-shared/desk/reports.ts'
import { addMonths, monthOf } from '../../src-shared/desk/values/report-period.ts'
import { createLoop } from '../base/background.ts'
import { localDay, toDay } from '../base/clock.ts'
import type { RoomParts } from '../room.ts'
import type { StoredSchedule } from './queries/schedules.ts'

// When a schedule makes drafts. A month is due on its day of the next month; the desk that was off then makes it once it runs.
/**
 * A day has come once it has begun both where the desk is and in UTC, by which rankings count their days: drafts are made
 * neither on the last evening of a month nor before its last day is over.
 */
export const scheduleDay = (nowMs: number, zone?: string): string => {
  const [utc, local] = [toDay(nowMs), localDay(nowMs, zone)]
  return local < utc ? local : utc
}

type Timing = Pick<StoredSchedule, 'isOn' | 'dayOfMonth' | 'lastMonth'>

/** The month to make drafts of now; null: none is due. A schedule that is new waits for its day. */
export const dueMonth = ({ isOn, dayOfMonth, lastMonth }: Timing, today: string): string | null => {
  const hasCome = Number(today.slice(8)) >= dayOfMonth
  if (!isOn || (lastMonth === null && !hasCome)) return null
  const due = addMonths(monthOf(today), hasCome ? -1 : -2)
  return lastMonth !== null && lastMonth >= due ? null : due
}

/** The next day on which it makes drafts; null while it is off. */
export const nextDayOf = (schedule: Timing, today: string): string | null => {
  if (!schedule.isOn) return null
  if (dueMonth(schedule, today) !== null) return today
  const { dayOfMonth, lastMonth } = schedule
  const isMade = lastMonth !== null && lastMonth >= addMonths(monthOf(today), -1)
  return `${addMonths(monthOf(today), isMade ? 1 : 0)}-${String(dayOfMonth).padStart(2, '0')}`
}

const CHECK_EVERY_MS = 60_000

type ScheduleDeps = RoomParts & {
  /** Those that are still there. */
  readonly brandIdsOf: (brands: ReportBrands) => readonly string[]
  readonly draft: (schedule: StoredSchedule, month: string) => Promise<void>
  /** Throws not-found. */
  readonly templateOf: (id: string) => Promise<ReportTemplate>
}

export const createSchedules = ({ store, clock, emit, log, brandIdsOf, draft, templateOf }: ScheduleDeps) => {
  const toSchedule = (stored: StoredSchedule): ReportSchedule => ({
    ...stored,
    nextDay: nextDayOf(stored, scheduleDay(clock.now())),
  })
  const changed = () => emit('changed', { brandIds: 'all', datasets: ['reportSchedules'] })
  /** What kept a schedule from its drafts, so that the log has it once. */
  const failures = new Map<string, string>()

  const run = async (): Promise<void> => {
    for (const schedule of await store.read('reports.schedules', {})) {
      const month = dueMonth(schedule, scheduleDay(clock.now()))
      // Where all of its brands are gone, or none has the tag yet, there is nothing to make.
      if (month === null || !schedule.isOnThisDesk || brandIdsOf(schedule.brands).length === 0) continue
      try {
        await draft(schedule, month)
        failures.delete(schedule.id)
        changed()
      } catch (error) {
        const reason = String(error)
        if (failures.get(schedule.id) !== reason) log.warn({ err: error }, 'drafts of a schedule could not be made')
        failures.set(schedule.id, reason)
      }
    }
  }

  const loop = createLoop({
    clock,
    everyMs: CHECK_EVERY_MS,
    run,
    onFault: (error) => log.warn({ err: error }, 'the schedules of reports could not be read'),
  })

  const handlers: Pick<Handlers, 'reports.schedules' | 'reports.saveSchedule' | 'reports.removeSchedule'> = {
    'reports.schedules': async () => ({ schedules: (await store.read('reports.schedules', {})).map(toSchedule) }),
    'reports.saveSchedule': async ({ id = `schedule_${randomBytes(9).toString('base64url')}`, ...schedule }) => {
      await templateOf(schedule.templateId)
      const saved = await store.write('reports.saveSchedule', { ...schedule, id })
      changed()
      loop.wake()
      return toSchedule(saved)
    },
    'reports.removeSchedule': async (input) => {
      await store.write('reports.removeSchedule', input)
      changed()
      return {}
    },
  }
  return { handlers, start: loop.start, close: loop.close }
}
