import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { countBetweenRooms, cyclesIn, importsIn } from '../support/imports.ts'

const main = join(import.meta.dirname, '..', '..', 'src-main')

test('no file of src-main imports itself through others, types included', () => {
  const imports = importsIn(main)
  expect(imports.size).toBeGreaterThan(300)
  expect(imports.get('compose.ts')).toContain('store/open.ts')
  expect(cyclesIn(imports)).toEqual([])
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
