// What other rooms may use of the suppressions' SQL.
export { suppressionsOf } from './queries/suppressions.ts'
