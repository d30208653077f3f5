import type { Action } from './situation.ts'

/** The newest action of these days before a fall, or of its day. */
export const nearAction = (actions: readonly Action[], since: number, daysBefore: number): Action | undefined =>
  actions
    .filter(({ day }) => day >= since - daysBefore && day <= since)
    .toSorted((one, other) => other.day - one.day)[0]
