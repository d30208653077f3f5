// Faults on demand: what can go wrong between a client and the service, any number of times, on any operation.
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { type OperationName, OperationNameSchema } from '../src-shared/service/operations.ts'
import { ServiceError } from './service-error.ts'

const HUGE_BYTES = 100 * 1024 * 1024
const HUGE_BYTES_MAX = 1024 * 1024 * 1024
const MAX_DELAY_MS = 10 * 60_000

export const FaultSchema = z.strictObject({
  operation: OperationNameSchema,
  /** Absent: every brand. */
  teamId: z.string().optional(),
  times: z.number().int().min(1).max(1_000_000).default(1),
  /**
   * `status`: this status instead of an answer. `delay`: only late. `hold`: late until it is released. `cut`: the line is cut. `malformed`: 200 with a body
   * that is not JSON, or that `body` says. `truncated`: half of the true body, whole as HTTP. `html`: a gateway's page.
   * `huge`: a JSON object of `bytes` bytes, nearly all of them padding.
   */
  kind: z.enum(['status', 'delay', 'hold', 'cut', 'malformed', 'truncated', 'html', 'huge']),
  /** Of `status` (500), `malformed` (200) and `html` (502). */
  status: z.number().int().min(200).max(599).optional(),
  /** Waits first, with any kind. */
  delayMs: z.number().int().min(0).max(MAX_DELAY_MS).default(0),
  /** Sent unchanged, instead of the kind's own body. */
  body: z.string().optional(),
  /** Of `status`: in the body and as the Retry-After header. */
  retryAfterSeconds: z.number().min(0).optional(),
  /** Of `cut`: before the request is handled, after it without an answer, or in mid-reply. */
  at: z.enum(['before', 'after', 'mid-reply']).default('before'),
  /** Of `huge`. */
  bytes: z.number().int().min(1).max(HUGE_BYTES_MAX).default(HUGE_BYTES),
})
export type Fault = z.infer<typeof FaultSchema>

/** The answer that a `status` fault asks for. */
export const faultError = ({ status = 500, retryAfterSeconds }: Fault): ServiceError =>
  new ServiceError(status, `fault on demand: ${status}`, { retryAfterSeconds })

export const createFaultBook = () => {
  let faults: Fault[] = []
  let held: (() => void)[] = []
  const release = () => {
    for (const goOn of held) goOn()
    held = []
  }
  return {
    add: (fault: Fault) => void faults.push(fault),
    /** Also releases the requests that are held. */
    clear: (): void => {
      faults = []
      release()
    },
    /** Releases the requests that are held now; later ones are held again. */
    release,
    /** Faults not used up yet, with the number of times left. */
    list: (): readonly Fault[] => faults,
    /** The oldest fault that fits this request; its count of uses goes up. */
    take: (operation: OperationName, teamId: string): Fault | undefined => {
      const fault = faults.find((it) => it.operation === operation && (it.teamId ?? teamId) === teamId)
      if (fault === undefined) return undefined
      faults = faults.flatMap((it) => (it !== fault ? [it] : it.times > 1 ? [{ ...it, times: it.times - 1 }] : []))
      return fault
    },
    /** Ends when the fault's time is over, or a `hold` is released. */
    wait: async ({ kind, delayMs }: Fault): Promise<void> => {
      if (delayMs > 0) await setTimeout(delayMs, undefined, { ref: false })
      if (kind === 'hold') await new Promise<void>((goOn) => held.push(goOn))
    },
  }
}
export type FaultBook = ReturnType<typeof createFaultBook>
