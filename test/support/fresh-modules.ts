// The files of a project share processes and modules. Those of the window each have modules of their own: the window's state
// is in its modules, and what one file left there is not there for the next one. Nor is a timer: it would look for a page
// that is gone, and fail the run outside of all tests.
import { afterAll, vi } from 'vitest'

vi.resetModules()

const { setTimeout, setInterval } = globalThis
const begun = new Set<NodeJS.Timeout>()
const kept =
  <Args extends unknown[]>(begin: (...args: Args) => NodeJS.Timeout) =>
  (...args: Args) => {
    const timer = begin(...args)
    begun.add(timer)
    return timer
  }
// Object.assign keeps what hangs on the real one (`util.promisify`).
globalThis.setTimeout = Object.assign(kept(setTimeout), setTimeout) as typeof setTimeout
globalThis.setInterval = Object.assign(kept(setInterval), setInterval) as typeof setInterval
afterAll(() => {
  Object.assign(globalThis, { setTimeout, setInterval })
  for (const timer of begun) clearTimeout(timer)
})
