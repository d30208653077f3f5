// Every check there is, to the end even where one fails; the last line counts what passed.
// The numbers come from vitest's own reports; a check that is no test counts as one failure where it fails.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { binFile, build, ensureInstalled, inProject, run } from './lib/project.mjs'

const PROJECTS = ['unit', 'integration', 'e2e']
const say = (text) => process.stdout.write(`${text}\n`)
const reportsFolder = inProject('test-results')
const reportOf = (project) => inProject('test-results', `${project}.json`)

const runBin = (name, args) => {
  const { file, shell } = binFile(name)
  return run(file, args, { shell })
}

const CHECKS = [
  ['Types (tsc)', () => runBin('tsc', ['-b'])],
  ['Format and lint (biome)', () => runBin('biome', ['check', '.'])],
  ['Unused code (knip)', () => runBin('knip', [])],
  ['Bundles (electron-vite)', () => build({ isQuiet: true })],
]

const runProject = (project) =>
  runBin('vitest', [
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportOf(project)}`,
  ])

/** Counts of one project; one that left no report, or failed outside its tests, counts as a failure. */
const countsOf = (project, code) => {
  if (!existsSync(reportOf(project)))
    return { passed: 0, failed: 1, skipped: [], problems: [`${project}: vitest left no report`] }
  const report = JSON.parse(readFileSync(reportOf(project), 'utf8'))
  const files = report.testResults ?? []
  const tests = files.flatMap((file) => file.assertionResults ?? [])
  const named = (status) => tests.filter((test) => status.includes(test.status)).map((test) => test.fullName)
  const failedTests = named(['failed'])
  // A file that could not be loaded fails without a failed test of its own.
  const brokenFiles = files
    .filter(
      (file) => file.status === 'failed' && !(file.assertionResults ?? []).some((test) => test.status === 'failed'),
    )
    .map((file) => `${file.name.slice(inProject().length)}: the file failed outside its tests`)
  const problems = [...failedTests, ...brokenFiles]
  if (code !== 0 && problems.length === 0) problems.push(`${project}: vitest ended with exit code ${code}`)
  return {
    passed: named(['passed']).length,
    failed: problems.length,
    skipped: named(['pending', 'skipped', 'todo', 'disabled']).map((name) => `${project}: ${name}`),
    problems,
  }
}

await ensureInstalled()
rmSync(reportsFolder, { recursive: true, force: true })
mkdirSync(reportsFolder, { recursive: true })

const failedChecks = []
for (const [title, check] of CHECKS) {
  say(`\n== ${title}`)
  if ((await check()) !== 0) failedChecks.push(title)
}
const counts = []
for (const project of PROJECTS) {
  say(`\n== Tests: ${project}`)
  const code = await runProject(project)
  counts.push(countsOf(project, code))
}

const skipped = counts.flatMap((count) => count.skipped)
const problems = [...failedChecks, ...counts.flatMap((count) => count.problems)]
if (skipped.length > 0) say(`\nSkipped:\n${skipped.map((name) => `  ${name}`).join('\n')}`)
if (problems.length > 0) say(`\nFailed:\n${problems.map((name) => `  ${name}`).join('\n')}`)
const sum = (pick) => counts.reduce((total, count) => total + pick(count), 0)
say(`\n${sum((count) => count.passed)} passed, ${problems.length} failed, ${skipped.length} skipped`)
process.exit(problems.length > 0 ? 1 : 0)
