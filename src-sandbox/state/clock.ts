/** The sandbox's time. It runs with the clock it was given, shifted by what tests have set. */
export type SandboxClock = {
  readonly now: () => number
  readonly advance: (ms: number) => void
  readonly set: (nowMs: number) => void
}

export const createSandboxClock = (now: () => number): SandboxClock => {
  let shiftMs = 0
  return {
    now: () => now() + shiftMs,
    advance: (ms) => {
      shiftMs += ms
    },
    set: (nowMs) => {
      shiftMs = nowMs - now()
    },
  }
}
