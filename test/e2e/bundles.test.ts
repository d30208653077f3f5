import { readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const out = join(import.meta.dirname, '..', '..', 'out')
const folder = join(out, 'main')

/** What a bundle's `import` statements and `import()` name, without its own chunks. */
const librariesOf = (code: string): string[] =>
  [...code.matchAll(/^import (?:[^"'\n]* from )?"([^"]+)";|\bimport\("([^"]+)"\)/gm)]
    .map(([, named, called]) => named ?? called ?? '')
    .filter((name) => !name.startsWith('.') && !isBuiltin(name))

test('desk loads no library from its own folder but the native ones: the others are in the bundles', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'))
  const libraries = new Set(files.flatMap((file) => librariesOf(readFileSync(join(folder, file), 'utf8'))))
  expect([...libraries].sort()).toEqual(['better-sqlite3', 'electron', 'electron-updater', 'keytar'])
})

test('the page names its font, and what it needs before its first rows is one script beside the entry', () => {
  const page = readFileSync(join(out, 'renderer', 'index.html'), 'utf8')
  expect([...page.matchAll(/<(?:script|link)[^>]+assets\/([a-z-]+)-[\w-]{8}\./g)].map(([, name]) => name)).toEqual([
    'inter-latin-wght-normal',
    'index',
    'rolldown-runtime',
    'start',
    'style',
  ])
})

/** The libraries in the code that an entry imports before it runs, from the maps of its files. */
const loadedBy = (file: string, seen = new Set<string>()): string[] => {
  if (seen.has(file)) return []
  seen.add(file)
  const path = join(folder, file)
  const { sources } = JSON.parse(readFileSync(`${path}.map`, 'utf8')) as { sources: string[] } // the bundler's own map
  const own = sources.flatMap((source) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? [])
  const chunks = readFileSync(path, 'utf8').matchAll(/^import (?:[^"'\n]* from )?"(\.[^"]+)";/gm)
  const further = [...chunks].flatMap(([, chunk = '']) => loadedBy(join(dirname(file), chunk), seen))
  return [...new Set([...own, ...further])].sort()
}

test('threads of store and receiver start without schemas: a thread loads them with the first reply that it reads', () => {
  expect(loadedBy('store-worker.js')).toEqual(['tldts', 'tldts-core'])
  expect(loadedBy('receiver-worker.js')).toEqual([])
})
