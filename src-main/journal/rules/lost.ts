// A desk that was stopped in the moment before it sent may send when it goes on, though its lease has ended meanwhile. What it
// had in flight is therefore not looked for, and not sent again by a person, before such a request has surely ended.
import type { ResultFields } from './model.ts'

/** A lease, and the longest request that changes something. */
export const LOST_WAIT_MS = 180_000

/** From when on the outcome of an item can be read with certainty. */
export const certainAtMs = ({ lostAtMs }: ResultFields): number =>
  typeof lostAtMs === 'number' ? lostAtMs + LOST_WAIT_MS : 0
