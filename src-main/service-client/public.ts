// What other rooms may use of this room.
import { readOf, writeOf } from '../store/ask.ts'

export const readLimiterWindows = readOf('limiter.load')
export const saveLimiterWindow = writeOf('limiter.save')
export const replaceLimiterWindows = writeOf('limiter.replace')
