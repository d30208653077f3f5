// A newcomer's loop: one unit test file, from the command to its end.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { type Bench, judgeAtRest, median } from './bench.ts'
import { withSlowness } from './support/slowness.ts'

const root = join(import.meta.dirname, '..', '..')
const FILE = 'test/shared/desk/contract.test.ts'
const GOAL_MS = 2000
const ROUNDS = 5

const runOnce = (): number => {
  const startedAt = performance.now()
  execFileSync(join(root, 'node_modules', '.bin', 'vitest'), ['run', FILE], { cwd: root, stdio: 'pipe' })
  return performance.now() - startedAt
}

export const unitTestBench: Bench = {
  name: 'unit-test',
  run: async () => {
    runOnce() // fills the caches
    const { value: times, slowness } = await withSlowness(() => Array.from({ length: ROUNDS }, runOnce))
    const wallMs = median(times)
    return [
      judgeAtRest({
        name: 'one unit test file, from the command to its end',
        against: '2 s',
        ratio: wallMs / GOAL_MS,
        slowness,
        measured: { wallMs },
      }),
    ]
  },
}
