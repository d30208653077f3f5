// The suites of `npm run test:all`, in the order in which they run. Each resolves with its counts (test-report.mjs).
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { binFile, build, inProject, nodeFile } from './project.mjs'
import { benchLines, countsOf, countsOfMutants, dayNumber, nothing, together } from './test-report.mjs'

const readJson = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined)

/** Runs vitest; its report stays in test-results/<name>.json. */
const vitest = async ({ run }, { name, projects, files = [], env = {} }) => {
  const report = inProject('test-results', `${name}.json`)
  const chosen = projects.flatMap((project) => ['--project', project])
  const outside = inProject('test-results', `${name}.outside.json`)
  const ours = inProject('scripts', 'lib', 'outside-errors.mjs')
  const reports = ['--reporter=default', '--reporter=json', `--reporter=${ours}`, `--outputFile.json=${report}`]
  const { file, shell } = binFile('vitest')
  const all = { ...env, AGENCY_DESK_OUTSIDE_ERRORS: outside }
  const { code } = await run(file, ['run', ...chosen, ...reports, ...files], { env: all, shell })
  return countsOf(readJson(report), { code, folder: inProject(), outside: readJson(outside) })
}

/** A check that is no test: one failure where it does not end well. */
const check = async ({ run, say }, title, name, args) => {
  const { file, shell } = binFile(name)
  const { code, output } = await run(file, args, { shell, isKept: true })
  say(`\n== ${title}${code === 0 ? '' : `: exit code ${code}`}\n${output.trimEnd()}`)
  return code === 0 ? nothing() : { ...nothing(), failed: [title] }
}

/**
 * What `npm test` runs. One run of vitest holds all its projects: while a browser test waits, another file computes. Tests
 * open the bundles and begin with what the type check left. That check leaves a processor idle, where the linters run.
 */
export const runNpmTest = async (context) => {
  const bundles = async () =>
    (await build({ isQuiet: true })) === 0 ? nothing() : { ...nothing(), failed: ['Bundles'] }
  const lint = async () => [
    await check(context, 'Format and lint (biome)', 'biome', ['check', '.']),
    await check(context, 'Unused code (knip)', 'knip', []),
  ]
  // One checker: several check what they share again and again, which costs a small machine more than it saves.
  const types = check(context, 'Types (tsc)', 'tsc', ['-b', '--checkers', '1'])
  const built = await bundles()
  const linted = lint()
  const before = [await types, built]
  context.say('\n== Tests')
  const projects = ['unit', 'unit-window', 'integration', 'team', 'e2e']
  const tests = await vitest(context, { name: 'tests', projects })
  return together([...before, tests, ...(await linted)])
}

const project = (name, title, more = {}) => ({
  name,
  title,
  run: (context) => vitest(context, { name, projects: [name], ...more }),
})

/** How often long tests repeat: test/support/rounds.ts. */
const FEW_ROUNDS = { AGENCY_DESK_TEST_ROUNDS: 'few' }
const ALL_ROUNDS = { AGENCY_DESK_TEST_SOAK_MINUTES: '60' }

const faults = {
  name: 'faults',
  title: 'faults',
  run: (context) =>
    vitest(context, { name: 'faults', projects: ['faults'], env: context.isLong ? ALL_ROUNDS : FEW_ROUNDS }),
}

const OLDER = '15'
const OLDER_FOLDER = `/usr/lib/postgresql/${OLDER}/bin`
const onPostgres = () =>
  ['test/main', 'test/longer', 'test/crash']
    .flatMap((folder) => readdirSync(inProject(folder), { recursive: true }).map((file) => `${folder}/${file}`))
    .filter((file) => file.endsWith('.test.ts'))
    .filter((file) => readFileSync(inProject(file), 'utf8').includes('describePostgres('))

/** The SQL differs between versions, what a whole desk does on it does not: the older one runs the tests of the SQL. */
const teamOlder = {
  name: 'team-15',
  title: 'team, PostgreSQL 15',
  run: async (context) => {
    if (!existsSync(OLDER_FOLDER))
      return { ...nothing(), skipped: [`there is no PostgreSQL ${OLDER} in ${OLDER_FOLDER}`] }
    const env = { AGENCY_DESK_TEST_POSTGRES: OLDER_FOLDER }
    const more = context.isLong ? ['team-cuts', 'team-more'] : []
    return together([
      await vitest(context, { name: 'team-15', projects: ['team', ...more], env }),
      await vitest(context, { name: 'team-15-sql', projects: ['unit', 'longer', 'crash'], files: onPostgres(), env }),
    ])
  },
}
/** Its short list is in `npm test`. */
const teamNewer = {
  name: 'team-18',
  title: 'team, PostgreSQL 18',
  run: (context) => vitest(context, { name: 'team-18', projects: ['team-more', 'team-cuts'] }),
}

/** Five with what ends after it: the last type check, and what the tests keep. */
const MUTANTS_MINUTES = '4.5'

/** A survivor is named, not failed: some mutants change nothing that anybody could see. */
const mutants = {
  name: 'mutants',
  title: 'mutants',
  run: async ({ run, isLong, nowMs }) => {
    const sample = isLong ? 200 : 20
    const out = inProject('test-results', 'mutants.json')
    const bounds = isLong ? [] : ['--minutes', MUTANTS_MINUTES]
    const args = ['--sample', sample, '--seed', dayNumber(nowMs), '--out', out, ...bounds].map(String)
    const { code } = await run(nodeFile(), [inProject('test', 'mutants', 'run.ts'), ...args])
    return countsOfMutants(readJson(out), { sample, code })
  },
}

const SHORT_BENCHES = ['rankings', 'today']
/** Results are named by their time. */
const newestResult = () => {
  const folder = inProject('bench-results')
  mkdirSync(folder, { recursive: true })
  const name = readdirSync(folder)
    .filter((file) => /^\d+T\d+\.json$/.test(file))
    .sort()
    .at(-1)
  return name === undefined ? undefined : readJson(inProject('bench-results', name))
}

/** Told, never failed: speed is judged by medians of a quiet machine. */
const bench = {
  name: 'bench',
  title: 'bench',
  run: async ({ run, say, isLong }) => {
    const { code } = await run(nodeFile(), [inProject('test', 'bench', 'run.ts'), ...(isLong ? [] : SHORT_BENCHES)])
    const rows = (code === 0 ? newestResult()?.rows : undefined) ?? []
    const { rows: before } = readJson(inProject('docs', 'measured.json'))
    say(`\nBench, beside the last values:\n${benchLines(rows, before).join('\n')}`)
    return nothing()
  },
}

export const suites = [
  { name: 'npm-test', title: 'npm test', run: runNpmTest },
  project('project', 'project'),
  project('layout', 'layout'),
  project('longer', 'longer'),
  project('crash', 'crash and kill'),
  faults,
  teamOlder,
  teamNewer,
  project('renamed', 'renamed fields'),
  mutants,
  bench,
]
