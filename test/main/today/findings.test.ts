// What each finding of Today says, of one thing and of many.
import { expect, test } from 'vitest'
import type { NewAlert } from '../../../src-main/alerts/public.ts'
import { alertText } from '../../../src-main/alerts/rules/alert-text.ts'
import type { DropLine } from '../../../src-main/causes/public.ts'
import type { IntentToCheck } from '../../../src-main/journal/public.ts'
import type { ArticleToCheck } from '../../../src-main/publishing/public.ts'
import type { RankDrop } from '../../../src-main/rankings/public.ts'
import { actionFindings } from '../../../src-main/today/rules/actions.ts'
import { alertFindings, lossKeys, withoutLosses } from '../../../src-main/today/rules/alerts.ts'
import { articleFindings } from '../../../src-main/today/rules/articles.ts'
import { dropFindings, explained } from '../../../src-main/today/rules/drops.ts'
import type { Finding } from '../../../src-main/today/rules/finding.ts'
import type { Occurrence } from '../../../src-shared/desk/alerts.ts'
import type { AlertKind } from '../../../src-shared/desk/values/alert-kinds.ts'

const said = (findings: readonly Finding[]) =>
  findings.map(({ id, brandId, occurrences, describe }) => ({ id, brandId, ...describe(new Set(occurrences)) }))

const lost = (key: string, clicks: number | null, more: Partial<Occurrence> = {}): Occurrence => ({
  ...{ key, subject: key, before: 2, after: null, clicks },
  ...more,
})
const alert = (kind: AlertKind, day: string, occurrences: readonly Occurrence[], more: Partial<NewAlert> = {}) =>
  ({
    ...{ id: `a-${kind}-${day}`, ruleId: `r-${kind}`, ruleName: `Rule ${kind}`, kind, brandId: 'b', day, occurrences },
    cause: null,
    ...more,
  }) as NewAlert // what the findings read of it

test('new alerts of a rule and a brand are one item: the heaviest keyword first, from the first day, about the newest', () => {
  const alerts = [
    alert('lost-top-10', '2026-06-03', [lost('green tea', 14), lost('tea', 70)]),
    alert('lost-top-3', '2026-06-03', [lost('tea', 70)]),
    alert('lost-top-3', '2026-06-05', [lost('mint', 7)], { cause: 'Likely cause: x' }),
    alert('lost-top-3', '2026-06-04', [lost('cup', null), lost('pot', 140)]),
    alert('page-changed', '2026-06-04', [lost('tea', 1, { before: 'https://a.test/x?y', after: 'https://a.test/z' })]),
    alert('lost-top-3', '2026-06-04', [lost('tea', 1)], { brandId: 'c' }),
  ]
  expect(said(alertFindings({ alerts, findings: [] }))).toEqual([
    {
      ...{ id: 'alert:r-page-changed:b', brandId: 'b', kind: 'alert', section: 'search', urgency: 'today' },
      title: 'Another page ranks for “tea”',
      detail: '/x → /z · Rule page-changed',
      since: '2026-06-04',
      about: { alertId: 'a-page-changed-2026-06-04', count: 1, keyword: 'tea' },
      weight: 1 / 7,
    },
    {
      ...{ id: 'alert:r-lost-top-3:b', brandId: 'b', kind: 'alert', section: 'search', urgency: 'today' },
      title: '“pot” and 3 more lost the top 3',
      detail: 'Position 2.0 → not ranking (vs the week before) · 3 more · Rule lost-top-3',
      cause: 'Likely cause: x',
      since: '2026-06-03',
      about: { alertId: 'a-lost-top-3-2026-06-05', count: 4, keyword: 'pot' },
      weight: 31,
    },
    expect.objectContaining({ id: 'alert:r-lost-top-3:c', title: '“tea” lost the top 3', weight: 1 / 7 }),
    expect.objectContaining({
      id: 'alert:r-lost-top-10:b',
      detail: 'Position 2.0 → not ranking (vs the week before) · Rule lost-top-10',
    }),
  ])
  const [, ofB] = alertFindings({ alerts, findings: [] })
  expect(ofB?.describe(new Set(['2026-06-05 mint', '2026-06-04 cup']))).toMatchObject({
    since: '2026-06-04',
    weight: 1,
  })
})

test('an alert is left out where Today says how it is now: its state, or the drop of its keyword', () => {
  const alerts = [
    alert('budget', '2026-06-03', [lost('2026-06', null, { before: 70, after: 84 })]),
    alert('drift', '2026-06-03', [lost('send allow', null)]),
    alert('silent-webhook', '2026-06-03', [lost('silent', null, { before: 20_000, after: 7 })], { brandId: 'c' }),
    alert('drop', '2026-06-03', [lost('tea', 9)]),
    alert('page-changed', '2026-06-03', [lost('mint', 9)]),
  ]
  const shown = (ids: readonly string[]) =>
    alertFindings({ alerts, findings: ids.map((id) => ({ id }) as Finding) }).map(({ id }) => id.slice(8)) // their ids alone
  expect(shown([])).toHaveLength(5)
  expect(shown(['budget:b', 'drift:c', 'webhooks:c', 'drop:b'])).toEqual(['drift:b', 'page-changed:b', 'drop:b'])
  const left = withoutLosses(
    [...alerts, alert('drop', '2026-06-04', [lost('tea', 9), lost('cup', 1)])],
    new Set(['b tea', 'c cup', 'b mint']),
  )
  expect(left.map(({ kind, occurrences }) => [kind, ...occurrences.map(({ key }) => key)].join(' '))).toEqual([
    'budget 2026-06',
    'drift send allow',
    'silent-webhook silent',
    'page-changed mint',
    'drop cup',
  ])
})

test('an alert says what happened, in one line for each kind, and names one keyword or two others', () => {
  const text = (kind: AlertKind, ...occurrences: Occurrence[]) =>
    Object.values(alertText(kind, occurrences, occurrences.length)).join(' | ')
  const of = (key: string, before: Occurrence['before'], after: Occurrence['after']) =>
    lost(key, null, { before, after })
  expect(text('lost-top-10', of('tea', 3, 11.26))).toBe(
    '“tea” fell out of the top 10 | Position 3.0 → 11.3 (vs the week before)',
  )
  // One pair of figures, none of them rounded: 3.4 is in the top 3, and 4.0 is not.
  expect(text('lost-top-3', of('tea', 3.4, 4))).toBe('“tea” lost the top 3 | Position 3.4 → 4.0 (vs the week before)')
  expect(text('drop', of('tea', 3, null))).toBe('“tea” dropped unusually | Usually 3.0, did not rank')
  expect(text('page-changed', of('a', null, 'no address'), of('b', 7, 'x'), of('c', 'y', 'z'))).toBe(
    'Another page ranks for “a” and 2 more | — → no address · 2 more',
  )
  expect(text('clicks-down', of('clicks', 1200, 402))).toBe(
    'Clicks down 67% vs the same weekday | 402 clicks, usually 1,200',
  )
  expect(text('audit-score', of('a.test', 80.26, 61.5))).toBe('Audit score 61.5 | a.test: 80.3 → 61.5')
  expect(text('audit-score', of('a.test', null, 61.5), of('b.test', 3, 2))).toBe(
    'Audit scores of 2 sites are low or fell | a.test: 61.5 · b.test: 3 → 2',
  )
  expect(text('budget', of('2026-06', 70, 84.2))).toBe('84.2% of the monthly budget used | 70% the day before')
  expect(text('silent-webhook', of('silent', 20_000, 7))).toBe('No webhook for 7 days | Last one on 2024-10-04')
  expect(text('silent-webhook', of('published x', 20_000, 1))).toBe(
    'No webhook after 1 published article | published x, published 2024-10-04',
  )
  expect(text('drift', of('send', 'ask', 'allow'))).toBe('1 permission changed elsewhere | send: ask → allow')
})

test('an action is an item for each kind of result that a person has to check', () => {
  const intent = (more: Partial<IntentToCheck>): IntentToCheck => ({
    ...{ id: 'i', kind: 'queue', brandId: 'b', atMs: 0, total: 9, unknown: 0, failed: 0, skipped: 0 },
    ...{ label: null, reason: null, unknownReason: null, skipReasons: [] },
    ...more,
  })
  const shown = (more: Partial<IntentToCheck>) =>
    said(actionFindings([intent(more)])).map(({ id, urgency, title, detail, about }) => [
      ...[id, urgency, title, detail],
      'count' in about ? about.count : 0,
    ])
  expect(shown({})).toEqual([])
  const unknownReason = 'The counts and the outbox disagree.'
  const skipReasons = [
    { reason: 'suppressed', count: 2 },
    { reason: 'no address', count: 1 },
  ]
  expect(
    shown({ unknown: 1, skipped: 3, failed: 2, reason: 'refused', unknownReason, skipReasons, label: 'Ana' }),
  ).toEqual([
    ['unknown:i', 'urgent', '1 pitch: result unknown', unknownReason, 1],
    ['skipped:i', 'today', '3 of 9 pitches skipped', 'suppressed (2) · no address', 3],
    ['failed:i', 'today', 'Queueing failed: 2 pitches', 'refused', 2],
  ])
  const lacks = [
    { reason: 'The pitch has no contact.', count: 2 },
    { reason: 'It has no subject.', count: 1 },
  ]
  expect(shown({ skipped: 3, skipReasons: lacks })).toEqual([
    ['skipped:i', 'today', '3 of 9 pitches skipped', '2 pitches have no contact · 1 pitch has no subject', 3],
  ])
  expect(shown({ unknown: 1 })).toEqual([
    ['unknown:i', 'urgent', '1 pitch: result unknown', 'It may have been done.', 1],
  ])
  expect(shown({ failed: 1, label: 'Ana' })).toEqual([['failed:i', 'today', 'Queueing failed: Ana', '', 1]])
  expect(shown({ failed: 1, kind: 'unpublish' })).toEqual([['failed:i', 'today', 'Unpublish failed: 1 article', '', 1]])
  expect(shown({ failed: 1, kind: 'publish' })).toEqual([])
  expect(shown({ failed: 1, kind: 'schedule' })).toEqual([])
})

test('drops of a brand are one item about the worst; a loss of three clicks a day is urgent', () => {
  const drop = (keyword: string, clicksBefore: number, now: number | null): RankDrop =>
    ({ brandId: 'b', keyword, before: 2, now, clicksBefore, clicksNow: 1, since: '2026-06-03' }) as RankDrop // what is said of it
  const lineOf = (at: number, kind: DropLine['kind']) =>
    ({
      ...{ at, kind, brandId: 'b', since: '2026-06-03', head: kind === null ? 'No cause found' : 'Likely cause' },
      about: `${kind ?? 'no check'} fits`,
    }) as DropLine // what is said of it
  const drops = [drop('tea', 3, 9), drop('mint', 4, null), drop('cup', 3.9, 5)]
  const [many] = said(dropFindings(explained(drops, [lineOf(0, 'demand'), lineOf(1, 'one-page')])))
  expect(many).toMatchObject({
    ...{ id: 'drop:b', urgency: 'urgent', title: '“mint” no longer ranks, usually 2.0', since: '2026-06-03' },
    detail: '−3.0 clicks a day vs before it was lost · 2 more keywords lost at least 0.5 a day',
    cause: 'Likely cause: one-page fits',
    about: { keyword: 'mint', count: 3 },
    weight: 3,
  })
  const absent = { ...drop('tea', 4, null), absentOn: '2026-06-05' }
  expect(said(dropFindings([absent]))).toMatchObject([
    {
      title: '“tea” did not rank on 5 Jun, usually 2.0',
      detail: '−3.0 clicks a day, last 3 days vs 28 before',
    },
  ])
  // A loss that a rule was made for is not left for the week, and has the same figures.
  const alerted = lossKeys([
    alert('lost-top-3', '2026-06-03', [lost('cup', 9)]),
    alert('page-changed', '2026-06-03', [lost('tea', 9)]),
  ])
  const urgencies = (...found: readonly RankDrop[]) =>
    said(dropFindings(found, { alerted })).map(({ urgency }) => urgency)
  expect(urgencies(drop('tea', 3.9, 9))).toEqual(['week'])
  expect(urgencies(drop('tea', 3.9, 9), drop('cup', 2, 9))).toEqual(['today'])
  expect(urgencies(drop('tea', 4, 9), drop('cup', 2, 9))).toEqual(['urgent'])
  const [found] = dropFindings([drop('tea', 4, 9), drop('cup', 2, 9)], { alerted })
  expect(found?.alerted).toEqual(['2026-06-03 cup'])
  // More than were read.
  expect(said(dropFindings(drops, { isCut: true }))).toMatchObject([
    {
      detail: '−3.0 clicks a day vs before it was lost · at least 2 more keywords lost at least 0.5 a day',
    },
  ])
  const [alone] = said(dropFindings([drop('tea', 3.9, 9)], { isCut: true }))
  expect(alone).toMatchObject({
    ...{ urgency: 'week', title: '“tea” fell 2.0 → 9.0', detail: '−2.9 clicks a day, last 3 days vs 28 before' },
  })
  expect(alone).not.toHaveProperty('cause')
  expect(said(dropFindings(explained([drop('tea', 3.9, 9)], [lineOf(0, null)])))).toMatchObject([
    { cause: 'No cause found: no check fits' },
  ])
})

test('articles are items by brand, by action or all together, and name the first', () => {
  const article = (
    slug: string,
    state: ArticleToCheck['state'],
    more: Partial<ArticleToCheck> = {},
  ): ArticleToCheck => ({
    ...{ entryId: `e-${slug}`, brandId: 'b', slug, provider: 'ghost', state, atMs: 0 },
    ...{ title: null, intentId: null, reason: null, postUrl: null },
    ...more,
  })
  const shown = (...articles: ArticleToCheck[]) =>
    said(articleFindings(articles)).map(({ id, brandId, urgency, title, detail }) =>
      [id, brandId, urgency, title, detail].join(' | '),
    )
  const onWordPress = article('d', 'overdue', { provider: 'wordpress' })
  expect(
    shown(article('a', 'overdue'), onWordPress, article('b', 'overdue'), article('c', 'overdue', { brandId: 'c' })),
  ).toEqual([
    'overdue:b | b | urgent | Overdue: A and 2 more articles | Not confirmed · Ghost, WordPress',
    'overdue:c | c | urgent | Overdue: C | Not confirmed · Ghost',
  ])
  expect(
    shown(article('a', 'failed', { title: 'The best heaters', intentId: 'i', reason: 'no' }), article('b', 'failed')),
  ).toEqual([
    'publish-failed:i | b | urgent | Publish failed: The best heaters | no',
    'publish-failed:e-b | b | urgent | Publish failed: B | Ghost',
  ])
  const due = ['a', 'b', 'c', 'd'].map((slug) => article(slug, 'due', { brandId: slug }))
  expect(shown(...due)).toEqual([
    'due |  | week | 4 articles should be out: check | A on Ghost, B on Ghost, C on Ghost and 1 more',
  ])
  expect(shown(article('a', 'due'))).toEqual(['due | b | week | Should be out: A | A on Ghost'])
})
