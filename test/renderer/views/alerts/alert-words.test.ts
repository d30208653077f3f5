import { expect, test } from 'vitest'
import { placeOf } from '../../../../src-renderer/state/alerts.ts'
import {
  conditionText,
  nextText,
  noCauseText,
  nothingFound,
} from '../../../../src-renderer/views/alerts/alert-words.ts'
import { ALERT_KINDS } from '../../../../src-shared/desk/values/alert-kinds.ts'
import { turnsIn, turnsText } from '../../../../src-shared/desk/values/page-turns.ts'

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

test('an alert whose pages take turns leads to Competing pages, any other one to the place of its kind', () => {
  expect([turnsText(1, 1), turnsText(2, 2)]).toEqual(['Its pages take turns', 'Pages take turns for all 2'])
  for (const text of [turnsText(2, 2), turnsText(1, 3)]) {
    expect(placeOf({ kind: 'lost-top-3', cause: text }).view).toBe('competing-pages')
    expect(nextText({ kind: 'page-changed', cause: text })).toMatch(/^Open Competing pages:/)
  }
  expect([turnsText(2, 2), turnsText(1, 3), 'No cause found', null].map(turnsIn)).toEqual(['all', 'some', null, null])
  expect(placeOf({ kind: 'lost-top-3', cause: 'Likely cause: One page fell' }).view).toBe('rankings')
})

test('a drop leads to its cause in Movers only where there is one', () => {
  const step = (cause: string | null) => [placeOf({ kind: 'drop', cause }).view, nextText({ kind: 'drop', cause })]
  expect(step('Likely cause: One page fell')).toEqual(['movers', expect.stringContaining('likely cause')])
  expect(step(null)).toEqual(['rankings', expect.stringMatching(/^Open the keyword: its chart/)])
})

test('an alert without a cause says why: its loss is no drop now, or it is about no loss', () => {
  const said = Object.fromEntries(ALERT_KINDS.map((kind) => [kind, noCauseText(kind)]))
  expect(said.drop).toMatch(/^No cause was looked for: no real drop .* No pages take turns$/)
  expect(said['lost-top-3']).toBe(said.drop)
  expect(said['page-changed']).toMatch(/a change of page is no loss\. No pages take turns$/)
  expect(said['clicks-down']).toContain('no loss of the brand’s clicks')
  expect(said.budget).toBe('Causes are looked for where keywords or clicks are lost')
})
