import type { BrowserContext } from 'playwright-core'
import { SESSION_SLOT } from '../../src-shared/desk/values/web-session.ts'

const sessions = new WeakMap<BrowserContext, string>()

/** Every page of the desk in this context begins with the session, as if it had opened the printed address before. */
export const keepSignedIn = async (
  context: BrowserContext,
  { origin, session }: { readonly origin: string; readonly session: string },
): Promise<void> => {
  if (sessions.get(context) === session) return
  sessions.set(context, session)
  // Scripts run in the order in which they came: where this page had an earlier desk, the session of this one is kept.
  await context.addInitScript(
    (given) => {
      if (window.origin === given.origin) window.sessionStorage.setItem(given.slot, given.session)
    },
    { origin, session, slot: SESSION_SLOT },
  )
}
