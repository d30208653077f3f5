// How many small faults the tests notice:
// `npm run test:mutants -- --sample 60 --seed 1 [--only REGEXP] [--minutes 6] [--record]`.
// Works on a copy of the tree. A mutant is killed where the type check fails or a test does, or where the tests do not end in
// time. The first samples record which tests run what (record.ts), for at most half of `--minutes`; `--record` does so again.
// After `--minutes` no further one is tried; that and a signal leave the counts of what was tried.
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { reasonOf } from './equivalent.ts'
import type { Ended } from './kept-vitest.ts'
import { applyMutant, type Mutant, mutantsOf } from './mutate.ts'
import { recordingOf } from './record.ts'
import { copyTree, createTestRuns, isTyped } from './test-runs.ts'
import { createTestChoice } from './tests-of.ts'

const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    minutes: { type: 'string', default: 'Infinity' },
    record: { type: 'boolean', default: false },
    out: { type: 'string', default: 'bench-results/mutants.json' },
  },
})

const say = (text: string) => process.stdout.write(`${text}\n`)
const SKIPPED = /\/(bench|migrations|electron)\/|\.d\.ts$|index\.ts$/
const sources = globSync('{src-main,src-shared}/**/*.ts')
  .filter((file) => !SKIPPED.test(file))
  .toSorted()

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
  return shuffled.slice(0, Number(values.sample)).map(({ mutant }) => mutant)
}

type Result = Mutant & {
  readonly room: string
  readonly isKilled: boolean
  /** `types`, or the tests that noticed it. */
  readonly by: string
  readonly tests: number
  readonly seconds: number
  readonly reason?: string
}

const began = performance.now()
const chosen = choose()
const results: Result[] = []

/** The last column is of those that the type check lets pass. */
const row = (name: string, own: readonly Result[]): string => {
  const count = (fits: (result: Result) => boolean) => own.filter(fits).length
  const [killed, typed, idle] = [
    count(({ isKilled }) => isKilled),
    count(({ by }) => by === 'types'),
    count(({ reason }) => reason !== undefined),
  ]
  const share = (part: number, of: number) => (of === 0 ? '-' : `${Math.round((100 * part) / of)} %`)
  const of = own.length - idle
  return [name, of, typed, killed - typed, share(killed, of), share(killed - typed, of - typed), idle].join(' | ')
}
/** All that the sample found so far. */
const report = (): void => {
  say(
    `\n${results.length} of ${chosen.length} mutants were tried${results.length < chosen.length ? ': the time was over.' : '.'}`,
  )
  say('room | mutants | killed by types | by tests | killed | by tests alone | changes nothing')
  const rooms = Map.groupBy(results, ({ room }) => room)
  for (const [room, own] of [...rooms].toSorted(([a], [b]) => a.localeCompare(b))) say(row(room, own))
  say(row('all', results))
}

/** A fault may make an endless loop. */
const SECONDS_MIN = 60
const TIMES_AS_LONG = 2

const secondsLeft = (share = 1): number => Number(values.minutes) * 60 * share - (performance.now() - began) / 1000
const RECORDING_SHARE = 1 / 2

mkdirSync(dirname(values.out), { recursive: true })
writeFileSync(values.out, '[]') // none of an earlier sample is counted
const folder = copyTree()
const runs = createTestRuns(folder, { bail: 1 })
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    runs.kill()
    report()
    process.exit(130)
  })
const { recording, left } = await recordingOf(sources, {
  isNew: values.record,
  near: chosen.map(({ file }) => file),
  secondsLeft: () => secondsLeft(RECORDING_SHARE),
})
const recorded = recording.tests.length
say(`${recorded} test files are recorded, ${Number.isNaN(left) ? 'others' : left} had no time yet.`)
if (!(await isTyped(folder))) throw new Error('The type check fails without a fault.')
const { testsOf, isNeverRun } = createTestChoice(recording, sources)
const NEVER_TAKEN = 'The compiler asks for this default after an index; no test ever takes it.'
let restored: string[] = []
/** Undefined when the time of the sample is over. */
const noticedBy = async (mutant: Mutant, tests: readonly Ended[]): Promise<string | undefined> => {
  if (!(await isTyped(folder))) return 'types'
  if (tests.length === 0) return ''
  const seconds = Math.max(SECONDS_MIN, (TIMES_AS_LONG * tests.reduce((sum, { ms }) => sum + ms, 0)) / 1000)
  const reply = await runs.run({ tests, changed: [mutant.file, ...restored] }, Math.min(seconds, secondsLeft()))
  restored = [mutant.file]
  if (reply === undefined) return secondsLeft() > 0 ? 'time' : undefined
  if (reply.isPassed) return ''
  const failed = reply.ended.filter(({ isFailed }) => isFailed)
  return failed.map(({ file }) => file.replace(/^test\/|\.test\.tsx?$/g, '')).join(' ') || 'an error in no test'
}

const resultOf = async (mutant: Mutant): Promise<Result | undefined> => {
  const room = roomOf(mutant.file)
  const text = readFileSync(mutant.file, 'utf8')
  const reason =
    reasonOf(mutant, text) ?? (left === 0 && mutant.isDefault && isNeverRun(mutant) ? NEVER_TAKEN : undefined)
  if (reason !== undefined) return { ...mutant, room, isKilled: false, by: '', tests: 0, seconds: 0, reason }
  const startedMs = performance.now()
  const tests = testsOf(mutant)
  writeFileSync(join(folder, mutant.file), applyMutant(text, mutant))
  const by = await noticedBy(mutant, tests)
  writeFileSync(join(folder, mutant.file), text)
  if (by === undefined) return undefined
  const seconds = Math.round((performance.now() - startedMs) / 1000)
  return { ...mutant, room, isKilled: by !== '', by, tests: tests.length, seconds }
}

const shown = (code: string) => code.replaceAll(/\s+/g, ' ').slice(0, 60)
const lineOf = ({ file, line, before, after, isKilled, by, reason, tests, seconds }: Result): string => {
  const end = isKilled ? `killed (${by})` : reason === undefined ? `SURVIVED ${tests} tests` : 'changes nothing'
  const why = reason === undefined ? '' : `\n    reason: ${reason}`
  return `${end}  ${file}:${line}  ${shown(before)}  ->  ${shown(after)}  ${seconds} s${why}`
}

for (const mutant of chosen) {
  if (secondsLeft() <= 0) break
  const result = await resultOf(mutant)
  if (result === undefined) break
  results.push(result)
  say(lineOf(result))
  writeFileSync(values.out, JSON.stringify(results, null, 1))
}
await runs.close()
report()
