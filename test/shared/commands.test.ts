import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const scripts: Record<string, string> = JSON.parse(read('package.json')).scripts

const docs = readdirSync(join(root, 'docs')).filter((file) => file.endsWith('.md'))
const pages = ['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', ...docs.map((file) => `docs/${file}`)]

test.each(pages)('%s names only npm scripts that exist', (page) => {
  const named = [...read(page).matchAll(/npm run (?:-s )?([a-z][a-z:]*)/g)].map(([, name = '']) => name)
  expect(named.filter((name) => scripts[name] === undefined)).toEqual([])
})

test('CONTRIBUTING names only folders and files that exist', () => {
  const paths = [...read('CONTRIBUTING.md').matchAll(/(?:test|src-[a-z]+|docs)\/[\w./-]+/g)].map(([path]) => path)
  expect(paths.length).toBeGreaterThan(5)
  const built = /^test-results/
  expect(paths.filter((path) => !built.test(path) && !existsSync(join(root, path.replace(/[.,]$/, ''))))).toEqual([])
})

test('README has at most 700 words, and a link leads to every page of docs', () => {
  expect(read('README.md').split(/\s+/).length).toBeLessThanOrEqual(700)
  const texts = pages.map(read)
  const isLinked = (file: string) => texts.some((text) => text.includes(`(docs/${file})`) || text.includes(`(${file})`))
  expect(docs.filter((file) => !isLinked(file))).toEqual([])
})

test.each(pages)('%s links only to pages and pictures that exist', (page) => {
  const links = [...read(page).matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)].map(([, path = '']) => path)
  const missing = links.filter((path) => !/^\w+:/.test(path) && !existsSync(join(root, dirname(page), path)))
  expect(missing).toEqual([])
})
