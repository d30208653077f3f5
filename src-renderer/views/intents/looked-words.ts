import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import { formatWhole } from '../../format/numbers.ts'

/** What another look at the outbox has found, in sentences; what did not occur is left out. */
export const recheckLabel = ({ confirmed, absent, stillUnknown }: CallOutput<'outreach.recheck'>): string =>
  [
    confirmed === 0 ? '' : `${formatWhole(confirmed)} found in the outbox: queued.`,
    absent === 0 ? '' : `${formatWhole(absent)} not in the outbox: you can send them again.`,
    stillUnknown === 0 ? '' : `${formatWhole(stillUnknown)} still unknown: check again in a minute.`,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ')
