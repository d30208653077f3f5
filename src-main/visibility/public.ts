// What other rooms may use of this room's SQL.
export { visibilityChanges, visibilityEvents } from './queries/visibility-versions.ts'
