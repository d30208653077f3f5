// What other rooms may use of this room.
import { readOf, writeOf } from '../store/ask.ts'

export const beginRuns = writeOf('playbookRuns.begin')
export const changeRun = writeOf('playbookRuns.change')
export const readWaitingRuns = readOf('playbookRuns.waiting')
