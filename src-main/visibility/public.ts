// What other rooms may use of this room's SQL.
export { visibilityEvents } from './queries/visibility-versions.ts'
