import type { BrandBook } from '../brands/brand-book.ts'
import type { RoomParts } from '../room.ts'

export type RankingDeps = Pick<RoomParts, 'store' | 'clock' | 'emit' | 'log'> & {
  readonly brands: Pick<BrandBook, 'resolve' | 'get'>
}
