import { useSyncExternalStore } from 'react'

// One timer for everything on the page that tells an age; it stops when nothing does.
const STEP_MS = 15_000
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
    timer = setInterval(tick, STEP_MS)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Milliseconds since 1970, moved on every fifteen seconds. */
export const useNow = (): number => useSyncExternalStore(watch, () => nowMs)
