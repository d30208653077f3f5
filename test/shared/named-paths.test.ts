import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const rooms = readdirSync(join(root, 'src-main'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
const pages = ['ARCHITECTURE.md', ...rooms.map(({ name }) => `src-main/${name}/README.md`)]

/** Files (`a/b.ts`) and folders (`a/b/`, `src-main/a`) that a page names; places to fill in (`<room>`) are none. */
const pathsIn = (text: string): string[] => {
  const inCode = [...text.matchAll(/`([^`\s]+)`/g)].map(([, path = '']) => path)
  const linked = [...text.matchAll(/\]\(([^)#]+)\)/g)].map(([, path = '']) => path)
  const isPath = (path: string) =>
    /^[\w.-][\w./-]*(\.(tsx?|md|json)|\/)$/.test(path) || /^(src|test)[\w-]*\//.test(path)
  return [...inCode, ...linked].filter((path) => isPath(path) && !path.includes('<') && !path.startsWith('/'))
}

/** The paths that lead nowhere, from the page's folder or from the root. */
const lostIn = (page: string, text: string): string[] =>
  pathsIn(text).filter((path) => ![join(root, dirname(page)), root].some((from) => existsSync(join(from, path))))

describe('a page about the sources', () => {
  test.each(pages)('%s names only files and folders that exist', (page) => {
    const text = readFileSync(join(root, page), 'utf8')
    expect(pathsIn(text).length).toBeGreaterThan(0)
    expect(lostIn(page, text)).toEqual([])
  })

  test('with a lost file, folder or link is found', () => {
    const text = 'See `clock.ts`, `gone.ts`, `rules/gone/`, `src-main/gone`, [this](../gone.md) and `src-main/<room>/`.'
    expect(lostIn('src-main/base/README.md', text)).toEqual(['gone.ts', 'rules/gone/', 'src-main/gone', '../gone.md'])
  })

  test('and ARCHITECTURE.md names every room and fits on two screens', () => {
    const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
    expect(rooms.map(({ name }) => name).filter((name) => !text.includes(`| \`src-main/${name}\` |`))).toEqual([])
    expect(text.split('\n').length).toBeLessThanOrEqual(110)
  })
})

describe('CHANGELOG.md', () => {
  const text = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  const sections = text.split(/^## /m).slice(1)
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }

  test('begins with the version of package.json, below Unreleased if that has lines', () => {
    const headings = sections.map((section) => section.split('\n')[0])
    expect(headings.filter((heading) => heading !== 'Unreleased')[0]).toBe(version)
    expect(headings.indexOf('Unreleased')).toBeLessThanOrEqual(0)
  })

  test('says what 0.1.0 gives a person in at most 500 words', () => {
    const first = sections.find((section) => section.startsWith('0.1.0\n')) ?? ''
    const words = first.split(/\s+/).filter((word) => /\w/.test(word))
    expect(words.length).toBeGreaterThan(100)
    expect(words.length).toBeLessThanOrEqual(500)
  })

  test('links only to pages that exist', () => {
    expect(lostIn('CHANGELOG.md', text)).toEqual([])
  })
})
