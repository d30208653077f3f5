// Runs every check, also after one failed; the last line counts what passed. The numbers come from vitest's report; a
// failed check that is not a test counts as one failure.
//
// One run of vitest holds all projects: while a browser test waits, another file computes. Tests open the bundles and
// begin with what the type check left, so these two come first; the linters run beside the tests.

import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { binFile, build, ensureInstalled, exitCodeOf, inProject, programEnv, root, run } from './lib/project.mjs'

const PROJECTS = ['unit', 'integration', 'team', 'e2e']
const say = (text) => process.stdout.write(`${text}\n`)
const reportsFolder = inProject('test-results')
const reportFile = inProject('test-results', 'tests.json')

/** Runs one program and resolves with its whole output, so that several can run side by side. */
const collect = (name, args) =>
  new Promise((resolve) => {
    const { file, shell } = binFile(name)
    const child = spawn(file, args, { cwd: root, shell, env: programEnv(), stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    }
    child.once('error', (error) => resolve({ code: 127, output: `${name} could not be started: ${error.message}` }))
    child.once('close', (code, signal) => resolve({ code: exitCodeOf(code, signal), output }))
  })

const CHECKS_BEFORE = [
  // One checker: several check what they share again and again, which costs a small machine more than it saves.
  ['Types (tsc)', () => collect('tsc', ['-b', '--checkers', '1'])],
  ['Bundles (electron-vite)', async () => ({ code: await build({ isQuiet: true }), output: '' })],
]
const CHECKS_BESIDE = [
  ['Format and lint (biome)', () => collect('biome', ['check', '.'])],
  ['Unused code (knip)', () => collect('knip', [])],
]

const runTests = () => {
  const { file, shell } = binFile('vitest')
  const projects = PROJECTS.flatMap((project) => ['--project', project])
  const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`]
  return run(file, ['run', ...projects, ...reports], { shell })
}

/** What ran; a run that left no report, or failed outside its tests, counts as a failure. */
const countsOf = (code) => {
  if (!existsSync(reportFile))
    return { files: [], passed: 0, skipped: [], secondTries: [], problems: ['vitest left no report'] }
  const report = JSON.parse(readFileSync(reportFile, 'utf8'))
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
  if (code !== 0 && problems.length === 0) problems.push(`vitest ended with exit code ${code}`)
  return {
    // A test that passed and still has failures needed its second try.
    secondTries: tests.filter(({ status, failureMessages = [] }) => status === 'passed' && failureMessages.length > 0),
    files: files.map(({ name, startTime, endTime }) => ({
      name: name.slice(inProject().length),
      ms: endTime - startTime,
    })),
    passed: named(['passed']).length,
    skipped: named(['pending', 'skipped', 'todo', 'disabled']),
    problems,
  }
}

await ensureInstalled()
rmSync(reportsFolder, { recursive: true, force: true })
mkdirSync(reportsFolder, { recursive: true })

const failedChecks = []
const runCheck = async ([title, check]) => {
  const { code, output } = await check()
  say(`\n== ${title}${code === 0 ? '' : `: exit code ${code}`}\n${output.trimEnd()}`)
  if (code !== 0) failedChecks.push(title)
}
await Promise.all(CHECKS_BEFORE.map(runCheck))
say('\n== Tests')
const [code] = await Promise.all([runTests(), ...CHECKS_BESIDE.map(runCheck)])
const { files, passed, skipped, secondTries, problems } = countsOf(code)

const failed = [...failedChecks, ...problems]
if (skipped.length > 0) say(`\nSkipped:\n${skipped.map((name) => `  ${name}`).join('\n')}`)
if (failed.length > 0) say(`\nFailed:\n${failed.map((name) => `  ${name}`).join('\n')}`)
for (const { fullName, failureMessages } of secondTries) {
  say(`\nPassed at its second try: ${fullName}\n${failureMessages[0].split('\n').slice(0, 4).join('\n')}`)
}
const slowest = [...files].sort((a, b) => b.ms - a.ms).slice(0, 10)
say(`\nSlowest test files:\n${slowest.map(({ name, ms }) => `  ${(ms / 1000).toFixed(1)} s  ${name}`).join('\n')}`)
say(`\n${passed} passed, ${failed.length} failed, ${skipped.length} skipped`)
process.exit(failed.length > 0 ? 1 : 0)
