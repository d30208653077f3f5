// The views of what the desk works out itself: alerts, notes and events, impact, competing pages.
import { expect, test } from 'vitest'
import { toDay } from '../../src-main/base/clock.ts'
import { openPastDesk } from '../support/impact-desk.ts'
import { holdsSecret } from '../support/secret-forms.ts'

const DAY_MS = 86_400_000

test('alerts, notes and events, impact and competing pages are views with what the desk shows, brand by brand', async () => {
  const { call, brand, publish, sync, lift, pass, slugs, now, sandbox } = await openPastDesk(2, { conflicts: 6 })
  await sync()
  const [lifted = '', plain = ''] = await slugs(brand.id)
  await publish({ provider: 'ghost', articleSlugs: [lifted, plain] })
  await lift({ slug: lifted, factor: 3, teamId: brand.teamId })
  const day = toDay(now())
  const until = toDay(now() + 2 * DAY_MS)
  const one = { day, brandIds: [brand.id], keyword: 'tea', text: 'Asked jo.doe+seo@press.example; see /@team' }
  await call('annotations.save', { ...one, untilDay: until })
  await call('annotations.save', { day, brandIds: 'all', text: 'Core update' })
  await call('alerts.saveRule', { name: 'Scores', condition: { kind: 'audit-score', below: 100 } })
  await call('alerts.saveRule', { name: 'Top 10', condition: { kind: 'lost-top-10', days: 1 } })
  pass(35)
  await sync()
  await call('research.audit', { brandId: brand.id, url: 'https://audited.example' })
  await call('alerts.check', {})

  const { brands } = await call('brands.list', {})
  const slug = new Map(brands.map((row) => [row.id, row.slug]))
  const other = brands.find(({ id }) => id !== brand.id)?.id ?? ''
  const rows = async (sql: string, more: object = {}) => (await call('query.run', { sql, ...more })).rows

  const { rows: impacts } = await call('impact.list', { limit: 500 })
  expect(impacts.map(({ verdict }) => verdict).toSorted()).toEqual(['no-change', 'up'])
  expect(await rows('SELECT brand, slug, day, verdict, keywords, days_after FROM impact ORDER BY slug')).toEqual(
    impacts
      .map((row) => [
        slug.get(row.brandId),
        row.articleSlug,
        row.publishedDay,
        row.verdict,
        row.keywords,
        row.daysAfter,
      ])
      .toSorted((a, b) => (String(a[1]) < String(b[1]) ? -1 : 1)),
  )

  const conflicts = await call('cannibalisation.page', { limit: 500 })
  expect(conflicts.total).toBeGreaterThan(5)
  const pairs = conflicts.rows.map(({ brandId, keyword, kind, pages: [a, b], flips, clicks, since }) => [
    ...[slug.get(brandId), keyword, kind, a.page, b.page, a.days, flips, clicks, since],
  ])
  const VIEW = 'SELECT brand, keyword, kind, page_a, page_b, days_a, flips, clicks, since FROM competing_pages'
  expect((await rows(VIEW)).toSorted()).toEqual(pairs.toSorted())

  const alerts = await call('alerts.page', { limit: 500 })
  expect(new Set(alerts.rows.map(({ kind }) => kind))).toEqual(new Set(['audit-score', 'lost-top-10']))
  const found = []
  for (const { id, brandId, ...alert } of alerts.rows)
    for (const { subject, before, after } of (await call('alerts.get', { id })).occurrences)
      found.push([slug.get(brandId), id, alert.day, alert.kind, subject, before, after, alert.count])
  const ALERTS = 'SELECT brand, alert, day, kind, subject, before, after, found FROM alerts'
  expect((await rows(ALERTS)).toSorted()).toEqual(found.toSorted())

  const listed = await call('annotations.list', { limit: 500 })
  const shown = listed.rows.flatMap(({ brandIds, ...row }) =>
    (brandIds === 'all' ? [brand.id, other] : brandIds).map((id) => [
      ...[slug.get(id), row.day, row.untilDay, row.kind, row.text, row.keyword],
    ]),
  )
  expect(new Set(listed.rows.map(({ kind }) => kind))).toEqual(new Set(['note', 'published', 'audit']))
  const NOTES = 'SELECT brand, day, until_day, kind, text, keyword FROM notes_and_events'
  expect((await rows(NOTES)).toSorted()).toEqual(shown.toSorted())

  // Of one brand: its own rows, and the notes on all brands.
  const only = { brandIds: [other] }
  for (const view of ['impact', 'alerts', 'competing_pages', 'notes_and_events'])
    for (const [name] of await rows(`SELECT DISTINCT brand FROM ${view}`, only))
      expect(name, view).toBe(slug.get(other))
  expect(await rows('SELECT text FROM notes_and_events', only)).toEqual([['Core update']])
  // A query that was saved with a former name reads the same rows.
  expect(await rows('SELECT text FROM annotations', only)).toEqual([['Core update']])
  expect(await rows('SELECT count(*) FROM cannibalisation')).toEqual([[pairs.length]])

  // An assistant gets them as tools, without the address and the key that a person wrote into notes.
  const { key } = sandbox.brands[0] ?? { key: '' }
  await call('annotations.save', { day, brandIds: [brand.id], text: `The new key is ${key}` })
  await call('mcp.configure', { brandIds: [brand.id] })
  const ask = async (tool: string, args = {}) => {
    const { text, isError } = await call('mcp.call', { tool, args })
    return { text, isError, total: isError ? null : (JSON.parse(text) as { total: number }).total } // rules/answer.ts
  }
  expect((await ask('impact', { verdict: 'up' })).total).toBe(1)
  expect((await ask('alerts', { kind: 'audit-score' })).total).toBe(1)
  expect((await ask('competing_pages')).total).toBe(pairs.filter(([name]) => name === slug.get(brand.id)).length)
  expect((await ask('notes_and_events', { kind: 'note', from: until, to: until })).total).toBe(1)
  const note = { search: 'ASKED' }
  expect((await ask('notes_and_events', note)).text).toContain('Asked [address]; see /@team')
  const sql = "SELECT replace(text, 'jo', 'JO') FROM notes_and_events WHERE text LIKE '%@press%'"
  expect((await ask('query', { sql })).total).toBe(0)
  await call('mcp.configure', { hasAddresses: true })
  const keyNote = await ask('notes_and_events', { search: 'new key' })
  expect(keyNote.text).toContain('The new key is sk_…')
  expect(holdsSecret(Buffer.from(keyNote.text), key)).toBe(false)
  expect(await rows(`SELECT count(*) FROM notes_and_events WHERE text LIKE '%${key}'`)).toEqual([[1]])
  expect((await ask('notes_and_events', note)).text).toContain('jo.doe+seo@press.example')
})
