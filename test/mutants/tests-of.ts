// Which tests look at a source file: unit tests that import it, the nearest first, then the integration tests of its room.
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

const IMPORTS = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g

const importsOf = (root: string, file: string): string[] => {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(IMPORTS)].map(([, path = '']) => normalize(join(dirname(file), path)))
}

/** For each source file, the unit tests that reach it and over how many imports. */
export const createTestIndex = (root: string, tests: readonly string[], files: ReadonlySet<string>) => {
  const imports = new Map<string, string[]>()
  const known = (file: string): string[] => {
    const found = imports.get(file) ?? importsOf(root, file).filter((path) => files.has(path))
    imports.set(file, found)
    return found
  }
  const reached = new Map<string, { test: string; distance: number }[]>()
  for (const test of tests) {
    const seen = new Set([test])
    let ring = [test]
    for (let distance = 1; ring.length > 0; distance += 1) {
      ring = [...new Set(ring.flatMap(known))].filter((file) => !seen.has(file))
      for (const file of ring) {
        seen.add(file)
        reached.set(file, [...(reached.get(file) ?? []), { test, distance }])
      }
    }
  }
  return (file: string): { test: string; distance: number }[] =>
    (reached.get(file) ?? []).toSorted((a, b) => a.distance - b.distance)
}

const ROOM_TESTS: readonly (readonly [source: RegExp, integration: RegExp])[] = [
  [
    /pitch|compos|outbox|suppress|queue|outreach|prospect|contact|credit|template|draft|mailbox/,
    /outreach-|requests-sent/,
  ],
  [/publish|article|calendar|cms/, /publishing/],
  [/webhook|hook|deliver|forward/, /webhooks|publishing-webhook/],
  [/connector|permission|preset/, /connector/],
  [/visibility|ai-models|interval/, /visibility/],
  [/research|audit|basket|suggest/, /research|requests-sent/],
  [/journal|intent/, /outreach-queue|outreach-crash|publishing\.|publishing-crash|publishing-holds/],
  [/sync|history|rank|slice|keyword|cluster/, /sync|requests-sent|search-console/],
  [/brand|key|secret|scrub/, /brands|brand-races|secrets/],
  [/limit|service-client|retry|profile/, /sync-limits|brands\.|requests-sent/],
  [/shells\/(web|host|static)/, /\/web\./],
  [/cli|shells/, /cli/],
  [/.*/, /contract-fuzz|sync\.test|brands\.test/],
]

/** Integration tests that use the room of this file, those of the first fitting row first. */
export const integrationTestsOf = (file: string, tests: readonly string[]): string[] => {
  const rows = ROOM_TESTS.filter(([source]) => source.test(file)).slice(0, 2)
  return [...new Set(rows.flatMap(([, wanted]) => tests.filter((test) => wanted.test(test))))]
}
