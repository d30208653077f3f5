// What other rooms may use of this room.
import { readOf, writeOf } from '../store/ask.ts'

export { brandedOf, competingKeywords, keywordsWithTurns } from './queries/conflicts.ts'
export { CONFLICT_VIEWS } from './queries/views.ts'
export { runsOf } from './rules/page-runs.ts'

export const readStaleConflicts = readOf('cannibalisation.stale')
export const saveConflicts = writeOf('cannibalisation.save')
