/** Milliseconds that are the same for all threads of the process, and never set by anybody. */
export const monotonicMs = (): number => Number(process.hrtime.bigint()) / 1e6
