// Which tests have to notice a fault: those that run its region, the nearest by name and the quickest first, as many as there is time for.
import { readFileSync } from 'node:fs'
import type { Ended } from './kept-vitest.ts'
import type { Mutant } from './mutate.ts'
import { hashOf, type Recording } from './record.ts'
import { type Node, parse, regionsOf } from './regions.ts'
import { wordsOf } from './words-of.ts'

const TESTS_MIN = 4
/** Of the time that all tests take together: machines differ. */
const TIME_SHARE = 1 / 20
/** So often a name leads to a name that uses it. */
const STEPS_MAX = 4

/** It reads the limits of every call, which are made when their files are loaded: no function says which test that was. */
const LIMITS_TEST = 'test/shared/desk/limits.test.ts'
/** The same of what is declared as data. */
const DECLARED_TEST = 'test/main/declared.test.ts'
/** It reads every list, figure and text of a desk: what runs there shows there. */
const WIDEST_TEST = 'test/integration/written-desk.test.ts'
const LIMIT = /\.(?:min|max|default)\(/

type Source = { readonly text: string; readonly regions: readonly Node[]; readonly statements: readonly Node[] }

export const createTestChoice = (recording: Recording, files: readonly string[]) => {
  const kept = new Map<string, Source>()
  const sourceOf = (file: string): Source => {
    const found = kept.get(file)
    if (found !== undefined) return found
    const text = readFileSync(file, 'utf8')
    const { body } = parse(file, text) as unknown as { body: Node[] } // a program
    const source = { text, regions: regionsOf(file, text), statements: body }
    kept.set(file, source)
    return source
  }

  /** Undefined where no region is around this place: it runs when the file is loaded. */
  const ranAt = (file: string, place: number): readonly number[] | undefined => {
    const { text, regions } = sourceOf(file)
    const at = regions.findLastIndex(({ start, end }) => start <= place && place < end)
    if (at === -1) return undefined
    const recorded = recording.sources[file]
    // Of a source that changed since: all that run any part of it.
    return recorded?.hash === hashOf(text) ? recorded.ranBy[at] : [...new Set(recorded?.ranBy.flat())]
  }

  const nameAt = (file: string, place: number): string | undefined => {
    const { text, statements } = sourceOf(file)
    const around = statements.find(({ start, end }) => start <= place && place < end)
    return /(?:const|class|function)\s+(\w+)/.exec(text.slice(around?.start, around?.end))?.[1]
  }

  /** The tests that run what uses this name, over other names where need be. */
  const ranByUsersOf = (name: string): number[] => {
    const found = new Set<number>()
    const seen = new Set([name])
    let ring = [name]
    for (let step = 0; step < STEPS_MAX && ring.length > 0 && found.size === 0; step += 1) {
      const users = new RegExp(`\\b(?:${ring.join('|')})\\b`, 'g')
      const next = new Set<string>()
      for (const file of files)
        for (const { index } of sourceOf(file).text.matchAll(users)) {
          for (const test of ranAt(file, index) ?? []) found.add(test)
          const user = nameAt(file, index)
          if (user !== undefined && !seen.has(user)) next.add(user)
        }
      for (const user of next) seen.add(user)
      ring = [...next]
    }
    return [...found]
  }

  const msMax = TIME_SHARE * recording.tests.reduce((sum, test) => sum + test.ms, 0)
  const testsOf = ({ file, start }: Mutant): Ended[] => {
    const { text } = sourceOf(file)
    const ran = ranAt(file, start)
    const name = nameAt(file, start)
    const known = ran ?? (name === undefined ? [] : ranByUsersOf(name))
    // What no recorded test runs may run in a process that takes no notes: then the tests of that name.
    const candidates = known.length > 0 ? known : recording.tests.keys()
    const line = text.slice(text.lastIndexOf('\n', start), text.indexOf('\n', start))
    const isLimit = file.startsWith('src-shared/') && LIMIT.test(line)
    const runsHere = new Set(known.map((at) => recording.tests[at]?.file))
    const isFirst = ({ file: test }: Ended) =>
      (isLimit && test === LIMITS_TEST) ||
      (ran === undefined && test === DECLARED_TEST) ||
      (test === WIDEST_TEST && runsHere.has(test))
    const words = wordsOf(ran === undefined ? `${file} ${line}` : file)
    const ranked = Array.from(candidates)
      .flatMap((at) => recording.tests[at] ?? [])
      .filter((test) => test.isPassed && !isFirst(test))
      .map((test) => ({ test, near: [...wordsOf(test.file)].filter((word) => words.has(word)).length }))
      .filter(({ near }) => known.length > 0 || near > 0)
      .toSorted((a, b) => b.near - a.near || a.test.ms - b.test.ms)
    let ms = 0
    const others = ranked.flatMap(({ test }, at) => {
      if (at >= TESTS_MIN && ms + test.ms > msMax) return []
      ms += test.ms
      return test
    })
    return [...recording.tests.filter(isFirst), ...others]
  }
  /** Whether no recorded test came to this place. */
  const isNeverRun = ({ file, start }: Mutant): boolean => ranAt(file, start)?.length === 0
  return { testsOf, isNeverRun }
}
