/**
 * For a page that has always something else to do: what may wait waits as long as it may. A page of the desk otherwise loads
 * the code of all views at once, which costs half of what a whole load costs; most tests look at one or two of them.
 */
export const neverIdle = (): void => {
  window.requestIdleCallback = (work, { timeout = 1000 } = {}) =>
    window.setTimeout(() => work({ didTimeout: true, timeRemaining: () => 0 }), timeout)
  window.cancelIdleCallback = (handle) => window.clearTimeout(handle)
}
