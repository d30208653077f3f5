// Isotonic regression by pooling neighbours that are in the wrong order (pool adjacent violators: Ayer, Brunk, Ewing, Reid,
// Silverman 1955, Annals of Mathematical Statistics 26).
type Block = { sum: number; weight: number; length: number }

/** The closest values that never rise, by weighted squares; weights are positive. */
export const falling = (values: readonly number[], weights: readonly number[]): number[] => {
  const blocks: Block[] = []
  for (const [at, value] of values.entries()) {
    const weight = weights[at] ?? 1
    let last: Block = { sum: value * weight, weight, length: 1 }
    for (let before = blocks.at(-1); before !== undefined; before = blocks.at(-1)) {
      if (before.sum / before.weight >= last.sum / last.weight) break
      blocks.pop()
      last = { sum: last.sum + before.sum, weight: last.weight + before.weight, length: last.length + before.length }
    }
    blocks.push(last)
  }
  return blocks.flatMap(({ sum, weight, length }) => Array.from({ length }, () => sum / weight))
}
