// Rounds of deliveries, and the figures that a bench takes from them.
import type { LoadOptions, LoadResult } from '../support/hook-load.ts'
import { median } from './bench.ts'
import { type HookServer, runLoad } from './hook-servers.ts'
import { percentile } from './raw-fsync.ts'

export const SENDERS = 32

export type Target = Pick<HookServer, 'port' | 'path'> & { readonly secret: string }

export const pick = <Result>(results: readonly Result[], name: keyof Result): number =>
  median(results.map((result) => Number(result[name])))

/** The disk alone, beside the rounds: a commit cannot be faster. */
export const diskOf = (fsyncs: readonly (readonly number[])[]) => ({
  fsyncP50Ms: median(fsyncs.map((times) => percentile(times, 0.5))),
  fsyncP99Ms: median(fsyncs.map((times) => percentile(times, 0.99))),
})

export const sendTo = async (
  { port, path, secret }: Target,
  how: Pick<LoadOptions, 'senders' | 'durationMs' | 'pauseMs'>,
): Promise<LoadResult> => {
  const result = await runLoad({ port, path, secret, ...how })
  if (result.others > 0) throw new Error(`${result.others} deliveries were refused`)
  return result
}
