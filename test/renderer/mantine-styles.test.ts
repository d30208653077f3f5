import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const sources = join(root, 'src-renderer')
const library = join(root, 'node_modules', '@mantine', 'core')

/** Files of the library's parts that a part reaches by its own imports, itself included. */
const reach = (file: string, found = new Set<string>()): Set<string> => {
  if (found.has(file)) return found
  found.add(file)
  for (const [, to = ''] of readFileSync(file, 'utf8').matchAll(/ from "(\.[^"]+)"/g))
    if (join(dirname(file), to).includes('/components/')) reach(join(dirname(file), to), found)
  return found
}

const importedParts = (): Set<string> => {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))
  const imports = files.flatMap((file) => [
    ...readFileSync(join(sources, file), 'utf8').matchAll(/import \{([^}]+)\} from '@mantine\/core'/g),
  ])
  return new Set(imports.flatMap(([, names = '']) => names.split(',').map((name) => name.trim())))
}

const sheets = new Set(readdirSync(join(library, 'styles')))
const listed = [
  ...readFileSync(join(sources, 'theme', 'mantine.ts'), 'utf8').matchAll(/'@mantine\/core\/styles\/(\w+)\.css'/g),
].map(([, name = '']) => name)

/** What the notifications and the palette are made of. */
const INSIDE_OTHERS = ['Notification', 'Modal', 'Input', 'Kbd']

/** Reached for a sign or a context of theirs; they are not drawn. */
const ONLY_REACHED = ['Radio', 'Accordion']

test('every part of the library that the page uses has its styles', () => {
  const parts = [...importedParts(), ...INSIDE_OTHERS]
  const files = parts.flatMap((part) => {
    const file = join(library, 'esm', 'components', part, `${part}.mjs`)
    return sheets.has(`${part}.css`) ? [...reach(file)] : []
  })
  const needed = new Set(
    files.flatMap((file) => /components\/(\w+)\//.exec(file)?.[1] ?? []).filter((part) => sheets.has(`${part}.css`)),
  )
  expect(needed.size).toBeGreaterThan(20)
  expect([...needed].filter((part) => !listed.includes(part))).toEqual(ONLY_REACHED)
})
