// A whole desk as a person meets it: sandbox, web shell and a real Chromium. The tests of one file share sandbox and desk; the
// browser is that of all files in this process.
// Each test gets a page of its own; when it ends, the page must have thrown nothing, broken no content policy and
// asked nothing of any other address.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { type Sandbox, type SandboxOptions, startSandbox } from '../../src-sandbox/server.ts'
import type { Brand } from '../../src-shared/desk/brands.ts'
import type { Dataset } from '../../src-shared/desk/sync.ts'
import { openPage } from './browser.ts'
import { sharedBrowser } from './chromium.ts'
import { type DeskProcess, type DeskProcessOptions, type ServedDesk, startDeskProcess } from './desk-process.ts'
import { keepSignedIn } from './keep-signed-in.ts'
import { watchCalls } from './page-checks.ts'
import { type SandboxControl, sandboxControl } from './sandbox-control.ts'
import { serveDesk } from './served-desk.ts'
import { syncAll } from './sync-all.ts'

/** Wide enough that no test waits for the limiter, unless it asks for that itself. */
const LIMITS = { requestsPerMinute: 100_000 }

export type WebDeskOptions = {
  readonly sandbox?: SandboxOptions
  readonly historyDays?: number
  /** The sandbox's brands are not added. */
  readonly isEmpty?: boolean
  /** What is synced at first; everything by default. */
  readonly datasets?: Dataset[]
  /** Names instead of the sandbox's own, by index. */
  readonly names?: readonly string[]
}

export type PageOptions = BrowserContextOptions & {
  /** Part of the address: `#/rankings/all`. */
  readonly at?: string
  /** Errors of the page that this test brings about itself. */
  readonly tolerates?: RegExp
  /** What the page shows instead of its frame. */
  readonly heading?: string
  /** It may be the page of an earlier test on this desk. */
  readonly isShared?: boolean
}

export type WebDesk<Desk extends ServedDesk = ServedDesk> = {
  readonly sandbox: Sandbox & SandboxControl
  readonly desk: Desk
  readonly browser: Browser
  readonly brands: readonly Brand[]
  readonly brand: (index: number) => Brand
  readonly open: (options?: PageOptions) => Promise<Page>
  readonly close: () => Promise<void>
}

/** A signed-in page on this desk for one test. */
export const openDeskPage = async (
  browser: Browser,
  desk: Pick<ServedDesk, 'origin' | 'session'>,
  { at = '', tolerates, heading, isShared = false, ...options }: PageOptions = {},
): Promise<Page> => {
  const { page, errors } = await openPage(browser, {
    ...options,
    sharedAt: isShared ? desk.origin : undefined,
    prepare: (fresh) => keepSignedIn(fresh.context(), desk),
  })
  watchCalls(page)
  const outside: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(`${desk.origin}/`) && !request.url().startsWith('data:')) outside.push(request.url())
  })
  onTestFinished(() => {
    const unexpected = errors.filter((error) => tolerates?.test(error) !== true)
    expect({ errors: unexpected, outside }).toEqual({ errors: [], outside: [] })
  })
  page.setDefaultTimeout(90_000)
  await page.goto(`${desk.origin}/${at}`)
  const ready =
    heading === undefined
      ? page.getByRole('navigation', { name: 'Brands' })
      : page.getByRole('heading', { name: heading })
  await ready.waitFor()
  return page
}

const fill = async (
  desk: ServedDesk,
  sandbox: Sandbox,
  { names, historyDays = 8, isEmpty, datasets }: WebDeskOptions,
) => {
  await desk.value('service.setProfile', { baseUrl: sandbox.baseUrl, limits: LIMITS })
  // Nothing is synced but what a test asks for.
  await desk.value('desk.setSettings', { historyDays, syncEveryMinutes: 0 })
  if (isEmpty === true) return
  const rows = sandbox.brands.map(({ name, key }, index) => ({ name: names?.[index] ?? name, key }))
  await desk.value('brands.addMany', { rows, sessionOnly: true })
  await syncAll(desk, datasets === undefined ? {} : { datasets })
}

const startWith = async <Desk extends ServedDesk>(
  startDesk: () => Promise<Desk>,
  options: WebDeskOptions,
): Promise<WebDesk<Desk>> => {
  const sandbox = await startSandbox({
    brands: 3,
    keywords: 120,
    days: 40,
    ...options.sandbox,
    profile: { limits: LIMITS, ...options.sandbox?.profile },
  })
  const [desk, browser] = await Promise.all([startDesk(), sharedBrowser()])
  const close = async () => {
    await Promise.all([desk.stop(), sandbox.close()])
  }
  try {
    await fill(desk, sandbox, options)
    const { brands } = await desk.value('brands.list', {})
    return {
      sandbox: { ...sandbox, ...sandboxControl(sandbox) },
      desk,
      browser,
      brands,
      brand: (index) => {
        const brand = brands[index]
        if (brand === undefined) throw new Error(`There is no brand ${index}`)
        return brand
      },
      open: (pageOptions) => {
        // What one test arranges must not change the order of rows in the next one.
        onTestFinished(async () => {
          await desk.value('desk.setSettings', { preferences: {} }).catch(() => undefined) // it may have ended
        })
        // A test that cuts off the desk looks at what a new page has loaded.
        return openDeskPage(browser, desk, { isShared: pageOptions?.tolerates === undefined, ...pageOptions })
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Starts all three, adds the sandbox's brands and syncs them. */
export const startWebDesk = (options: WebDeskOptions = {}): Promise<WebDesk> => startWith(serveDesk, options)

/** The same with the built desk in a process of its own. */
export const startWebDeskProcess = (desk: DeskProcessOptions, options: WebDeskOptions): Promise<WebDesk<DeskProcess>> =>
  startWith(() => startDeskProcess({ isBuilt: true, ...desk }), options)
