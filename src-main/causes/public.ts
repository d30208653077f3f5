// What other rooms may use of this room.
import { readOf } from '../store/ask.ts'

export { causeLines, type DropLine } from './queries/cause-lines.ts'
export { linesText, lineText, saysCause } from './rules/cause-line.ts'
export { causeText } from './rules/cause-text.ts'
export { workOut as workOutCauses } from './work-out.ts'

export const readCauseLines = readOf('causes.lines')
