import { useSyncExternalStore } from 'react'

// One timer for everything on the page that tells an age, one for what counts down; each stops when nothing needs it.
const createTicker = (stepMs: number) => {
  const listeners = new Set<() => void>()
  let nowMs = Date.now()
  let timer: ReturnType<typeof setInterval> | undefined
  const tick = () => {
    nowMs = Date.now()
    for (const listener of listeners) listener()
  }
  const watch = (listener: () => void) => {
    listeners.add(listener)
    if (timer === undefined) {
      nowMs = Date.now()
      timer = setInterval(tick, stepMs)
    }
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0) return
      clearInterval(timer)
      timer = undefined
    }
  }
  return { watch, read: () => nowMs }
}

const slow = createTicker(15_000)
const quick = createTicker(1000)

/** Milliseconds since 1970, moved on every fifteen seconds. */
export const useNow = (): number => useSyncExternalStore(slow.watch, slow.read)
/** Moved on every second: for countdowns only. */
export const useSeconds = (): number => useSyncExternalStore(quick.watch, quick.read)
