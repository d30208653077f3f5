// What other rooms may use of this room.
import { readOf, writeOf } from '../store/ask.ts'
import { newestOf } from '../store/tables.ts'

export const readLimiterWindows = readOf('limiter.load')
export const saveLimiterWindow = writeOf('limiter.save')
export const replaceLimiterWindows = writeOf('limiter.replace')

/** SQL: the latest instant that the desk's clock stamped on a request. */
export const NEWEST_REQUEST = newestOf('limiter_window', 'at_ms')
