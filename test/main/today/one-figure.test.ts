// Drops and alerts as they are put together: a keyword is in one item, with one figure.
import { expect, test } from 'vitest'
import type { NewAlert } from '../../../src-main/alerts/public.ts'
import type { RankDrop } from '../../../src-main/rankings/public.ts'
import { type FindingsDeps, readFindings } from '../../../src-main/today/findings.ts'
import { rankFindings } from '../../../src-main/today/rules/rank.ts'
import { brandOf } from '../../support/renderer-brands.ts'

const NOW_MS = Date.parse('2026-11-27T12:00:00Z')

const drop = (keyword: string, lost: number) =>
  ({
    ...{ brandId: 'acme', keyword, before: 2, now: 4, clicksBefore: lost + 1, clicksNow: 1, since: '2026-11-20' },
  }) satisfies RankDrop

const alertOf = (kind: NewAlert['kind'], ...keywords: string[]) =>
  ({
    ...{ id: `a-${kind}`, ruleId: kind, ruleName: kind, kind, brandId: 'acme', day: '2026-11-26', cause: null },
    occurrences: keywords.map((key) => ({ key, subject: key, before: 2, after: 4, clicks: 140 })),
  }) as unknown as NewAlert // what the findings read of it

const listed = async (drops: readonly RankDrop[], alerts: readonly NewAlert[]) => {
  const rows: Readonly<Record<string, readonly unknown[]>> = { 'rankings.drops': drops, 'alerts.new': alerts }
  const isListed = (row: unknown, lostMin: number): boolean => {
    const { clicksBefore, clicksNow } = row as RankDrop // read with a limit alone
    return clicksBefore - clicksNow >= lostMin
  }
  const deps = {
    store: {
      read: async (name: string, { lostMin }: { readonly lostMin?: number }) =>
        (rows[name] ?? []).filter((row) => lostMin === undefined || isListed(row, lostMin)),
    },
    clock: { now: () => NOW_MS },
    brands: { get: (id: string) => brandOf(id) },
    settings: { get: () => ({ keyReminderDays: 0 }) },
  } as unknown as FindingsDeps // what it reads
  const { findings } = await readFindings(deps, { brandIds: ['acme'], isAll: true })
  return rankFindings(findings, [], NOW_MS).items
}

test('a keyword that still falls is in the drops alone, and the larger loss comes first, also where an alert names it', async () => {
  const items = await listed(
    [drop('backflow', 18.8), drop('plumber', 6.6)],
    [alertOf('lost-top-3', 'backflow', 'recovered'), alertOf('page-changed', 'plumber')],
  )
  expect(items.map(({ title, detail }) => `${title} | ${detail}`)).toEqual([
    '“backflow” fell 2.0 → 4.0 | −18.8 clicks a day, last 3 days vs 28 before · 1 more keyword lost at least 0.5 a day',
    expect.stringMatching(/^“recovered” lost the top 3 \| /),
    expect.stringMatching(/^Another page ranks for “plumber” \| /),
  ])
})

test('a drop that Movers shows as 0.5 clicks a day is counted, and a smaller one is not', async () => {
  const [item] = await listed([drop('backflow', 7.7), drop('solar', 0.464), drop('pump', 0.44)], [])
  expect(item?.about.count).toBe(2)
})

test('a small drop that an alert names is for today', async () => {
  const [item] = await listed([drop('backflow', 1)], [alertOf('lost-top-3', 'backflow')])
  expect(item).toMatchObject({ kind: 'drop', urgency: 'today' })
  expect((await listed([drop('backflow', 1)], []))[0]).toMatchObject({ kind: 'drop', urgency: 'week' })
})
