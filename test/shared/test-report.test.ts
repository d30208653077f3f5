import { expect, test } from 'vitest'
import {
  benchLines,
  closingLine,
  countsOf,
  countsOfMutants,
  dayNumber,
  detailsOf,
  nothing,
  tableOf,
  together,
} from '../../scripts/lib/test-report.mjs'

const DAY_MS = 86_400_000
const one = (fullName: string, status: string, failureMessages: readonly string[] = []) => ({
  fullName,
  status,
  failureMessages,
})
const file = (name: string, status: string, ...assertionResults: ReturnType<typeof one>[]) => ({
  name: `/desk/${name}`,
  status,
  startTime: 1000,
  endTime: 3500,
  assertionResults,
})
const report = {
  testResults: [
    file('test/a.test.ts', 'failed', one('a', 'passed'), one('b', 'failed', ['no\n\nat line 2']), one('c', 'pending')),
    file('test/b.test.ts', 'passed', one('d', 'passed', ['first\nline 2']), one('e', 'todo')),
  ],
}

test('a report of vitest is counted, with the names of what did not pass', () => {
  const counts = countsOf(report, { code: 1, folder: '/desk/' })
  expect(closingLine(counts)).toBe('2 passed, 1 failed, 2 skipped')
  expect(counts).toMatchObject({
    failed: ['b\n    no\n    at line 2'],
    skipped: ['c', 'e'],
    secondTries: [{ fullName: 'd' }],
  })
  expect(detailsOf(counts).join('\n')).toMatch(
    /Failed:\n {2}b\n {4}no\n {4}at line 2\nPassed at its second try: d\nfirst\nline 2\n.*\n {2}2\.5 s {2}test\/a/,
  )
})

test('a run without a report, a file that could not be loaded, and a failure outside of all tests are failures', () => {
  expect(countsOf(undefined, { code: 0, folder: '/desk/' }).failed).toEqual(['vitest left no report'])
  const broken = { testResults: [file('test/c.test.ts', 'failed')] }
  expect(countsOf(broken, { code: 1, folder: '/desk/' }).failed).toEqual([
    'test/c.test.ts: the file failed outside its tests',
  ])
  expect(countsOf({ testResults: [] }, { code: 7, folder: '/desk/' }).failed).toEqual(['vitest ended with exit code 7'])
  expect(countsOf({ testResults: [] }, { code: 0, folder: '/desk/' }).failed).toEqual([])
  const late = { text: 'Error: too late', while: '/desk/test/d.test.ts', frames: ['    at tick (clock.ts:3:1)'] }
  expect(countsOf({ testResults: [] }, { code: 1, folder: '/desk/', outside: [late] }).failed).toEqual([
    'outside of all tests, while test/d.test.ts ran: Error: too late\n      at tick (clock.ts:3:1)',
  ])
})

test('the table has a row for each suite and their sums below', () => {
  const counts = countsOf(report, { code: 1, folder: '/desk/' })
  const suites = [
    { title: 'npm test', counts, seconds: 359.6 },
    { title: 'layout', counts: { ...nothing(), passed: 30 }, seconds: 61 },
  ]
  expect(tableOf(suites).split('\n')).toEqual([
    'suite     passed  failed  skipped  seconds  second tries',
    'npm test       2       1        2      360             1',
    'layout        30       0        0       61             0',
    'all           32       1        2      421             1',
  ])
  expect(closingLine(together(suites.map((suite) => suite.counts)))).toBe('32 passed, 1 failed, 2 skipped')
})

test('each day has a number of its own, which stays until midnight', () => {
  const noon = Date.UTC(2026, 10, 23, 12)
  expect(dayNumber(noon)).toBe(dayNumber(noon + DAY_MS / 2 - 1))
  expect(dayNumber(noon + DAY_MS)).toBe(dayNumber(noon) + 1)
})

test('mutants: a noticed one passes, one that no test noticed or that had no time is skipped', () => {
  const sample = (noticed: number, of: number) => Array.from({ length: of }, (_, at) => ({ isKilled: at < noticed }))
  const line = (noticed: number, of: number) =>
    closingLine(countsOfMutants(sample(noticed, of), { sample: 20, code: 0 }))
  expect(line(17, 18)).toBe('17 passed, 0 failed, 3 skipped')
  expect(line(9, 20)).toBe('9 passed, 0 failed, 11 skipped')
  const idle = { isKilled: false, reason: 'Both ends are the same.' }
  expect(closingLine(countsOfMutants([...sample(19, 19), idle], { sample: 20, code: 0 }))).toBe(
    '19 passed, 0 failed, 0 skipped',
  )
  expect(closingLine(countsOfMutants(undefined, { sample: 20, code: 1 }))).toBe('0 passed, 1 failed, 20 skipped')
  expect(closingLine(countsOfMutants(sample(9, 12), { sample: 20, code: 1 }))).toBe('9 passed, 1 failed, 11 skipped')
})

test('a row of the bench stands beside its last value', () => {
  const row = (name: string, ratio: number) => ({ name, against: 'bare', ratio, goal: '<= 2' })
  expect(benchLines([row('page', 2.5), row('other', 1)], [row('page', 1.25)])).toEqual([
    '   2.50  last 1.25   goal <= 2      page / bare',
    '   1.00  new         goal <= 2      other / bare',
  ])
})
