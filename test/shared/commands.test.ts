import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const scripts: Record<string, string> = JSON.parse(read('package.json')).scripts

test.each(['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md'])('%s names only npm scripts that exist', (page) => {
  const named = [...read(page).matchAll(/npm run (?:-s )?([a-z][a-z:]*)/g)].map(([, name = '']) => name)
  expect(named.filter((name) => scripts[name] === undefined)).toEqual([])
})

test('CONTRIBUTING names only folders and files that exist', () => {
  const paths = [...read('CONTRIBUTING.md').matchAll(/(?:test|src-[a-z]+|docs)\/[\w./-]+/g)].map(([path]) => path)
  expect(paths.length).toBeGreaterThan(5)
  const built = /^test-results/
  expect(paths.filter((path) => !built.test(path) && !existsSync(join(root, path.replace(/[.,]$/, ''))))).toEqual([])
})
