import type { OperationName } from '../../src-shared/service/operations.ts'
import type { Clock } from '../base/clock.ts'

/** Pauses that the service asked for and that are too long for a request to wait. A new one replaces the last. */
export const createPauses = (deps: {
  readonly clock: Clock
  /** Aborted when the desk closes. */
  readonly signal: AbortSignal
  readonly onEnd: (brandId: string) => void
}) => {
  const { clock, signal, onEnd } = deps
  const pauses = new Map<string, { readonly untilMs: number }>()
  const nameOf = (brandId: string, operation: OperationName) => `${brandId} ${operation}`
  return {
    /** When the brand's requests of this operation continue (wall clock); null: now. */
    untilMs: (brandId: string, operation: OperationName): number | null =>
      pauses.get(nameOf(brandId, operation))?.untilMs ?? null,
    begin: (brandId: string, operation: OperationName, ms: number): void => {
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
