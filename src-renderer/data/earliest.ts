/** Runs at the earliest of the moments that were asked for since it ran last. */
export const createEarliest = (run: () => void) => {
  const plan = { timer: undefined as ReturnType<typeof setTimeout> | undefined, dueMs: Number.POSITIVE_INFINITY }
  const start = () => {
    plan.dueMs = Number.POSITIVE_INFINITY
    run()
  }
  return {
    within: (waitMs: number): void => {
      const dueMs = performance.now() + waitMs
      if (dueMs >= plan.dueMs) return
      clearTimeout(plan.timer)
      Object.assign(plan, { dueMs, timer: setTimeout(start, waitMs) })
    },
    cancel: (): void => clearTimeout(plan.timer),
  }
}
