// Which tests run which regions of the sources: found out by runs of a part of the tests each, kept in .cache for the next
// samples. What there is no time for is left to them.
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Ended, Reply, TestFile } from './kept-vitest.ts'
import { regionsOf, withMarks } from './regions.ts'
import { copyTree, createTestRuns } from './test-runs.ts'

export type Recording = {
  readonly tests: readonly RecordedTest[]
  /** By source: its hash, and for each region where it starts and the places in `tests` of those that run it. */
  readonly sources: Readonly<Record<string, RecordedSource>>
}
type RecordedTest = Ended & {
  /** Of its file when it ran. */
  readonly hash: string
}
type RecordedSource = { readonly hash: string; readonly starts: readonly number[]; readonly ranBy: readonly number[][] }

/** The others run the same again on other engines, in a browser or in processes that end. */
const PROJECTS = ['unit', 'unit-window', 'integration', 'longer']
/** The window's tests, by folder or name: they open the bundles, which carry no marks. */
const OF_THE_WINDOW = '/test/longer/web-'
const KEPT = '.cache/mutants.json'
/** Test files of a part. */
const PART_MAX = 40
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

type Marks = { readonly hash: string; readonly starts: readonly number[]; readonly first: number }

/** Writes marks into the sources and tests of the copy. `first` is the number of a source's first region. */
const markTree = (folder: string, sources: readonly string[]): ReadonlyMap<string, Marks> => {
  let count = 0
  const marks = new Map<string, Marks>()
  const importRan = (file: string) => `import '${relative(dirname(file), 'test/mutants/ran.ts')}';`
  for (const file of sources) {
    const text = readFileSync(file, 'utf8')
    const regions = regionsOf(file, text)
    const first = count
    marks.set(file, { hash: hashOf(text), starts: regions.map(({ start }) => start), first })
    count += regions.length
    if (regions.length > 0 && !text.startsWith('#!'))
      writeFileSync(join(folder, file), importRan(file) + withMarks(text, regions, first))
  }
  for (const file of globSync('test/**/*.test.{ts,tsx}'))
    writeFileSync(join(folder, file), `${importRan(file)}globalThis.ranTest?.('${file}');${readFileSync(file, 'utf8')}`)
  return marks
}

/** Test file → numbers of the regions that ran. */
const notesIn = (folder: string): Map<string, Set<number>> => {
  const ran = new Map<string, Set<number>>()
  for (const name of readdirSync(folder)) {
    let current: Set<number> | undefined
    for (const line of readFileSync(join(folder, name), 'utf8').split('\n')) {
      if (!/^\d*$/.test(line)) {
        current = ran.get(line) ?? new Set()
        ran.set(line, current)
      } else if (line !== '') current?.add(Number(line))
    }
  }
  return ran
}

/** What a part of the tests ran, by their notes. */
const partOf = (ended: readonly RecordedTest[], marks: ReadonlyMap<string, Marks>, notes: string): Recording => {
  const ranBy: number[][] = []
  const ran = notesIn(notes)
  for (const [test, { file }] of ended.entries())
    for (const region of ran.get(file) ?? []) {
      const others = ranBy[region] ?? []
      others.push(test)
      ranBy[region] = others
    }
  const recorded = [...marks].map(([file, { hash, starts, first }]) => {
    const own = { hash, starts, ranBy: starts.map((_, at) => ranBy[first + at] ?? []) }
    return [file, own] as const
  })
  return { tests: ended, sources: Object.fromEntries(recorded) }
}

/** The kept recording with that of newer tests. Of a source that changed since, each region has all that ran any of them. */
const joined = (kept: Recording, newer: Recording): Recording => {
  const first = kept.tests.length
  const sources = Object.entries(newer.sources).map(([file, source]) => {
    const before = kept.sources[file]
    const all = [...new Set(before?.ranBy.flat())]
    const of = (at: number) => (before?.hash === source.hash ? (before.ranBy[at] ?? []) : all)
    return [
      file,
      { ...source, ranBy: source.ranBy.map((tests, at) => [...of(at), ...tests.map((test) => first + test)]) },
    ]
  })
  return { tests: [...kept.tests, ...newer.tests], sources: Object.fromEntries(sources) }
}

/** Without the tests that changed since: they run what they did not run before. */
export const ofSameTests = (kept: Recording, hashOfTest: (file: string) => string | undefined): Recording => {
  const places = new Map<number, number>()
  const tests = kept.tests.filter(({ file, hash }, at) => {
    const isSame = hashOfTest(file) === hash
    if (isSame) places.set(at, places.size)
    return isSame
  })
  const sources = Object.entries(kept.sources).map(([file, source]) => {
    const ranBy = source.ranBy.map((ran) => ran.flatMap((at) => places.get(at) ?? []))
    return [file, { ...source, ranBy }] as const
  })
  return { tests, sources: Object.fromEntries(sources) }
}

type Parts = {
  readonly runPart: (known: readonly TestFile[], seconds: number) => Promise<Reply | undefined>
  readonly read: (ended: readonly Ended[]) => Recording
  readonly keep: (recording: Recording) => void
  readonly secondsLeft: () => number
}

/** Runs part after part until the time is over. A part that does not end in time is lost, those before it are not. */
export const recordParts = async (kept: Recording, parts: Parts): Promise<Recorded> => {
  let recording = kept
  let left = Number.NaN
  for (let seconds = parts.secondsLeft(); seconds > 0; seconds = parts.secondsLeft()) {
    const reply = await parts.runPart(recording.tests, seconds)
    if (reply === undefined) break
    left = reply.left
    recording = joined(recording, parts.read(reply.ended))
    parts.keep(recording)
    // Of tests that end their process there is no report: they would be run for ever.
    if (left === 0 || reply.ended.length === 0) break
  }
  return { recording, left }
}

/** A test that reads sources or their functions may fail by the marks alone: those that fail run again without them. */
const withoutMarks = async (recording: Recording, seconds: number): Promise<Recording> => {
  const failed = recording.tests.filter(({ isFailed }) => isFailed)
  if (failed.length === 0 || seconds <= 0) return recording
  const runs = createTestRuns(copyTree(), { bail: 0 })
  const reply = await runs.run({ tests: failed, changed: [] }, seconds)
  await runs.close()
  const now = new Map(reply?.ended.map((one) => [`${one.project} ${one.file}`, one]))
  const tests = recording.tests.map((test) => ({ ...test, ...now.get(`${test.project} ${test.file}`) }))
  const checked = { ...recording, tests }
  writeFileSync(KEPT, JSON.stringify(checked))
  return checked
}

/** `left`: test files that are not recorded yet; NaN where not even the first part ended. */
export type Recorded = { readonly recording: Recording; readonly left: number }
type Options = {
  readonly isNew: boolean
  readonly secondsLeft: () => number
  /** Sources with a fault: the tests near them by name are recorded first. */
  readonly near: readonly string[]
}

/** The kept recording, with as much of what is new since as there is time for; or a new one. */
export const recordingOf = async (
  sources: readonly string[],
  { isNew, secondsLeft, near }: Options,
): Promise<Recorded> => {
  const none: Recording = { tests: [], sources: {} }
  // Written below.
  const stored = !isNew && existsSync(KEPT) ? (JSON.parse(readFileSync(KEPT, 'utf8')) as Recording) : none
  const hashOfTest = (file: string) => (existsSync(file) ? hashOf(readFileSync(file, 'utf8')) : undefined)
  const kept = ofSameTests(stored, hashOfTest)
  const folder = copyTree()
  const notes = join(folder, 'ran')
  mkdirSync(notes)
  mkdirSync(dirname(KEPT), { recursive: true })
  const marks = markTree(folder, sources)
  const runs = createTestRuns(folder, { bail: 0, env: { RAN_FOLDER: notes } })
  const recorded = await recordParts(kept, {
    runPart: (known, seconds) =>
      runs.run({ projects: PROJECTS, except: OF_THE_WINDOW, known, most: PART_MAX, near, changed: [] }, seconds),
    read: (ended) => {
      const tests = ended.map((test) => ({ ...test, hash: hashOfTest(test.file) ?? '' }))
      return partOf(tests, marks, notes)
    },
    keep: (recording) => writeFileSync(KEPT, JSON.stringify(recording)),
    secondsLeft,
  })
  await runs.close()
  return { ...recorded, recording: await withoutMarks(recorded.recording, secondsLeft()) }
}
