import { readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '..', '..', 'out', 'main')

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
