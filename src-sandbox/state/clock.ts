/** The sandbox's time: the given clock, shifted by what tests have set. */
export type SandboxClock = {
  readonly now: () => number
  readonly advance: (ms: number) => void
  readonly set: (nowMs: number) => void
  /** Called after the time was moved. */
  readonly onMove: (listener: () => void) => void
}

export const createSandboxClock = (now: () => number): SandboxClock => {
  let shiftMs = 0
  const listeners: (() => void)[] = []
  const moved = (nextShiftMs: number): void => {
    shiftMs = nextShiftMs
    for (const listener of listeners) listener()
  }
  return {
    now: () => now() + shiftMs,
    advance: (ms) => moved(shiftMs + ms),
    set: (nowMs) => moved(nowMs - now()),
    onMove: (listener) => void listeners.push(listener),
  }
}
