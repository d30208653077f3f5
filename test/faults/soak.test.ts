// The built desk at its busiest, for five minutes on a folder that 40,000 deliveries filled before: nothing fails, no delivery is
// lost, memory stays small, files hold rows and not space, and it closes by itself. For the whole of it, an hour with 50,000
// deliveries on the way, on a folder with 60,000, after which memory is what it was after ten minutes:
// AGENCY_DESK_TEST_SOAK_MINUTES=60.
// AGENCY_DESK_TEST_PROFILE=<folder> keeps a CPU profile of each thread. How fast it is meanwhile: the bench `soak`.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runSoak, type SlowQuery, soakOf } from '../support/soak/run-soak.ts'
import { tableOf } from '../support/soak/timings.ts'

const root = join(import.meta.dirname, '..', '..')
const profileFolder = process.env.AGENCY_DESK_TEST_PROFILE

const PEAK_MB = 600
/** Of what it was after a sixth of the time. */
const GROWTH_MAX = 1.1
/** As much of a file may be free, and wait to be used again. */
const FREE_MAX = 0.1
/** What a file has at the least to be looked at. */
const LOOKED_AT_MB = 4
/** As long as a write-ahead log is kept (src-main/store/connection.ts), and what one commit may add. */
const LOG_MAX_MB = 128

const profiled = (folder: string) => ({
  env: {
    NODE_OPTIONS: `--import=${join(root, 'test', 'bench', 'support', 'profile-threads.ts')}`,
    PROFILE_FOLDER: folder,
  },
})

/** Those that took the most time in all. */
const worst = (queries: readonly SlowQuery[]) =>
  [...Map.groupBy(queries, ({ query, thread }) => `${query} (${thread})`)]
    .map(([query, all]) => ({
      query,
      times: all.length,
      totalMs: all.reduce((sum, { ms }) => sum + ms, 0),
      maxMs: Math.max(...all.map(({ ms }) => ms)),
    }))
    .toSorted((a, b) => b.totalMs - a.totalMs)
    .slice(0, 20)

const rounded = (sizes: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(sizes).map(([name, mb]) => [name, Math.round(mb * 10) / 10]))

test('nothing fails, memory stays small and files hold rows while brands are synced, pitches sent and deliveries come', async () => {
  expect(existsSync(join(root, 'out', 'main', 'web.js')), 'Run `npm run build` first').toBe(true)
  const minutes = Number(process.env.AGENCY_DESK_TEST_SOAK_MINUTES ?? '0')
  const options = soakOf(minutes)
  const { timings, trivial, bare, slowQueries, failures, loop, contents, ...rest } = await runSoak({
    ...options,
    ...(profileFolder === undefined ? {} : profiled(profileFolder)),
  })
  const figures = Object.entries({ ...rest, loopP50Ms: loop.p50Ms, loopP99Ms: loop.p99Ms, loopMaxMs: loop.maxMs }).map(
    ([name, value]) => `${name} ${Math.round(value ?? Number.NaN)}`,
  )
  process.stdout.write(
    [
      tableOf([timings.all(), trivial, bare, ...timings.list()]),
      tableOf(worst(slowQueries)),
      tableOf(contents.map(({ file, mb, usedMb, logMb }) => ({ file, ...rounded({ mb, usedMb, logMb }) }))),
      figures.join(', '),
      '',
    ].join('\n\n'),
  )
  expect(failures).toEqual([])
  const { answered, refused, exitCode, peakMb, sent, warmMb, endMb } = rest
  expect({ answered, refused, exitCode }).toEqual({ answered: options.deliveries, refused: 0, exitCode: 0 })
  expect(sent).toBeGreaterThan(0)
  expect(peakMb).toBeLessThan(PEAK_MB)
  // In five minutes a busy machine does not get through one sync, so that caches still fill: the figures above say how much.
  if (minutes > 0) expect(endMb / warmMb).toBeLessThanOrEqual(GROWTH_MAX)
  const tooLarge = contents.filter(
    ({ mb, usedMb, logMb }) => (mb > LOOKED_AT_MB && usedMb < mb * (1 - FREE_MAX)) || logMb > LOG_MAX_MB,
  )
  expect(tooLarge).toEqual([])
}, 5_400_000)
