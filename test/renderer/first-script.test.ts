import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const MAIN = join(import.meta.dirname, '..', '..', 'src-renderer', 'main.tsx')

/** What a file imports at once: neither types nor what it loads later. */
const importsOf = (file: string): string[] => {
  const text = readFileSync(file, 'utf8')
  const named = [...text.matchAll(/^(?:import|export) (?!type )([^'"]*?) from '([^']+)'/gms)]
  const values = named.flatMap(([, names = '', from = '']) => {
    const list = /\{(.*)\}/s.exec(names)?.[1]
    const isTypesOnly = list?.split(',').every((name) => name.trim() === '' || name.trim().startsWith('type ')) ?? false
    return isTypesOnly ? [] : [from]
  })
  return [...values, ...[...text.matchAll(/^import '([^']+)'/gm)].map(([, from = '']) => from)]
}

/** Each of our files that the first script holds, and each package, with the file that asks for it. */
const reach = (file: string, found = new Map<string, string>()): ReadonlyMap<string, string> => {
  for (const from of importsOf(file)) {
    const name = from.startsWith('.') ? join(dirname(file), from) : from
    if (found.has(name)) continue
    found.set(name, file)
    if (/\.tsx?$/.test(name) && existsSync(name)) reach(name, found)
  }
  return found
}

test('the first script holds React and the frame, and no schemas: nothing is parsed in the page', () => {
  const reached = reach(MAIN)
  expect([...reached.keys()]).toEqual(expect.arrayContaining(['react', 'react-dom/client']))
  expect(reached.size).toBeGreaterThan(100)
  expect(reached.get('zod')).toBeUndefined()
})
