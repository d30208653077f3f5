import { expect, test } from 'vitest'
import { nextText } from '../../../src-renderer/format/rule-labels.ts'

test('a saved rule says when it is checked, and over how many brands', () => {
  const all = { of: 'all' } as const
  expect(nextText({ scope: all, isOn: true }, 12)).toBe('Checked now, over 12 brands; then after each sync.')
  expect(nextText({ scope: all, isOn: true }, 1)).toBe('Checked now, over 1 brand; then after each sync.')
  expect(nextText({ scope: all, isOn: false }, 12)).toMatch('off')
  expect(nextText({ scope: all, isOn: true }, 0)).toMatch('No brand is covered now')
})

test('a rule of a tag that no brand has waits for the first brand with it', () => {
  const text = nextText({ scope: { of: 'tags', tags: ['law', 'retail'] }, isOn: true }, 0)
  expect(text.replaceAll(/[\u2068\u2069]/g, '')).toBe(
    'No brand has the tag law or retail now: the rule is first checked when one does.',
  )
})
