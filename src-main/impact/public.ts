// What other rooms may use of this room.
import { readOf, writeOf } from '../store/ask.ts'

export { IMPACT_VIEWS } from './queries/views.ts'

export const readLastImpacts = readOf('impact.last')
export const isImpactStale = readOf('impact.stale')
export const saveImpacts = writeOf('impact.save')
