// A fault on demand where an assistant's call comes to an operation. The connector stands between the two: an answer that
// it could make nothing of is its own 502, and a cut line is the assistant's line to it.
import type { Fault } from '../faults.ts'
import { ServiceError } from '../service-error.ts'

/** `cut`: cuts the assistant's line. */
type Line = { readonly cut: () => void }

const unusable = ({ kind }: Fault) => new ServiceError(502, `fault on demand: the service's answer was ${kind}`)
const lineCut = () => new ServiceError(503, 'fault on demand: the line was cut')

/** Before the operation is handled: throws what comes in its place. */
export const faultBefore = (fault: Fault, line: Line): void => {
  const { kind, status = 500, retryAfterSeconds } = fault
  if (kind === 'status') {
    const extra = retryAfterSeconds === undefined ? {} : { retryAfterSeconds }
    throw new ServiceError(status, `fault on demand: ${status}`, extra)
  }
  if (kind === 'malformed' || kind === 'html' || kind === 'huge') throw unusable(fault)
  if (kind !== 'cut' || fault.at !== 'before') return
  line.cut()
  throw lineCut()
}

/** After it was handled: throws where its answer does not come whole. */
export const faultAfter = (fault: Fault, line: Line): void => {
  if (fault.kind === 'truncated') throw unusable(fault)
  if (fault.kind !== 'cut') return
  line.cut()
  throw lineCut()
}
