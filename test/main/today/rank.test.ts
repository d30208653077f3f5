import { describe, expect, test } from 'vitest'
import type { Choice } from '../../../src-main/today/queries/today-choices.ts'
import type { Described, Finding } from '../../../src-main/today/rules/finding.ts'
import { rankFindings } from '../../../src-main/today/rules/rank.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')

const finding = (id: string, item: Partial<Described> & Pick<Described, 'kind'>, occurrences = ['one']): Finding => ({
  id,
  brandId: 'b1',
  occurrences,
  describe: (kept) => ({
    section: 'search',
    urgency: 'urgent',
    title: [...kept].join(),
    detail: '',
    since: null,
    about: {},
    weight: 0,
    ...item,
  }),
})
const choice = (itemId: string, more: Partial<Choice> = {}): Choice => ({
  itemId,
  brandId: 'b1',
  atMs: NOW,
  until: null,
  untilMs: null,
  reason: 'Known',
  occurrences: [],
  ...more,
})
const idsOf = (findings: readonly Finding[]) => rankFindings(findings, [], NOW).items.map(({ id }) => id)

test('the worst drop comes first, then what is blocked, then the other drops; what can wait comes last', () => {
  const findings = [
    finding('audit', { kind: 'audit', urgency: 'week' }),
    finding('small drop', { kind: 'drop', weight: 4 }),
    finding('drift', { kind: 'drift', urgency: 'today' }),
    finding('overdue later', { kind: 'overdue', since: '2026-11-20T10:00:00.000Z' }),
    finding('overdue first', { kind: 'overdue', since: '2026-11-19T10:00:00.000Z' }),
    finding('key', { kind: 'key' }),
    finding('drop of the week', { kind: 'drop', urgency: 'week', weight: 2 }),
    finding('worst drop', { kind: 'drop', weight: 9 }),
    finding('unknown', { kind: 'unknown' }),
  ]
  expect(idsOf(findings)).toEqual([
    'worst drop',
    'unknown',
    'key',
    'overdue first',
    'overdue later',
    'small drop',
    'drift',
    'audit',
    'drop of the week',
  ])
})

describe('a choice', () => {
  const drops = finding('drop', { kind: 'drop' }, ['tea', 'coffee'])
  const titles = (made: Choice, of: Finding = drops) => {
    const { items, hidden } = rankFindings([of], [made], NOW)
    return { items: items.map(({ title }) => title), hidden: hidden.map(({ title }) => title) }
  }

  test('to dismiss hides the occurrences that it saw, and leaves the others', () => {
    expect(titles(choice('drop', { occurrences: ['tea', 'gone'] }))).toEqual({ items: ['coffee'], hidden: ['tea'] })
    expect(titles(choice('drop', { occurrences: ['tea', 'coffee'] }))).toEqual({ items: [], hidden: ['tea,coffee'] })
    expect(titles(choice('drop', { occurrences: ['gone'] }))).toEqual({ items: ['tea,coffee'], hidden: [] })
  })

  test('to snooze hides the whole item until its day', () => {
    const snoozed = { until: '2026-11-22', reason: null, occurrences: ['tea'] }
    expect(titles(choice('drop', { ...snoozed, untilMs: NOW + 1 }))).toEqual({ items: [], hidden: ['tea,coffee'] })
    expect(titles(choice('drop', { ...snoozed, untilMs: NOW }))).toEqual({ items: ['tea,coffee'], hidden: [] })
  })

  test('to snooze does not hide what an alert found later', () => {
    const snoozed = choice('drop', { until: '2026-11-22', untilMs: NOW + 1, reason: null, occurrences: ['tea'] })
    expect(titles(snoozed, { ...drops, alerted: ['coffee'] })).toEqual({ items: ['coffee'], hidden: ['tea'] })
    expect(titles(snoozed, { ...drops, alerted: ['tea'] })).toEqual({ items: [], hidden: ['tea,coffee'] })
  })

  test('for another item hides nothing', () => {
    expect(titles(choice('other', { occurrences: ['tea'] }))).toEqual({ items: ['tea,coffee'], hidden: [] })
  })
})
