// The built desk at its busiest, for a minute on a folder that 40,000 deliveries filled before: nothing fails, no delivery is
// lost, memory stays small, and it closes by itself. For the whole of it, 20 minutes with 50,000 deliveries on the way:
// AGENCY_DESK_TEST_SOAK_MINUTES=20. AGENCY_DESK_TEST_PROFILE=<folder> keeps a CPU profile of each thread. How fast it is
// meanwhile: the bench `soak`.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runSoak, type SlowQuery, soakOf } from '../support/soak/run-soak.ts'
import { tableOf } from '../support/soak/timings.ts'

const root = join(import.meta.dirname, '..', '..')
const profileFolder = process.env.AGENCY_DESK_TEST_PROFILE

const PEAK_MB = 600

const profiled = (folder: string) => ({
  env: {
    NODE_OPTIONS: `--import=${join(root, 'test', 'bench', 'support', 'profile-threads.ts')}`,
    PROFILE_FOLDER: folder,
  },
  onMeasured: (pid: number) => void process.kill(pid, 'SIGUSR2'),
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

test('nothing fails and memory stays small while brands are synced and deliveries come', async () => {
  expect(existsSync(join(root, 'out', 'main', 'web.js')), 'Run `npm run build` first').toBe(true)
  const options = soakOf(Number(process.env.AGENCY_DESK_TEST_SOAK_MINUTES ?? '0'))
  const { timings, trivial, bare, slowQueries, failures, ...rest } = await runSoak({
    ...options,
    ...(profileFolder === undefined ? {} : profiled(profileFolder)),
  })
  const figures = Object.entries(rest).map(([name, value]) => `${name} ${Math.round(value ?? Number.NaN)}`)
  process.stdout.write(
    [
      tableOf([timings.all(), trivial, bare, ...timings.list()]),
      tableOf(worst(slowQueries)),
      figures.join(', '),
      '',
    ].join('\n\n'),
  )
  expect(failures).toEqual([])
  const { answered, refused, exitCode, peakMb } = rest
  expect({ answered, refused, exitCode }).toEqual({ answered: options.deliveries, refused: 0, exitCode: 0 })
  expect(peakMb).toBeLessThan(PEAK_MB)
}, 3_600_000)
