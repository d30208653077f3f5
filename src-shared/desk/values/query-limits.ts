// Without schemas: the query process and the window know these.
export const QUERY_LIMITS = {
  /** Characters of one query. */
  sqlMax: 20_000,
  rowsMax: 10_000,
  rowsDefault: 1_000,
  exportRowsMax: 100_000,
  timeoutMsDefault: 10_000,
  timeoutMsMax: 30_000,
  /** Of one reply. */
  bytesMax: 8_000_000,
  memoryMb: 512,
  historyMax: 200,
} as const
