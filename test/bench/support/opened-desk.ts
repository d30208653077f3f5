import { dirname } from 'node:path'
import type { Browser, BrowserContext } from 'playwright-core'
import { signIn } from '../../support/desk-process.ts'
import { keepSignedIn } from '../../support/keep-signed-in.ts'
import type { FilledCache } from '../rank-cache.ts'
import { PAGE } from './painted.ts'
import { BUILT_SHELL, startShell } from './shell.ts'

/** A desk on a filled folder and a browser context that is signed in to it. */
export type OpenedDesk = {
  readonly context: BrowserContext
  readonly origin: string
  readonly brandIds: readonly string[]
  readonly close: () => Promise<void>
}

export const homeOf = ({ files }: FilledCache): string => dirname(files.coreFile)

export const openDesk = async (browser: Browser, filled: FilledCache): Promise<OpenedDesk> =>
  openFolder(browser, { home: homeOf(filled), brandIds: filled.brandIds })

type Folder = { readonly home: string; readonly brandIds: readonly string[] }

export const openFolder = async (browser: Browser, { home, brandIds }: Folder): Promise<OpenedDesk> => {
  const shell = await startShell({ entry: BUILT_SHELL, home })
  const context = await browser.newContext(PAGE)
  const { origin } = new URL(shell.address)
  await keepSignedIn(context, { origin, session: await signIn(shell.address) })
  return {
    context,
    origin,
    brandIds,
    close: async () => {
      await context.close()
      await shell.stop()
    },
  }
}
