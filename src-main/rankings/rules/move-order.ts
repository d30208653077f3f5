// The order of real moves: losses first, the most clicks lost before the others; then gains, the most clicks gained first.
import type { Mover } from '../../../src-shared/desk/rankings.ts'

/** Brands whose newest day is older than this against the newest of all have no moves of the last days. */
export const LATE_DAYS_MAX = 2

type Ordered = Pick<Mover, 'kind' | 'impressions'> & {
  readonly id: number
  readonly real: { readonly clicksBefore: number; readonly clicksNow: number }
}

export const isGain = ({ kind }: Pick<Mover, 'kind'>): boolean => kind === 'up' || kind === 'new'

const changeOf = ({ kind, real }: Pick<Ordered, 'kind' | 'real'>): number =>
  (isGain({ kind }) ? -1 : 1) * (real.clicksNow - real.clicksBefore)

export const compareMoves = (one: Ordered, other: Ordered): number =>
  Number(isGain(one)) - Number(isGain(other)) ||
  changeOf(one) - changeOf(other) ||
  other.impressions - one.impressions ||
  one.id - other.id
