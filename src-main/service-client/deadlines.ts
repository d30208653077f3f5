import type { Safety } from '../../src-shared/service/define.ts'
import { MINUTE_MS } from '../base/clock.ts'

/**
 * How long one request may take as a whole, also where its reply arrives slowly. A big listing on a slow connection needs
 * minutes; a change has a small reply, and its outcome is unknown until it arrives.
 */
export const REQUEST_DEADLINES_MS: Readonly<Record<Safety, number>> = {
  read: 5 * MINUTE_MS,
  set: MINUTE_MS,
  spends: 2 * MINUTE_MS,
  sends: 2 * MINUTE_MS,
  publishes: 2 * MINUTE_MS,
}
