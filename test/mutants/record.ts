// Which tests run which regions of the sources: found out by one run of the tests, kept in .cache for the next samples.
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Ended, TestFile } from './kept-vitest.ts'
import { regionsOf, withMarks } from './regions.ts'
import { copyTree, createTestRuns } from './test-runs.ts'

export type Recording = {
  readonly tests: readonly Ended[]
  /** By source: its hash, and for each region where it starts and the places in `tests` of those that run it. */
  readonly sources: Readonly<Record<string, RecordedSource>>
}
type RecordedSource = { readonly hash: string; readonly starts: readonly number[]; readonly ranBy: readonly number[][] }

/** The others run the same again on other engines, in a browser or in processes that end. */
const PROJECTS = ['unit', 'unit-window', 'integration', 'longer']
/** The window's tests, by folder or name: they open the bundles, which carry no marks. */
const OF_THE_WINDOW = '/test/longer/web-'
const KEPT = '.cache/mutants.json'
const RUN_SECONDS_MAX = 3600
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

const record = async (sources: readonly string[], known: readonly TestFile[]): Promise<Recording> => {
  const folder = copyTree()
  const notes = join(folder, 'ran')
  mkdirSync(notes)
  const marks = markTree(folder, sources)
  const runs = createTestRuns(folder, { bail: 0, env: { RAN_FOLDER: notes } })
  const reply = await runs.run({ projects: PROJECTS, except: OF_THE_WINDOW, known, changed: [] }, RUN_SECONDS_MAX)
  await runs.close()
  if (reply === undefined) throw new Error('The tests did not end.')
  const ranBy: number[][] = []
  const ran = notesIn(notes)
  for (const [test, { file }] of reply.ended.entries())
    for (const region of ran.get(file) ?? []) {
      const others = ranBy[region] ?? []
      others.push(test)
      ranBy[region] = others
    }
  const recorded = [...marks].map(([file, { hash, starts, first }]) => {
    const own = { hash, starts, ranBy: starts.map((_, at) => ranBy[first + at] ?? []) }
    return [file, own] as const
  })
  return { tests: reply.ended, sources: Object.fromEntries(recorded) }
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

/** The kept recording, with what is new since; or a new one. */
export const recordingOf = async (sources: readonly string[], isNew: boolean): Promise<Recording> => {
  const none: Recording = { tests: [], sources: {} }
  // Written below.
  const kept = !isNew && existsSync(KEPT) ? (JSON.parse(readFileSync(KEPT, 'utf8')) as Recording) : none
  const recording = joined(kept, await record(sources, kept.tests))
  mkdirSync(dirname(KEPT), { recursive: true })
  writeFileSync(KEPT, JSON.stringify(recording))
  return recording
}
