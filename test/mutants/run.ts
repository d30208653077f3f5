// How many small faults the tests notice:
// `npm run test:mutants -- --count 200 --seed 1 [--only REGEXP] [--seconds 90] [--minutes 6]`.
// Works on a copy of the tree. A mutant is killed where a test fails, or where the tests do not end in time. After
// `--minutes` no further one is tried.
import { spawn } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { applyMutant, type Mutant, mutantsOf } from './mutate.ts'
import { createTestIndex, integrationTestsOf } from './tests-of.ts'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    seconds: { type: 'string', default: '90' },
    minutes: { type: 'string', default: 'Infinity' },
    out: { type: 'string', default: 'bench-results/mutants.json' },
  },
})

const UNIT_TESTS_MAX = 8
const say = (text: string) => process.stdout.write(`${text}\n`)
const SKIPPED = /\/(bench|migrations|electron)\/|\.d\.ts$|index\.ts$/
const root = process.cwd()
const sources = globSync('{src-main,src-shared}/**/*.ts').filter((file) => !SKIPPED.test(file))
const unitTests = globSync('test/{shared,main,sandbox}/**/*.test.ts')
const integrationTests = globSync('test/{integration,longer,crash}/**/*.test.ts')
const everything = new Set(globSync('{src-main,src-shared,src-sandbox,test}/**/*.ts'))

/** mulberry32: the same seed chooses the same mutants. */
const randomOf = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** `src-main/<room>` or `src-shared/<room>`; files directly in src-main are one room. */
const roomOf = (file: string): string => {
  const parts = file.split('/')
  return parts.length > 2 ? parts.slice(0, 2).join('/') : (parts[0] ?? '')
}

const choose = (): Mutant[] => {
  const random = randomOf(Number(values.seed))
  const wanted = new RegExp(values.only)
  const all = sources.filter((file) => wanted.test(file)).flatMap((file) => mutantsOf(file, readFileSync(file, 'utf8')))
  const shuffled = all.map((mutant) => ({ mutant, at: random() })).toSorted((a, b) => a.at - b.at)
  return shuffled.slice(0, Number(values.count)).map(({ mutant }) => mutant)
}

/** Ends the tests that run, with what they started. */
let endTests = (): void => undefined

/** Whether the tests pass. One that does not end in time counts as failed: it noticed. */
const passes = (folder: string, projects: readonly string[], files: readonly string[]): Promise<boolean> =>
  new Promise((resolve) => {
    const args = [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--bail',
      '1',
      ...projects.flatMap((name) => ['--project', name]),
      ...files,
    ]
    const child = spawn(process.execPath, args, { cwd: folder, stdio: 'ignore', detached: true })
    endTests = () => process.kill(-(child.pid ?? 0), 'SIGKILL')
    const timer = setTimeout(endTests, Number(values.seconds) * 1000)
    child.once('close', (code) => {
      clearTimeout(timer)
      endTests = () => undefined
      resolve(code === 0)
    })
  })

const folder = mkdtempSync(join(tmpdir(), 'desk-mutants-'))
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    endTests()
    rmSync(folder, { recursive: true, force: true })
    process.exit(130)
  })
mkdirSync(dirname(values.out), { recursive: true })
for (const part of globSync('*', { exclude: ['node_modules', 'out', 'dist', 'test-results', 'bench-results'] }))
  cpSync(part, join(folder, part), { recursive: true })
symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))

const testsReaching = createTestIndex(root, unitTests, everything)
const results: (Mutant & { room: string; isKilled: boolean; by: string })[] = []
const isKilledBy = async (mutant: Mutant): Promise<string> => {
  const unit = testsReaching(mutant.file)
    .map(({ test }) => test)
    .slice(0, UNIT_TESTS_MAX)
  if (unit.length > 0 && !(await passes(folder, ['unit', 'unit-window', 'longer'], unit))) return 'unit'
  const integration = integrationTestsOf(mutant.file, integrationTests)
  return integration.length > 0 && !(await passes(folder, ['integration', 'longer', 'crash'], integration))
    ? 'integration'
    : ''
}

const until = performance.now() + Number(values.minutes) * 60_000
for (const mutant of choose()) {
  if (performance.now() > until) break
  const text = readFileSync(mutant.file, 'utf8')
  writeFileSync(join(folder, mutant.file), applyMutant(text, mutant))
  const by = await isKilledBy(mutant)
  writeFileSync(join(folder, mutant.file), text)
  results.push({ ...mutant, room: roomOf(mutant.file), isKilled: by !== '', by })
  const { file, line, before, after } = mutant
  const shown = (code: string) => code.replaceAll(/\s+/g, ' ').slice(0, 60)
  say(`${by === '' ? 'SURVIVED' : `killed (${by})`}  ${file}:${line}  ${shown(before)}  ->  ${shown(after)}`)
  writeFileSync(values.out, JSON.stringify(results, null, 1))
}
rmSync(folder, { recursive: true, force: true })

say('\nroom | killed | of | score')
for (const [room, own] of [...Map.groupBy(results, (result) => result.room)].toSorted(([a], [b]) =>
  a.localeCompare(b),
)) {
  const killed = own.filter(({ isKilled }) => isKilled).length
  say(`${room} | ${killed} | ${own.length} | ${Math.round((100 * killed) / own.length)} %`)
}
const killed = results.filter(({ isKilled }) => isKilled).length
say(`all | ${killed} | ${results.length} | ${Math.round((100 * killed) / results.length)} %`)
