// Drafts once a month, ready for review. Nothing is sent, and no file is made before a person approves.
import { randomBytes } from 'node:crypto'
import type { Handlers } from '../../src-shared/desk/contract.ts'
import type { ReportBrands, ReportSchedule, ReportTemplate } from '../../src-shared/desk/reports.ts'
import { createLoop } from '../base/background.ts'
import type { RoomParts } from '../room.ts'
import type { StoredSchedule } from './queries/schedules.ts'
import { dueMonth, nextDayOf, scheduleDay } from './rules/due.ts'

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
