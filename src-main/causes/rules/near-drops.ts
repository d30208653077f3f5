// How many drops of the brand began on the same days, against how many begin on any days.
import type { Situation } from './situation.ts'

const ONSET_DAYS = 3

export type NearDrops = {
  readonly near: number
  /** The share of them that chance does not explain. */
  readonly excess: number
}

/** Drops of the same kind around this day of the series, of all keywords or of these. */
export const nearDrops = (
  { brand, portfolio, dropsOn, drop }: Situation,
  at: number,
  isAsked?: (row: number) => boolean,
): NearDrops => {
  const rates = drop.kind === 'lost' ? portfolio.usualDrops.lost : portfolio.usualDrops.down
  let [near, usual] = [0, 0]
  for (let onset = at - ONSET_DAYS; onset <= at + ONSET_DAYS; onset += 1) {
    const rows = dropsOn(drop.kind, onset)
    near += isAsked === undefined ? rows.length : rows.filter(isAsked).length
    usual += (rates[brand.length - onset] ?? 0) * brand.size
  }
  return { near, excess: near === 0 ? 0 : 1 - usual / near }
}
