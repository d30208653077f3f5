// Visibility: how much of the clicks that its keywords could bring a brand's positions are likely to win.
// Each keyword counts with the click curve at its position, the first place as 1; keywords that do not rank count 0;
// the mean over all keywords × 100 is the visibility, from 0 to 100.

/** Share of clicks by whole position 1 to 10, as published click studies of result pages have it on average. */
const CLICK_SHARE = [0.284, 0.147, 0.094, 0.065, 0.048, 0.037, 0.029, 0.024, 0.02, 0.017]
const SHARE_AT_20 = 0.006
const POSITION_END = 100

const shareAt = (position: number): number => {
  const exact = CLICK_SHARE[position - 1]
  if (exact !== undefined) return exact
  const last = 0.017
  if (position <= 20) return last - ((last - SHARE_AT_20) * (position - 10)) / 10
  return position >= POSITION_END ? 0 : (SHARE_AT_20 * (POSITION_END - position)) / (POSITION_END - 20)
}

const WEIGHTS = Array.from({ length: POSITION_END + 2 }, (_, position) => shareAt(Math.max(1, position)) / shareAt(1))

/** Weight of a position, 0 to 1; between two whole positions on the line between them. */
export const visibilityWeight = (position: number | null): number => {
  if (position === null || position >= POSITION_END) return 0
  const below = Math.floor(position)
  const weight = WEIGHTS[below] ?? 0
  return weight + ((WEIGHTS[below + 1] ?? 0) - weight) * (position - below)
}
