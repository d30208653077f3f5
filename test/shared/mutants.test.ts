import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { equivalents } from '../mutants/equivalent.ts'
import { applyMutant, mutantsOf } from '../mutants/mutate.ts'
import { hashOf, ofSameTests, type Recording, recordParts } from '../mutants/record.ts'
import { regionsOf, withMarks } from '../mutants/regions.ts'
import { createTestChoice } from '../mutants/tests-of.ts'

const faultsOf = (text: string) => mutantsOf('some.ts', text).map((mutant) => applyMutant(text, mutant))

test('each fault changes one place, and what could not be seen is left alone', () => {
  expect(faultsOf('const isIn = (at: number) => at >= 3 && !isOut(at)')).toEqual([
    'const isIn = (at: number) => at >= 3 || !isOut(at)',
    'const isIn = (at: number) => at > 3 && !isOut(at)',
    'const isIn = (at: number) => at >= 4 && !isOut(at)',
    'const isIn = (at: number) => at >= 3 && isOut(at)',
  ])
  expect(faultsOf("const text = value.toString()\nconst pause = { PAUSE_MS: 'long' }")).toEqual([])
})

test('a time limit is not made a thousandth longer, nor is a line of the log left out; shorter ones and other calls are', () => {
  expect(faultsOf('const PAUSE_MS = 60_000')).toEqual([])
  expect(faultsOf('const LIMITS = { startMs: 1_000, rows: 1_000 }')).toEqual([
    'const LIMITS = { startMs: 1_000, rows: 1001 }',
  ])
  expect(faultsOf('const PAUSE_MS = 50')).toEqual(['const PAUSE_MS = 51'])
  expect(faultsOf("deps.log.warn('gone', { rows: 1 })")).toEqual([])
  expect(faultsOf('save(row)')).toEqual([';'])
  const defaults = mutantsOf('some.ts', 'const all = counts[at] ?? 0; const one = counts.get(at) ?? 0')
  expect(defaults.map(({ before, isDefault }) => [before, isDefault])).toEqual([
    [' ?? 0', false],
    ['0', true],
    [' ?? 0', false],
    ['0', false],
  ])
})

test('a source with marks does what it did, and says which of its parts ran', () => {
  const text = `
    const kindOf = (at) => (at > 1 ? 'many' : at === 1 && 'one')
    function add(list, at) {
      if (at < 0) return list
      else list.push(kindOf(at) || 'none')
      try { return list.concat([]) } catch { return [] }
    }
    function sum(list) {
      let sum = 0
      for (const one of list) {
        if (one === 'none') { sum -= 1; continue }
        if (one !== 'gone') continue
        sum += 2
      }
      if (list.length > 0) return sum
      sum += 3
      return sum
    }
    [add(add(add([], 2), 0), -1).join(), sum(['none', 'many'])].join()`
  const regions = regionsOf('some.ts', text)
  const ran = new Set<number>()
  const marked = withMarks(text, regions, 100)
  expect(runInNewContext(marked, { ran: (region: number) => ran.add(region) })).toBe(runInNewContext(text))
  const never = regions.filter((_, at) => !ran.has(100 + at)).map(({ start, end }) => text.slice(start, end))
  expect(never.map((part) => part.replaceAll(/\s+/g, ' '))).toEqual([
    "'one'",
    '{ return [] }',
    'sum += 2',
    'sum += 3 return sum',
  ])
})

test('a recording that has no time to end keeps the parts that ended, and the next one goes on from there', async () => {
  const files = ['a', 'b', 'c', 'd', 'e']
  let seconds = 0
  let kept: Recording = { tests: [], sources: {} }
  const recordFor = (limit: number) => {
    seconds = limit
    return recordParts(kept, {
      secondsLeft: () => seconds,
      // Two tests each, in ten seconds.
      runPart: (known, limitSeconds) => {
        const others = files.filter((file) => !known.some((one) => one.file === file))
        const ended = others
          .slice(0, 2)
          .map((file) => ({ project: 'unit', file, isPassed: true, isFailed: false, ms: 1, hash: file }))
        seconds -= 10
        return Promise.resolve(
          limitSeconds < 10 ? undefined : { ended, isPassed: true, left: others.length - ended.length },
        )
      },
      // Each runs the second of two regions.
      read: (tests) => ({
        tests: tests.map((one) => ({ ...one, hash: one.file })),
        sources: { 'some.ts': { hash: 'same', starts: [0, 5], ranBy: [[], [...tests.keys()]] } },
      }),
      keep: (recording) => {
        kept = recording
      },
    })
  }
  const ranBy = () => kept.sources['some.ts']?.ranBy
  expect(await recordFor(5)).toMatchObject({ left: Number.NaN })
  expect(kept.tests).toEqual([])
  expect(await recordFor(25)).toMatchObject({ left: 1, recording: kept })
  expect(kept.tests.map(({ file }) => file)).toEqual(['a', 'b', 'c', 'd'])
  expect(ranBy()).toEqual([[], [0, 1, 2, 3]])
  expect(await recordFor(25)).toMatchObject({ left: 0, recording: kept })
  expect(kept.tests.map(({ file }) => file)).toEqual(files)
  expect(ranBy()).toEqual([[], [0, 1, 2, 3, 4]])
  // One that changed since and one that is gone run what they did not run then.
  const now = new Map(files.filter((file) => file !== 'b').map((file) => [file, file === 'd' ? 'another' : file]))
  const same = ofSameTests(kept, (file) => now.get(file))
  expect(same.tests.map(({ file }) => file)).toEqual(['a', 'c', 'e'])
  expect(same.sources['some.ts']?.ranBy).toEqual([[], [0, 1, 2]])
})

test('a limit of a call is first looked at by the test of the limits, and no other fault is', () => {
  const file = 'src-shared/desk/alerts.ts'
  const limits = 'test/shared/desk/limits.test.ts'
  const files = ['test/main/alerts/crossing.test.ts', limits]
  const tests = files.map((one) => ({ project: 'unit', file: one, isPassed: true, isFailed: false, ms: 1, hash: '' }))
  const { testsOf } = createTestChoice({ tests, sources: {} }, [file])
  const text = readFileSync(file, 'utf8')
  const ofLines = (fits: (line: string) => boolean) =>
    mutantsOf(file, text)
      .filter(({ line }) => fits(text.split('\n')[line - 1] ?? ''))
      .map((mutant) => testsOf(mutant)[0]?.file)
  const isLimit = (line: string) => line.includes('.max(')
  expect([...new Set(ofLines(isLimit))]).toEqual([limits])
  expect(ofLines((line) => !/\.(max|min|default)\(/.test(line))).not.toContain(limits)
})

test('what is made when its file is loaded is first looked at by the test of what is declared', () => {
  const file = 'src-main/suppressions/tables.ts'
  const declared = 'test/main/declared.test.ts'
  const tests = ['test/main/suppressions/suppressions.test.ts', declared].map((one) => ({
    ...{ project: 'unit', file: one, isPassed: true, isFailed: false, ms: 1, hash: '' },
  }))
  const { testsOf } = createTestChoice({ tests, sources: {} }, [file])
  const text = readFileSync(file, 'utf8')
  const isPlace = ({ line }: { line: number }) => text.split('\n')[line - 1]?.includes('place:') === true
  expect(
    mutantsOf(file, text)
      .filter(isPlace)
      .map((mutant) => testsOf(mutant)[0]?.file),
  ).toEqual([declared])
})

test('the test that reads most is always among those of a place that it runs, and of no other place', () => {
  const file = 'src-main/base/since-label.ts'
  const [mutant] = mutantsOf(file, readFileSync(file, 'utf8'))
  if (mutant === undefined) throw new Error(`${file} has no fault.`)
  const widest = 'test/integration/written-desk.test.ts'
  const ended = { project: 'unit', isPassed: true, isFailed: false, hash: '' }
  const quick = Array.from({ length: 9 }, (_, at) => ({
    ...ended,
    file: `test/main/base/since-label-${at}.test.ts`,
    ms: 1,
  }))
  const tests = [...quick, { ...ended, file: widest, ms: 9000 }]
  const chosenOf = (ran: number[]) => {
    const ranBy = regionsOf(file, readFileSync(file, 'utf8')).map(() => ran)
    const source = { hash: hashOf(readFileSync(file, 'utf8')), starts: [], ranBy }
    return createTestChoice({ tests, sources: { [file]: source } }, [file]).testsOf(mutant)
  }
  expect(chosenOf([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]).map((one) => one.file)).toContain(widest)
  expect(chosenOf([0, 1, 2]).map((one) => one.file)).not.toContain(widest)
})

test('each fault that changes nothing is still one of its source, and says why', () => {
  for (const { file, code, before, after, reason } of equivalents) {
    const text = readFileSync(file, 'utf8')
    const lines = text.split('\n')
    const faults = mutantsOf(file, text).filter((mutant) => mutant.before === before && mutant.after === after)
    expect(
      faults.some(({ line }) => lines[line - 1]?.trim() === code),
      `${file}: ${code}`,
    ).toBe(true)
    expect(reason).toMatch(/^[A-Z].{20,}\.$/)
  }
})
