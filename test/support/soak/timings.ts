// How long calls took, by name.
export type Summary = {
  readonly name: string
  readonly calls: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
}

const summaryOf = (name: string, times: readonly number[]): Summary => {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN)
  return { name, calls: sorted.length, p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1) }
}

export const createTimings = () => {
  const byName = new Map<string, number[]>()
  return {
    add: (name: string, ms: number): void => {
      const times = byName.get(name)
      if (times === undefined) byName.set(name, [ms])
      else times.push(ms)
    },
    of: (name: string): Summary => summaryOf(name, byName.get(name) ?? []),
    all: (): Summary => summaryOf('all calls', [...byName.values()].flat()),
    /** The slowest first. */
    list: (): readonly Summary[] =>
      [...byName].map(([name, times]) => summaryOf(name, times)).toSorted((a, b) => b.p99Ms - a.p99Ms),
  }
}
export type Timings = ReturnType<typeof createTimings>

/** Columns that line up, numbers to the right. */
export const tableOf = (rows: readonly Readonly<Record<string, string | number>>[]): string => {
  const names = Object.keys(rows[0] ?? {})
  const widths = names.map((name) => Math.max(name.length, ...rows.map((row) => String(row[name]).length)))
  const line = (cells: readonly (string | number | undefined)[]) =>
    cells
      .map((cell, at) =>
        typeof cell === 'number' ? String(cell).padStart(widths[at] ?? 0) : String(cell).padEnd(widths[at] ?? 0),
      )
      .join('  ')
  return [line(names), ...rows.map((row) => line(names.map((name) => row[name])))].join('\n')
}
