import type { BrowserContext } from 'playwright-core'
import { SESSION_SLOT } from '../../src-shared/desk/web-session.ts'

/** Every page of the desk in this context begins with the session, as if it had opened the printed address before. */
export const keepSignedIn = (
  context: BrowserContext,
  { origin, session }: { readonly origin: string; readonly session: string },
): Promise<unknown> =>
  context.addInitScript(
    (given) => {
      if (window.origin === given.origin) window.sessionStorage.setItem(given.slot, given.session)
    },
    { origin, session, slot: SESSION_SLOT },
  )
