import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { countBetweenRooms, cyclesIn, importsIn } from '../support/imports.ts'

const root = join(import.meta.dirname, '..', '..')
const main = join(root, 'src-main')

test.each(['src-main', 'src-shared', 'src-renderer', 'src-sandbox'])(
  'no file of %s imports itself through others, types included',
  (side) => {
    const imports = importsIn(join(root, side))
    expect(imports.size).toBeGreaterThan(50)
    expect(cyclesIn(imports)).toEqual([])
  },
)

test('imports of all kinds are found, also those of components', () => {
  expect(importsIn(main).get('parts.ts')).toContain('store/open.ts')
  expect(importsIn(join(root, 'src-renderer')).get('views/registry.tsx')).toContain('views/credits/credits-view.tsx')
})

test('the engine imports no room', () => {
  const counts = countBetweenRooms(importsIn(main))
  expect(Object.keys(counts).filter((pair) => /^(base|store) → /.test(pair))).toEqual(['store → base'])
})

test('a cycle of type imports is found', () => {
  const folder = mkdtempSync(join(tmpdir(), 'agency-desk-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'a.ts'), "import type { B } from './b.ts'\n")
  writeFileSync(join(folder, 'b.ts'), "export type { C } from './c.ts'\n")
  writeFileSync(join(folder, 'c.ts'), "import './a.ts'\n")
  writeFileSync(join(folder, 'd.ts'), "import './a.ts'\n")
  expect(cyclesIn(importsIn(folder))).toEqual(['a.ts → b.ts → c.ts → a.ts'])
})
