import { bridge } from '../bridge.ts'
import { createFirstCalls } from './first-calls.ts'

/** Of this page: the first script and the others share it. */
export const firstCalls = createFirstCalls(bridge)
