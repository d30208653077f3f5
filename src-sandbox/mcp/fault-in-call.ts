// Faults on demand for an assistant's call. The connector is between the assistant and the operation: it answers 502 to
// a reply that it cannot read, and a cut connection is the assistant's.
import type { Fault } from '../faults.ts'
import { ServiceError } from '../service-error.ts'

/** `cut`: cuts the assistant's line. */
type Line = { readonly cut: () => void }

const unusable = ({ kind }: Fault) => new ServiceError(502, `fault on demand: the service's answer was ${kind}`)
const lineCut = () => new ServiceError(503, 'fault on demand: the line was cut')

/** Before the operation is handled: throws the fault's answer. */
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

/** After the operation was handled: throws if the fault spoils its answer. */
export const faultAfter = (fault: Fault, line: Line): void => {
  if (fault.kind === 'truncated') throw unusable(fault)
  if (fault.kind !== 'cut') return
  line.cut()
  throw lineCut()
}
