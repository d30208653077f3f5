// What other rooms may use of the suppressions' SQL.
import { readOf, writeOf } from '../store/ask.ts'

export { DEMO_SUPPRESSIONS } from './demo-entries.ts'
export { suppressionsOf } from './queries/suppressions.ts'
export { SUPPRESSION_VIEWS } from './queries/views.ts'

export const addSuppressions = writeOf('suppressions.add')
export const hasNoSuppressions = readOf('suppressions.isEmpty')
export const readSuppressionsOf = readOf('suppressions.ofContacts')
