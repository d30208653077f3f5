// The demo agency of a first start: its brands are in the brand book, its sandbox is a child of this desk, and its keys
// are held here, in memory. A data folder whose demo brands were all removed starts no sandbox again.
import type { CallOutput } from '../../src-shared/desk/contract.ts'
import type { Dataset } from '../../src-shared/desk/sync.ts'
import { dayNumber, toDay } from '../base/clock.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import { ensureDemoBrands } from '../brands/demo-brands.ts'
import { asDeskError, type Desk } from '../desk.ts'
import type { Notices } from '../notices.ts'
import type { RoomParts } from '../room.ts'
import { articlePages, plantLifts } from './articles.ts'
import { pastAuditOf } from './audits.ts'
import { type Demo, startDemo } from './demo.ts'
import { plantFalls } from './falls.ts'
import { createDemoHistory } from './history.ts'
import type { StartSandbox } from './sandbox-process.ts'

export type DemoAgencyDeps = RoomParts & {
  readonly book: BrandBook
  readonly notify: Notices['notify']
  /** Absent: no demo is wanted. */
  readonly startSandbox: StartSandbox | undefined
}

export type DemoAgency = {
  /** Starts the sandbox where the folder is new or still has demo brands. Never rejects: a failure is a notice. */
  readonly start: () => Promise<void>
  /** Sets where the sandbox sends a demo brand's webhooks; nothing happens while it does not run. */
  readonly sendWebhooksTo: (target: { teamId: string; url: string; secret: string }) => Promise<void>
  /** Adds the demo's past after the first sync of its brands; once. Never rejects: without it the demo is only emptier. */
  readonly addHistory: (desk: Pick<Desk, 'call' | 'subscribe'>) => Promise<void>
  readonly keyOf: (teamId: string) => string | null
  readonly baseUrl: () => string | null
  readonly status: () => CallOutput<'desk.about'>['demo']
  readonly close: () => Promise<void>
}

/** Set once its past was made, before the first row of it: a crash leaves some of it out, and repeats none. */
const HISTORY_KEY = 'demo-history-made'
/** What its past is made of. */
const HISTORY_READS: readonly Dataset[] = [
  'rankings',
  'history',
  'prospects',
  'contacts',
  'outbox',
  'connectors',
  'clusters',
]

/** The day on which the demo was made; an agency that removed it does not get it again. Once it was no more than `true`. */
const MADE_KEY = 'demo-made'

export const createDemoAgency = (deps: DemoAgencyDeps): DemoAgency => {
  const { store, book, clock, log, startSandbox } = deps
  let demo: Demo | null = null
  let keys: ReadonlyMap<string, string> = new Map()

  const forget = () => {
    demo = null
    keys = new Map()
  }

  const notify = (message: string) => deps.notify({ level: 'warning', title: 'Demo agency', message })

  const watch = async (running: Demo) => {
    const code = await running.ended
    if (demo !== running) return
    forget()
    log.warn({ code }, 'sandbox ended')
    notify('Its sandbox has ended. Synced data stays. Start the desk again to continue the demo.')
  }

  /** Never rejects: without it the demo's articles only have no effect. */
  const plant = async (running: Demo, madeDay: string) => {
    try {
      await plantLifts(running, dayNumber(madeDay))
      await plantFalls(running, dayNumber(madeDay))
    } catch (error) {
      log.warn({ err: error }, 'the articles of the demo have no effect, or nothing of it fell')
    }
  }

  const start = async () => {
    if (startSandbox === undefined) return
    const made = await store.read('settings.get', { key: MADE_KEY })
    const isNew = book.list().length === 0 && made === null
    if (!isNew && !book.list().some((brand) => brand.demo)) return
    const madeDay = isNew ? toDay(clock.now()) : made
    try {
      const running = await startDemo({ startSandbox })
      demo = running
      keys = new Map(running.brands.map(({ teamId, key }) => [teamId, key]))
      void watch(running)
      const planted = typeof madeDay === 'string' ? plant(running, madeDay) : undefined
      if (isNew) {
        await ensureDemoBrands({ book, clock }, running.brands)
        await store.write('settings.set', { key: MADE_KEY, value: madeDay })
      }
      await planted
    } catch (error) {
      log.error({ err: error }, 'sandbox did not start')
      notify(asDeskError(error).message)
    }
  }

  const sendWebhooksTo: DemoAgency['sendWebhooksTo'] = async (target) => {
    await demo?.control('/webhooks', target)
  }

  const isSynced = async (ids: readonly string[]): Promise<boolean> => {
    const rows = await store.read('freshness.list', { brandIds: ids })
    const isRead = (id: string, wanted: Dataset) =>
      rows.some(({ brandId, dataset, fetchedAtMs }) => brandId === id && dataset === wanted && fetchedAtMs !== null)
    return ids.every((id) => HISTORY_READS.every((dataset) => isRead(id, dataset)))
  }

  const demoBrands = () => book.list().filter((brand) => brand.demo)
  let isTrying = false
  let isAskedAgain = false

  const makeHistory = async (desk: Pick<Desk, 'call' | 'subscribe'>): Promise<boolean> => {
    const brands = demoBrands()
    if (brands.length === 0 || (await store.read('settings.get', { key: HISTORY_KEY })) === true) return true
    const running = demo
    if (running === null || !(await isSynced(brands.map(({ id }) => id)))) return false
    const pagesOf = (teamId: string) => articlePages(running, teamId)
    await store.write('settings.set', { key: HISTORY_KEY, value: true })
    const auditOf = pastAuditOf(running)
    await createDemoHistory({ store, desk, pagesOf, auditOf, nowMs: clock.now() }).make(brands)
    const datasets = [
      'articles',
      'deliveries',
      'intents',
      'audits',
      'auditSites',
      'alertRules',
      'annotations',
      'credits',
      'playbookRuns',
      'suppressions',
    ] as const
    deps.emit('changed', { brandIds: brands.map(({ id }) => id), datasets })
    return true
  }

  /** Whether it needs no further try. Each run of a sync that ends asks for one; two at once would make the past twice. */
  const tryHistory = async (desk: Pick<Desk, 'call' | 'subscribe'>): Promise<boolean> => {
    isAskedAgain = true
    if (isTrying) return false
    isTrying = true
    try {
      let isDone = false
      while (isAskedAgain && !isDone) {
        isAskedAgain = false
        isDone = await makeHistory(desk)
      }
      return isDone
    } catch (error) {
      log.warn({ err: error }, 'the demo has only a part of its past')
      return true
    } finally {
      isTrying = false
    }
  }

  const addHistory: DemoAgency['addHistory'] = async (desk) => {
    if (await tryHistory(desk)) return
    const stop = desk.subscribe((event) => {
      if (event.name === 'sync.progress' && event.payload.run.endedAt !== null)
        void tryHistory(desk).then((isDone) => isDone && stop())
    })
  }

  const close = async () => {
    const running = demo
    forget()
    await running?.close()
  }

  return {
    start,
    close,
    sendWebhooksTo,
    addHistory,
    keyOf: (teamId) => keys.get(teamId) ?? null,
    baseUrl: () => demo?.baseUrl ?? null,
    status: () => ({ running: demo !== null, baseUrl: demo?.baseUrl ?? null }),
  }
}
