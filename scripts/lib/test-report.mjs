// What a suite of tests came to, read from the reports that it leaves, and the table and last line made of several suites.

/** A suite without a report, or that failed outside its tests, counts as one failure. */
export const nothing = () => ({ passed: 0, failed: [], skipped: [], secondTries: [], files: [] })

/**
 * vitest's report (JSON; undefined: it left none), its exit code, and the errors outside of all tests (outside-errors.mjs).
 * Paths become relative to `folder`.
 */
export const countsOf = (report, { code, folder, name = 'vitest', outside = [] }) => {
  if (report === undefined) return { ...nothing(), failed: [`${name} left no report`] }
  const files = report.testResults ?? []
  const tests = files.flatMap((file) => file.assertionResults ?? [])
  const named = (...status) => tests.filter((test) => status.includes(test.status)).map((test) => test.fullName)
  const pathOf = (file) => file.name.replace(folder, '')
  // A file that could not be loaded fails without a failed test of its own.
  const brokenFiles = files
    .filter(({ status, assertionResults = [] }) => status === 'failed' && !assertionResults.some(isFailed))
    .map((file) => `${pathOf(file)}: the file failed outside its tests`)
  const outsideErrors = outside.map(({ text, while: file, frames }) =>
    [`outside of all tests${file === null ? '' : `, while ${file.replace(folder, '')} ran`}: ${text}`, ...frames].join(
      '\n  ',
    ),
  )
  const failed = [...tests.filter(isFailed).map(withMessage), ...brokenFiles, ...outsideErrors]
  if (code !== 0 && failed.length === 0) failed.push(`${name} ended with exit code ${code}`)
  return {
    passed: named('passed').length,
    failed,
    skipped: named('pending', 'skipped', 'todo', 'disabled'),
    // A test that passed and still has failures needed its second try.
    secondTries: tests.filter(({ status, failureMessages = [] }) => status === 'passed' && failureMessages.length > 0),
    files: files.map((file) => ({ name: pathOf(file), ms: file.endTime - file.startTime })),
  }
}
const isFailed = ({ status }) => status === 'failed'
const MESSAGE_LINES = 12
const withMessage = ({ fullName, failureMessages = [] }) => {
  const lines = failureMessages.join('\n').split('\n')
  return [fullName, ...lines.filter((line) => line.trim() !== '').slice(0, MESSAGE_LINES)].join('\n    ')
}

/** What several runs of one suite came to together. */
export const together = (all) =>
  all.reduce(
    (sum, one) => ({
      passed: sum.passed + one.passed,
      failed: [...sum.failed, ...one.failed],
      skipped: [...sum.skipped, ...one.skipped],
      secondTries: [...sum.secondTries, ...one.secondTries],
      files: [...sum.files, ...one.files],
    }),
    nothing(),
  )

export const closingLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed.length} failed, ${skipped.length} skipped`

/** The names behind the counts, and the slowest files. */
export const detailsOf = ({ failed, skipped, secondTries, files }) => {
  const list = (title, names) =>
    names.length === 0 ? [] : [`${title}:\n${names.map((name) => `  ${name}`).join('\n')}`]
  const slowest = [...files].sort((a, b) => b.ms - a.ms).slice(0, 10)
  return [
    ...list('Skipped', skipped),
    ...list('Failed', failed),
    ...secondTries.map(
      ({ fullName, failureMessages }) =>
        `Passed at its second try: ${fullName}\n${failureMessages[0].split('\n').slice(0, 4).join('\n')}`,
    ),
    ...list(
      'Slowest test files',
      slowest.map(({ name, ms }) => `${(ms / 1000).toFixed(1)} s  ${name}`),
    ),
  ]
}

const HEAD = ['suite', 'passed', 'failed', 'skipped', 'seconds', 'second tries']

/** One row for each suite, and one for all. */
export const tableOf = (suites) => {
  const all = together(suites.map(({ counts }) => counts))
  const total = { title: 'all', counts: all, seconds: suites.reduce((sum, { seconds }) => sum + seconds, 0) }
  const rows = [...suites, total].map(({ title, counts: { passed, failed, skipped, secondTries }, seconds }) =>
    [title, passed, failed.length, skipped.length, Math.round(seconds), secondTries.length].map(String),
  )
  const widths = HEAD.map((head, at) => Math.max(head.length, ...rows.map((row) => row[at].length)))
  const line = (cells) =>
    cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))).join('  ')
  return [line(HEAD), ...rows.map(line)].join('\n')
}

/** Numbers the days: each has a sample of its own, and the same sample all day. */
export const dayNumber = (nowMs) => Math.floor(nowMs / 86_400_000)

/**
 * A mutant that a test noticed counts as passed; the others are listed. One that changes nothing does not count. What a run
 * found before it broke off counts beside its failure.
 */
export const countsOfMutants = (mutants = [], { sample, code }) => {
  const noticed = mutants.filter(({ isKilled }) => isKilled).length
  const idle = mutants.filter(({ reason }) => reason !== undefined).length
  const many = (length, text) => Array.from({ length }, () => text)
  return {
    ...nothing(),
    passed: noticed,
    failed: code === 0 ? [] : [`mutants ended with exit code ${code}`],
    skipped: [
      ...many(mutants.length - noticed - idle, 'a mutant that no test noticed'),
      ...many(sample - mutants.length, 'a mutant for which there was no time'),
    ],
  }
}

/** Rows of the bench beside the last values (docs/measured.json): told, never a failure. */
export const benchLines = (rows, before) =>
  rows.map(({ name, against, ratio, goal }) => {
    const last = before.find((row) => row.name === name && row.against === against)
    const was = last === undefined ? 'new' : `last ${last.ratio.toFixed(2)}`
    return `${ratio.toFixed(2).padStart(7)}  ${was.padEnd(10)}  goal ${goal.padEnd(8)}  ${name} / ${against}`
  })
