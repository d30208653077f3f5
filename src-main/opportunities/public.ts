// What other rooms may use of this room.
import { readOf } from '../store/ask.ts'

export { OPPORTUNITY_VIEWS } from './queries/views.ts'
export { workOut as workOutOpportunities } from './work-out.ts'

export const readStaleOpportunities = readOf('opportunities.stale')
