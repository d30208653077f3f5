// A keyword that did not rank on the newest day of its move: the mean of the days on which it did is not where it is now.
import type { Mover } from '../rankings.ts'

/** `did not rank on 26 Nov, usually 2.5`; `usual` is null where it did not rank before. */
export const absentText = (day: string, usual: number | null): string =>
  `did not rank on ${day}${usual === null ? '' : `, usually ${usual.toFixed(1)}`}`

/** The newest day, where a keyword that moved did not rank on it; one that is lost is said to be so. */
export const absentDayOf = ({ kind, toPosition, real }: Pick<Mover, 'kind' | 'toPosition' | 'real'>): string | null =>
  real === undefined || kind === 'lost' || toPosition !== null ? null : real.lastDay
