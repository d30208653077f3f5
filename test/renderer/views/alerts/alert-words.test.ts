import { expect, test } from 'vitest'
import { conditionText, nothingFound } from '../../../../src-renderer/views/alerts/alert-words.ts'

test('an empty list says that rules found nothing only where one is on', () => {
  expect(nothingFound([{ isOn: false }, { isOn: true }])).toMatch(/^The rules found nothing\./)
  expect(nothingFound([{ isOn: false }])).toMatch(/^No rule is on/)
})

test('a rule says up to which position a keyword is in the top, and that an audit score falls', () => {
  expect(conditionText({ kind: 'lost-top-3', days: 2 })).toBe(
    'A keyword loses the top 3 (better than 3.5): 4.0 or worse for 2 days in a row',
  )
  expect(conditionText({ kind: 'lost-top-10', days: 1 })).toBe(
    'A keyword falls out of the top 10 (better than 10.5): 11.0 or worse on one day',
  )
  const audit = (below: number | null, droppedBy: number | null) =>
    conditionText({ kind: 'audit-score', below, droppedBy })
  expect(audit(70, 10)).toBe('An audit score falls below 70 or by 10 or more')
  expect(audit(null, 5)).toBe('An audit score falls by 5 or more')
})
