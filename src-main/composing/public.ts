// What other rooms may use of this room.
import { newestOf, rowsOfBrand } from '../store/tables.ts'

/** SQL: what a removal of a brand deletes. */
export const TEMPLATE_ROWS = rowsOfBrand('template')

/** SQL: the latest instant that the desk's clock stamped on a template. */
export const NEWEST_TEMPLATE = newestOf('template', 'updated_at_ms')
