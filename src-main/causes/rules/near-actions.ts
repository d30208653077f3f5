import type { Action } from './situation.ts'

/** The actions of these days before a fall, and of its day, the newest first. */
export const nearActions = (actions: readonly Action[], since: number, daysBefore: number): Action[] =>
  actions.filter(({ day }) => day >= since - daysBefore && day <= since).toSorted((one, other) => other.day - one.day)
