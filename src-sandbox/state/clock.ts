/** The sandbox's time: the given clock, shifted by what tests have set. */
export const createSandboxClock = (now: () => number) => {
  let shiftMs = 0
  const listeners: (() => void)[] = []
  const moved = (nextShiftMs: number): void => {
    shiftMs = nextShiftMs
    for (const listener of listeners) listener()
  }
  return {
    now: () => now() + shiftMs,
    advance: (ms: number) => moved(shiftMs + ms),
    set: (nowMs: number) => moved(nowMs - now()),
    /** Called after the time was moved. */
    onMove: (listener: () => void) => void listeners.push(listener),
  }
}
export type SandboxClock = ReturnType<typeof createSandboxClock>
