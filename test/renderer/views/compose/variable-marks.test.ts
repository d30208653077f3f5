import { expect, test } from 'vitest'
import {
  completed,
  completions,
  marksOf,
  typedVariable,
  unknownNames,
} from '../../../../src-renderer/views/compose/variable-marks.ts'
import { readable } from '../../../../src-renderer/views/compose/variables.ts'

test('variables are marked by themselves, unknown ones apart, and no character is lost', () => {
  const text = 'Hi {{ contact.firstName | default: "you" }},\n{{contact.nmae}} and {{ open\n{% if x %}'
  const unknown = unknownNames([
    'The text uses {{ contact.nmae }}, which no recipient has. Check the spelling.',
    'The text uses {{ contact.email }}, which is empty for this contact. Give it a fallback.',
  ])
  const marks = marksOf(text, unknown)
  expect(marks.map((mark) => mark.text).join('')).toBe(text)
  expect(marks.filter(({ kind }) => kind !== 'text')).toEqual([
    { text: '{{ contact.firstName | default: "you" }}', kind: 'variable' },
    { text: '{{contact.nmae}}', kind: 'unknown' },
  ])
})

test('a variable is completed from its opening brackets, and takes over brackets that close it', () => {
  const text = 'Hi {{ first }} there'
  const typed = typedVariable(text, 'Hi {{ first'.length)
  expect(typed).toEqual({ start: 3, end: 14, typed: 'first' })
  const [variable] = completions('first', [])
  expect(variable?.code).toBe('contact.firstName')
  if (typed === null || variable === undefined) throw new Error('nothing to complete')
  expect(completed(text, typed, variable)).toEqual({ text: 'Hi {{ contact.firstName }} there', caret: 26 })
  expect(typedVariable('Hi {{ contact.name }} ', 22)).toBeNull()
  expect(typedVariable('Hi { ', 5)).toBeNull()
  expect(completions('off', ['Offer']).map(({ code }) => code)).toEqual(['Offer'])
})

test('without a person each variable is read by its label, an unknown one by its name', () => {
  expect(readable('Hi {{ contact.firstName | default: "there" }}, about {{prospect.domain}}')).toBe(
    'Hi [First name], about [Site]',
  )
  expect(readable('{{ order_no }} and { plain }')).toBe('[order_no] and { plain }')
})
