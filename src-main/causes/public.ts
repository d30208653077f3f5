// What other rooms may use of this room.
import { readOf, writeOf } from '../store/ask.ts'

export { causeLines, type DropLine } from './queries/cause-lines.ts'
export { brandCauses } from './queries/cause-list.ts'
export type { PeriodCauses, ToldCause, ToldDrop } from './queries/period-causes.ts'
export { actionText } from './rules/action-text.ts'
export { linesText, lineText, saysCause } from './rules/cause-line.ts'
export { causeText } from './rules/cause-text.ts'
export { countOf as countStaleCauses, workOut as workOutCauses } from './work-out.ts'

export const readCauseLines = readOf('causes.lines')
export const readPeriodCauses = readOf('causes.period')
export const readStaleCauses = readOf('causes.stale')
export const forgetSaidCauses = writeOf('causes.forgetSaid')
export const setCausesStale = writeOf('causes.setStale')
