import { given } from '../../src-main/base/given.ts'
import type { Printer } from '../../src-main/reports/printer.ts'
import type { EventPayload } from '../../src-shared/desk/contract.ts'
import { openTestDesk } from './composed-desk.ts'
import { openSandbox } from './sandbox.ts'

type Options = {
  readonly printer?: Printer
  readonly names?: readonly string[]
  readonly keywords?: number
  readonly home?: string
  /** Schedules run. */
  readonly background?: boolean
}

/** A desk whose brands have two periods of 28 days in the cache. Names of brands share no word. */
export const openReportDesk = async ({
  home,
  background = false,
  printer,
  names = ['Aurora Fittings', 'Borealis Tea'],
  keywords = 60,
}: Options = {}) => {
  const sandbox = await openSandbox({ brands: names.length, keywords, days: 62 })
  const desk = await openTestDesk({ ...given({ printer, home }), isBackgroundSyncWanted: background })
  const { call, sync, next } = desk
  await call('service.setProfile', { baseUrl: sandbox.baseUrl, limits: { requestsPerMinute: 100_000 } })
  await call('desk.setSettings', { historyDays: 58, syncEveryMinutes: 0 })
  const brands = []
  for (const [at, name] of names.entries())
    brands.push(await call('brands.add', { name, key: sandbox.brands[at]?.key ?? '', sessionOnly: true }))
  await sync({ datasets: ['rankings', 'history', 'clusters'] })
  /** Starts what begins a run, and waits for its end. */
  const untilEnd = async (
    begin: () => Promise<{ readonly id: string }>,
  ): Promise<EventPayload<'reports.progress'>['run']> => {
    const seen: EventPayload<'reports.progress'>['run'][] = []
    let wake = () => {}
    const stop = desk.desk.subscribe((event) => {
      if (event.name !== 'reports.progress' || event.payload.run.state === 'running') return
      seen.push(event.payload.run)
      wake()
    })
    const { id } = await begin()
    const ended = () => seen.findLast((run) => run.id === id && run.endedAt !== null)
    for (let run = ended(); ; run = ended()) {
      if (run !== undefined) {
        stop()
        return run
      }
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  return { ...desk, next, brands, untilEnd }
}
