// Drafts once a month, ready for review. Nothing is sent, and no file is made before a person approves.
import { randomBytes } from 'node:crypto'
import type { Handlers, ParsedInput } from '../../src-shared/desk/contract.ts'
import { addMonths } from '../../src-shared/desk/report-period.ts'
import type { ReportRun, ReportSchedule, ReportTemplate } from '../../src-shared/desk/reports.ts'
import { createLoop } from '../base/background.ts'
import { type Clock, toDay } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import type { Emit } from '../desk.ts'
import type { Store } from '../store/store.ts'
import type { StoredSchedule } from './queries/schedules.ts'

const CHECK_EVERY_MS = 60_000

type ScheduleDeps = {
  readonly store: Store
  readonly clock: Clock
  readonly emit: Emit
  readonly log: Log
  readonly brands: Pick<BrandBook, 'find'>
  readonly create: (wanted: ParsedInput<'reports.create'> & { readonly scheduleId?: string }) => Promise<ReportRun>
  /** Throws not-found. */
  readonly templateOf: (id: string) => Promise<ReportTemplate>
}

/** The month that is due on this day: the one before, once the day of the month has come. */
export const dueMonth = ({ dayOfMonth }: Pick<StoredSchedule, 'dayOfMonth'>, today: string): string =>
  addMonths(today.slice(0, 7), Number(today.slice(8)) >= dayOfMonth ? -1 : -2)

/** The next day on which it makes drafts. */
export const nextDayOf = ({ isOn, dayOfMonth, lastMonth }: StoredSchedule, today: string): string | null => {
  if (!isOn) return null
  const day = String(dayOfMonth).padStart(2, '0')
  const thisMonth = `${today.slice(0, 7)}-${day}`
  const isMade = lastMonth !== null && lastMonth >= addMonths(today.slice(0, 7), -1)
  return isMade ? `${addMonths(today.slice(0, 7), 1)}-${day}` : thisMonth < today ? today : thisMonth
}

export const createSchedules = ({ store, clock, emit, log, brands, create, templateOf }: ScheduleDeps) => {
  /** A brand that was removed is in no schedule any more. */
  const toSchedule = (stored: StoredSchedule): ReportSchedule => ({
    ...stored,
    nextDay: nextDayOf(stored, toDay(clock.now())),
  })
  const changed = () => emit('changed', { brandIds: 'all', datasets: ['reportSchedules'] })

  /** Where its brands are gone there is nothing to make. */
  const brandsOf = (wanted: StoredSchedule['brands']): StoredSchedule['brands'] | null => {
    if (wanted === 'all' || 'tags' in wanted) return wanted
    const brandIds = wanted.brandIds.filter((id) => brands.find(id) !== null)
    return brandIds.length === 0 ? null : { brandIds }
  }

  const run = async (): Promise<void> => {
    for (const schedule of await store.read('reports.schedules', {})) {
      const month = dueMonth(schedule, toDay(clock.now()))
      const wanted = brandsOf(schedule.brands)
      const isMade = schedule.lastMonth !== null && schedule.lastMonth >= month
      if (!schedule.isOn || !schedule.isOnThisDesk || isMade || wanted === null) continue
      if (!(await store.write('reports.takeMonth', { id: schedule.id, month }))) continue
      const { templateId, formats, asZip, id } = schedule
      await create({ brands: wanted, templateId, period: { month }, formats, asZip, review: true, scheduleId: id })
      changed()
    }
  }

  const loop = createLoop({
    clock,
    everyMs: CHECK_EVERY_MS,
    run,
    onFault: (error) => log.warn({ err: error }, 'scheduled reports could not be drafted'),
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
