import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const source = (file: string) => readFileSync(join(import.meta.dirname, '../../../src-renderer', file), 'utf8')

test('each place has a letter of its own, which no command has', () => {
  const letters = source('views/registry.tsx').match(/(?<=key: ')[^']/g) ?? []
  expect(letters.slice(0, 9).join('').toUpperCase()).toBe('TORSUPIEA')
  const texts = ['commands/brand-commands.ts', 'commands/desk-commands.ts'].map(source)
  const jumps = [...letters, ...texts.flatMap((text) => text.match(/(?<='g )[^'](?=')/g) ?? [])]
  expect(jumps.filter((jump, at) => jumps.indexOf(jump) !== at)).toEqual([])
})
