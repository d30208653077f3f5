// What other rooms may use of this room's SQL.
import { readOf, writeOf } from '../store/ask.ts'

export { visibilityEvents } from './queries/visibility-versions.ts'

export const ingestInterval = writeOf('visibility.ingestInterval')
export const ingestModels = writeOf('visibility.ingestModels')
export const readTeamId = readOf('brands.teamId')
