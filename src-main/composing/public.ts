// What other rooms may use of this room.
import { rowsOfBrand } from '../store/tables.ts'

/** SQL: what a removal of a brand deletes. */
export const TEMPLATE_ROWS = rowsOfBrand('template')
