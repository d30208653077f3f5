import { expect, test } from 'vitest'
import { isolate } from '../../../src-renderer/format/isolate.ts'

test('plain names are unchanged; those that change the direction are isolated', () => {
  expect(isolate('Café Müller 10')).toBe('Café Müller 10')
  expect(isolate('evil\u202egpj.exe')).toBe('\u2068evil\u202egpj.exe\u2069')
  expect(isolate('שלום')).toBe('\u2068שלום\u2069')
})

test('a name cannot end its own isolation', () => {
  expect(isolate('a\u2069\u202eb')).toBe('\u2068a\u202eb\u2069')
})
