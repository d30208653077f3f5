// What other rooms' SQL uses of this room.
export { CHANGED, type ChangedColumns, changedIn, nameOfLogin, namesIn } from './queries/names.ts'
export {
  findPerson,
  isSender,
  isUnderRule,
  needsApproval,
  saveOwnBrand,
  type TeamPerson,
} from './queries/rules.ts'
