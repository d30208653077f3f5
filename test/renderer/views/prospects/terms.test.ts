import { expect, test } from 'vitest'
import { distinctTerms, splitTerms, termProblem } from '../../../../src-renderer/views/prospects/terms.ts'

test('terms that differ only by case or space count once', () => {
  expect(distinctTerms(['Editor', ' editor ', '', 'EDITOR', 'Head of content'])).toEqual(['Editor', 'Head of content'])
})

test('a pasted list is split into titles', () => {
  expect(splitTerms(['Editor', 'Writer, Founder;editor,'])).toEqual(['Editor', 'Writer', 'Founder'])
})

test('three to twenty-five distinct titles are accepted', () => {
  const many = Array.from({ length: 26 }, (_, index) => `title ${index}`)
  expect(termProblem(['Editor', 'editor', 'Writer'])).toMatch(/^1 more/)
  expect(termProblem(['Editor', 'Writer', 'Owner'])).toBeNull()
  expect(termProblem(many.slice(0, 25))).toBeNull()
  expect(termProblem(many)).toMatch(/^1 too many/)
})
