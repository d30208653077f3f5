import { join } from 'node:path'
import { systemClock } from '../../../src-main/base/clock.ts'
import { getDispatcher } from '../../../src-main/base/dispatcher.ts'
import { openReopeningDesk } from '../../../src-main/reopening.ts'
import { dayAt, type FilledCache, fillCache, type Scale, type SeriesOf } from '../rank-cache.ts'
import { homeOf } from './opened-desk.ts'

export type PlainDesk = Awaited<ReturnType<typeof openReopeningDesk>>
type Options = Partial<Parameters<typeof openReopeningDesk>[0]>

/** A desk in this process, without a shell, background sync or receiver. */
export const openPlainDesk = (home: string, more: Options = {}): Promise<PlainDesk> =>
  openReopeningDesk({
    home,
    shell: 'none',
    keychain: 'session',
    clock: systemClock,
    getDispatcher,
    random: Math.random,
    version: '0.0.0-bench',
    checkOutput: false,
    logLevel: 'error',
    isBackgroundSyncWanted: false,
    isReceiverWanted: false,
    webhookPort: 0,
    teamAddress: null,
    ...more,
  })

/** The same on a filled folder, at noon after its last day. */
export const openFilled = (filled: FilledCache, days: number, more: Options = {}): Promise<PlainDesk> => {
  const startMs = Date.parse(`${dayAt(days)}T12:00:00Z`)
  const openedAt = performance.now()
  const clock = { ...systemClock, now: () => Math.round(startMs + performance.now() - openedAt) }
  return openPlainDesk(homeOf(filled), { clock, ...more })
}

type Filling = { readonly name: string; readonly scale: Scale; readonly seriesOf?: SeriesOf }

/** Fills a folder and removes it after the work; where AGENCY_DESK_BENCH_CACHES names one, it is kept there for the next run. */
export const onFilled = async <Result>(
  { name, scale, seriesOf }: Filling,
  work: (filled: FilledCache) => Promise<Result>,
): Promise<Result> => {
  const { AGENCY_DESK_BENCH_CACHES: kept } = process.env
  const filled = fillCache(scale, seriesOf, kept === undefined ? undefined : join(kept, name))
  try {
    console.log(`  filled ${scale.brands} brands in ${Math.round(filled.filledMs)} ms`)
    return await work(filled)
  } finally {
    filled.remove()
  }
}

/** Milliseconds of a processor that all threads took for it. */
export const processorMs = async (work: () => unknown): Promise<number> => {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
