import type { Clock } from '../base/clock.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import type { Emit } from '../desk.ts'
import type { Store } from '../store/store.ts'

export type RankingDeps = {
  readonly store: Store
  readonly clock: Clock
  readonly emit: Emit
  readonly brands: Pick<BrandBook, 'resolve' | 'get'>
}
