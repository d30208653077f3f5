// The demo agency of a first start: its brands are in the brand book, its sandbox is a child of this desk, and its keys
// are held here, in memory. A data folder whose demo brands were all removed starts no sandbox again.
import type { CallOutput } from '../../src-shared/desk/contract.ts'
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import { ensureDemoBrands } from '../brands/demo-brands.ts'
import { asDeskError } from '../desk.ts'
import type { Notices } from '../notices.ts'
import type { Store } from '../store/store.ts'
import { type Demo, startDemo } from './demo.ts'
import type { StartSandbox } from './sandbox-process.ts'

export type DemoAgencyDeps = {
  readonly store: Store
  readonly book: BrandBook
  readonly clock: Clock
  readonly log: Log
  readonly notify: Notices['notify']
  /** Absent: no demo is wanted. */
  readonly startSandbox: StartSandbox | undefined
}

export type DemoAgency = {
  /** Starts the sandbox where the folder is new or still has demo brands. Never rejects: a failure is a notice. */
  readonly start: () => Promise<void>
  /** Sets where the sandbox sends a demo brand's webhooks; nothing happens while it does not run. */
  readonly sendWebhooksTo: (target: { teamId: string; url: string; secret: string }) => Promise<void>
  readonly keyOf: (teamId: string) => string | null
  readonly baseUrl: () => string | null
  readonly status: () => CallOutput<'desk.about'>['demo']
  readonly close: () => Promise<void>
}

/** Of the sandbox's control endpoints: where it sends a team's webhooks. */
const WEBHOOKS_PATH = '/__sandbox/webhooks'
const CONTROL_TIMEOUT_MS = 10_000

/** Set once the demo was made, so that an agency that removed it does not get it again. */
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

  /** Makes the demo's brands in a folder that has none and never had them. */
  const isFirstStart = async () =>
    book.list().length === 0 && (await store.read('settings.get', { key: MADE_KEY })) !== true

  const start = async () => {
    if (startSandbox === undefined) return
    const isNew = await isFirstStart()
    if (!isNew && !book.list().some((brand) => brand.demo)) return
    try {
      const running = await startDemo({ startSandbox })
      demo = running
      keys = new Map(running.brands.map(({ teamId, key }) => [teamId, key]))
      void watch(running)
      if (!isNew) return
      await ensureDemoBrands({ book, clock }, running.brands)
      await store.write('settings.set', { key: MADE_KEY, value: true })
    } catch (error) {
      log.error({ err: error }, 'sandbox did not start')
      notify(asDeskError(error).message)
    }
  }

  const sendWebhooksTo: DemoAgency['sendWebhooksTo'] = async (target) => {
    if (demo === null) return
    const response = await fetch(`${demo.baseUrl}${WEBHOOKS_PATH}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(target),
      signal: AbortSignal.timeout(CONTROL_TIMEOUT_MS),
    })
    if (!response.ok) throw new Error(`the sandbox answered ${response.status}`)
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
    keyOf: (teamId) => keys.get(teamId) ?? null,
    baseUrl: () => demo?.baseUrl ?? null,
    status: () => ({ running: demo !== null, baseUrl: demo?.baseUrl ?? null }),
  }
}
