// What chance does: how likely it is that so many of these fall, or more, where each falls with this probability.

export type Count = { readonly of: number; readonly fell: number }

export const shareOf = ({ of, fell }: Count): number => (of === 0 ? 0 : fell / of)

/** The upper tail of a binomial distribution. */
export const tailOf = ({ of, fell }: Count, probability: number): number => {
  if (fell <= 0) return 1
  if (probability <= 0) return 0
  if (probability >= 1) return 1
  let term = of * Math.log1p(-probability)
  const odds = Math.log(probability / (1 - probability))
  let sum = 0
  for (let at = 1; at <= of; at += 1) {
    term += Math.log((of - at + 1) / at) + odds
    if (at < fell) continue
    const more = sum + Math.exp(term)
    // Beyond the most likely count each one is less likely than the one before.
    if (more === sum && at > of * probability) break
    sum = more
  }
  return Math.min(1, sum)
}

/** Of those that fell, the share that chance does not explain: 0 to 1. */
export const excessOf = (count: Count, usual: number): number =>
  count.fell === 0 ? 0 : Math.max(0, 1 - usual / shareOf(count))
