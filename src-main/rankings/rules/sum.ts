/**
 * Adds up as SQLite does (Kahan and Babuska): in the same order, means are the same to the last digit. What is no number is
 * left out.
 */
export const createSum = () => {
  let [sum, error, count] = [0, 0, 0]
  return {
    add: (value: number): void => {
      if (Number.isNaN(value)) return
      const next = sum + value
      error += Math.abs(sum) > Math.abs(value) ? sum - next + value : value - next + sum
      sum = next
      count += 1
    },
    count: () => count,
    total: () => sum + error,
    mean: () => (count === 0 ? null : (sum + error) / count),
    totalOrNull: () => (count === 0 ? null : sum + error),
  }
}
