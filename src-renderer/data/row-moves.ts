/**
 * What a change did to the rows in view, by their keys. `arrival`: a row is new before one that was there, or their order
 * changed. `departure`: some are gone, and the rest moved up.
 */
export const moveOf = (before: readonly string[], after: readonly string[]): 'none' | 'departure' | 'arrival' => {
  if (before.every((key, index) => after[index] === key)) return 'none'
  const known = new Set(before)
  const still = new Set(after.filter((key) => known.has(key)))
  const isReplaced = still.size === 0 && after.length > 0
  const firstNew = after.findIndex((key) => !known.has(key))
  const isPushed = firstNew >= 0 && firstNew < after.findLastIndex((key) => known.has(key))
  const kept = before.filter((key) => still.has(key))
  const isReordered = [...still].some((key, index) => key !== kept[index])
  return isReplaced || isPushed || isReordered ? 'arrival' : 'departure'
}
