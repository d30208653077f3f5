// How HTTP requests and connector tools reach a handler: the limits of the table, its faults, the handler.
import type { OperationName } from '../src-shared/service/operations.ts'
import type { Fault, FaultBook } from './faults.ts'
import type { HandlerContext } from './handlers/handler.ts'
import { handlers } from './handlers/index.ts'
import { ServiceError } from './service-error.ts'
import type { BrandState } from './state/brand-state.ts'
import type { SandboxClock } from './state/clock.ts'
import type { Limiter } from './state/limiter.ts'

export type ExecuteDeps = Omit<HandlerContext, 'brand' | 'nowMs'> & {
  readonly clock: SandboxClock
  readonly limiter: Limiter
  readonly faults: FaultBook
}

/**
 * Throws 429 where the brand has used up what the table allows of this operation. Else returns the fault that a test has
 * set for the request, if any, after the time that it takes.
 */
export const admit = async (
  name: OperationName,
  brand: BrandState,
  { limiter, clock, faults }: ExecuteDeps,
): Promise<Fault | undefined> => {
  const waitMs = limiter.take(name, brand.teamId, clock.now())
  if (waitMs > 0) {
    throw new ServiceError(429, 'Too Many Requests', {
      code: 'TOO_MANY_REQUESTS',
      message: 'Rate limit exceeded',
      retryAfterSeconds: Math.ceil(waitMs / 1000),
    })
  }
  const fault = faults.take(name, brand.teamId)
  if (fault !== undefined) await faults.wait(fault)
  return fault
}

/** `parsed` was made by the table's own schemas of this operation. */
export const handle = (name: OperationName, parsed: unknown, brand: BrandState, deps: ExecuteDeps): unknown => {
  // the handler under this name takes exactly what its schemas make
  const handler = handlers[name] as (request: unknown, context: HandlerContext) => unknown
  return handler(parsed, { ...deps, brand, nowMs: deps.clock.now() })
}
