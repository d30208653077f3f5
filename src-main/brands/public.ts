// What other rooms may use of this room.
import { readOf, writeOf } from '../store/ask.ts'

export const noteExport = writeOf('exports.save')
export const readBrands = readOf('brands.list')
