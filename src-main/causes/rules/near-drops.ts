// How many drops of the brand began on the same days, against how many begin on any days.
import type { Situation } from './situation.ts'

const ONSET_DAYS = 3

/** Drops of the same kind around this day of the series: their number, and the share of it that chance does not explain. */
export const nearDrops = (
  { brand, portfolio, dropsOn, drop }: Situation,
  at: number,
): { readonly excess: number; readonly near: number } => {
  const rates = drop.kind === 'lost' ? portfolio.usualDrops.lost : portfolio.usualDrops.down
  let [near, usual] = [0, 0]
  for (let onset = at - ONSET_DAYS; onset <= at + ONSET_DAYS; onset += 1) {
    near += dropsOn(drop.kind, onset)
    usual += (rates[brand.length - onset] ?? 0) * brand.size
  }
  return { near, excess: near === 0 ? 0 : 1 - usual / near }
}
