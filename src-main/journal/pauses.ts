import type { OperationName } from '../../src-shared/service/operations.ts'
import type { Clock } from '../base/clock.ts'

export type Pauses = {
  readonly begin: (brandId: string, operation: OperationName, ms: number) => void
  /** When the brand's requests of this operation continue (wall clock); null: now. */
  readonly untilMs: (brandId: string, operation: OperationName) => number | null
}

/** Pauses that the service asked for and that are too long for a request to wait. A new one replaces the last. */
export const createPauses = (deps: {
  readonly clock: Clock
  /** Aborted when the desk closes. */
  readonly signal: AbortSignal
  readonly onEnd: (brandId: string) => void
}): Pauses => {
  const { clock, signal, onEnd } = deps
  const pauses = new Map<string, { readonly untilMs: number }>()
  const nameOf = (brandId: string, operation: OperationName) => `${brandId} ${operation}`
  return {
    untilMs: (brandId, operation) => pauses.get(nameOf(brandId, operation))?.untilMs ?? null,
    begin: (brandId, operation, ms) => {
      const name = nameOf(brandId, operation)
      const pause = { untilMs: clock.now() + ms }
      pauses.set(name, pause)
      clock.sleep(ms, signal).then(
        () => {
          if (pauses.get(name) !== pause) return
          pauses.delete(name)
          onEnd(brandId)
        },
        () => undefined, // the desk closes
      )
    },
  }
}
