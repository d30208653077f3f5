// What other rooms' SQL uses of this room.
export { CHANGED, type ChangedColumns, changedIn, namesIn } from './queries/names.ts'
export { isUnapproved, needsApproval, saveOwnBrand } from './queries/rules.ts'
