// A vitest that stays: to start one costs more than most tests do. Its parent sends which tests to run and which sources
// have changed since, and gets how each test file ended. Started by `test-runs.ts`.
import { join } from 'node:path'
import type { TestModule, TestSpecification } from 'vitest/node'
import { createVitest } from 'vitest/node'
import { wordsOf } from './words-of.ts'

export type TestFile = { readonly project: string; readonly file: string }
export type Order = (
  | { readonly tests: readonly TestFile[] }
  | {
      readonly projects: readonly string[]
      readonly except: string
      readonly known: readonly TestFile[]
      readonly most: number
      /** Sources that matter most: tests with words of their names come first. */
      readonly near: readonly string[]
    }
) & {
  readonly changed: readonly string[]
}
/** One that was not run after another one failed has neither. */
export type Ended = TestFile & { readonly isPassed: boolean; readonly isFailed: boolean; readonly ms: number }
export type Reply = {
  readonly ended: readonly Ended[]
  readonly isPassed: boolean
  /** Test files that the order means too, beyond its `most`. */
  readonly left: number
}

const [bail = '0'] = process.argv.slice(2)
const root = process.cwd()
/** Of a fault that makes a test wait for what never comes. */
const TEST_MS_MAX = 60_000

/** Tests run in the order in which they are asked for. */
class AsAsked {
  sort(specifications: TestSpecification[]) {
    return specifications
  }
  shard(specifications: TestSpecification[]) {
    return specifications
  }
}

const vitest = await createVitest('test', {
  watch: false,
  bail: Number(bail),
  reporters: [{}],
  testTimeout: TEST_MS_MAX,
  hookTimeout: TEST_MS_MAX,
  sequence: { sequencer: AsAsked },
})
const specifications = new Map(
  (await vitest.globTestSpecifications()).map((one) => [`${one.project.name} ${one.moduleId}`, one]),
)

const endedOf = (module: TestModule): Ended => ({
  project: module.project.name,
  file: module.moduleId.slice(root.length + 1),
  isPassed: module.state() === 'passed',
  isFailed: module.state() === 'failed',
  ms: module.diagnostic().duration,
})

const keyOf = ({ project, file }: TestFile): string => `${project} ${join(root, file)}`

/** The most words that the name of a test shares with one of these sources. */
const nearness = (file: string, sources: readonly string[]): number => {
  const own = wordsOf(file)
  return Math.max(0, ...sources.map((source) => [...wordsOf(source)].filter((word) => own.has(word)).length))
}

const wantedOf = (order: Order): TestSpecification[] => {
  if ('tests' in order) return order.tests.flatMap((test) => specifications.get(keyOf(test)) ?? [])
  const known = new Set(order.known.map(keyOf))
  const placeOf = ([, { project }]: [string, TestSpecification]) => order.projects.indexOf(project.name)
  return Array.from(specifications)
    .filter((one) => placeOf(one) !== -1 && !one[1].moduleId.includes(order.except) && !known.has(one[0]))
    .map((one) => ({ one, near: nearness(one[1].moduleId.slice(root.length), order.near) }))
    .toSorted((a, b) => b.near - a.near || placeOf(a.one) - placeOf(b.one))
    .map(({ one }) => one[1])
}

const run = async (order: Order): Promise<Reply> => {
  for (const file of order.changed) vitest.invalidateFile(join(root, file))
  const all = wantedOf(order)
  const wanted = 'most' in order ? all.slice(0, order.most) : all
  if (wanted.length === 0) return { ended: [], isPassed: true, left: 0 }
  const asked = new Set(wanted.map(({ moduleId }) => moduleId))
  const { testModules, unhandledErrors } = await vitest.rerunTestSpecifications(wanted)
  const ended = testModules.filter(({ moduleId }) => asked.has(moduleId)).map(endedOf)
  const isPassed = unhandledErrors.length === 0 && !ended.some(({ isFailed }) => isFailed)
  return { ended, isPassed, left: all.length - wanted.length }
}

process.on('message', (order: Order) => {
  run(order).then(
    (reply) => process.send?.(reply),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`)
      process.exit(1)
    },
  )
})
process.on('disconnect', () => vitest.close().finally(() => process.exit()))
process.send?.('ready')
