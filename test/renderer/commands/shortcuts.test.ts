import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const source = (file: string) => readFileSync(join(import.meta.dirname, '../../../src-renderer', file), 'utf8')

test('each place has a shortcut of its own, which no command has', () => {
  const texts = ['views/registry.tsx', 'commands/brand-commands.ts', 'commands/desk-commands.ts'].map(source)
  const jumps = texts.flatMap((text) => text.match(/'g [^']'/g) ?? [])
  expect(jumps.length).toBeGreaterThan(20)
  expect(jumps.filter((jump, at) => jumps.indexOf(jump) !== at)).toEqual([])
})
