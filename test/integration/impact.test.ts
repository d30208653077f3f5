// What followed published articles, from the publish to the verdict: a real desk, a real sandbox whose pages change.
import { expect, test } from 'vitest'
import { dayFromNumber, dayNumber, toDay } from '../../src-main/base/clock.ts'
import { openPastDesk } from '../support/impact-desk.ts'

test('an article is too early, then up where its page gained, with the numbers and how they came about', async () => {
  const { call, brand, publish, sync, lift, pass, slugs, now } = await openPastDesk(1)
  await sync()
  const [lifted = '', plain = ''] = await slugs(brand.id)
  await publish({ provider: 'ghost', articleSlugs: [lifted, plain, 'never-ranked'] })
  await lift({ slug: lifted, factor: 3, teamId: brand.teamId })
  const day = toDay(now())

  pass(10)
  await sync()
  const early = await call('impact.list', {})
  expect(early).toMatchObject({ total: 3, waiting: 0, nextCursor: null, freshAsOf: expect.any(String) })
  expect(early.rows.map(({ verdict, reason, daysAfter }) => [verdict, reason, daysAfter])).toEqual(
    Array(3).fill(['too-early', 'days-to-come', 6]),
  )
  const first = await call('impact.article', { brandId: brand.id, articleSlug: lifted, day })
  expect(first.reasons[0]).toMatch(/^6 of 14 days so far: a verdict needs 14 whole days/)

  pass(25)
  await sync()
  const { rows } = await call('impact.list', { sort: { by: 'effect', direction: 'desc' } })
  expect(rows.map(({ articleSlug, verdict, reason }) => [articleSlug, verdict, reason])).toEqual([
    [lifted, 'up', null],
    [plain, 'no-change', null],
    ['never-ranked', 'not-measured', 'no-page'],
  ])
  const [up] = rows
  expect(up).toMatchObject({ brandId: brand.id, publishedDay: day, isNewPage: false, daysAfter: 28 })
  expect(up?.page).toContain(`/${lifted}`)
  expect(up?.interval?.low).toBeGreaterThan(0)
  expect(up?.effect).toBeGreaterThan(up?.interval?.low ?? 0)
  expect(up?.clicksAfter).toBeGreaterThan(up?.clicksBefore ?? 0)

  const article = await call('impact.article', { brandId: brand.id, articleSlug: lifted, day })
  expect(article.row).toEqual(up)
  const last = dayFromNumber(dayNumber(day) - 1)
  expect(article.spans?.before).toEqual({ from: dayFromNumber(dayNumber(day) - 28), to: last })
  expect(article.spans?.after.from).toBe(dayFromNumber(dayNumber(day) + 4))
  expect(article.keywords).toHaveLength(up?.keywords ?? 0)
  const clicksOf = ({ clicks }: (typeof article.keywords)[number]) => (clicks.before ?? 0) + (clicks.after ?? 0)
  expect(article.keywords.length).toBeGreaterThan(1)
  expect(article.keywords.map(clicksOf)).toEqual(article.keywords.map(clicksOf).toSorted((a, b) => b - a))
  const sum = (values: readonly (number | null)[]) => values.reduce<number>((total, value) => total + (value ?? 0), 0)
  expect(sum(article.keywords.map(({ clicks }) => clicks.after))).toBeCloseTo(up?.clicksAfter ?? 0, 6)
  // Impressions and positions are compared likewise: three times nearer to the top, it is seen more often.
  const { impressions, position } = article
  expect(position.after).toBeLessThan(position.before ?? 0)
  expect(position.interval?.high).toBeLessThan(0)
  expect(position.effect).toBeGreaterThan(position.interval?.low ?? 0)
  expect(position.effect).toBeLessThan(position.interval?.high ?? 0)
  expect((position.after ?? 0) - (position.effect ?? 0)).toBeCloseTo(
    (position.before ?? 0) + (position.controlChange ?? 0),
  )
  expect(impressions.effect).toBeGreaterThan(0)
  expect(impressions.interval?.low).toBeLessThan(impressions.effect ?? 0)
  // The chart tells the same as the verdict: actual against expected, on average over the days after.
  const after = article.series.filter(({ day: on }) => on >= (article.spans?.after.from ?? ''))
  expect(sum(after.map(({ clicks }) => clicks)) / sum(after.map(({ expected }) => expected)) - 1).toBeCloseTo(
    up?.effect ?? 0,
    1,
  )
  expect(
    article.controls.map(({ page }) => page).filter((page) => page.includes(lifted) || page.includes(plain)),
  ).toEqual([])
  expect(article.reasons.join(' ')).toMatch(/Clicks are .* above what is expected without the article/)
})

test('the list is filtered, sorted and paged, and forgets a removed brand', async () => {
  const { call, brands, publish, sync, pass, slugs } = await openPastDesk(2)
  await sync()
  const all: string[] = []
  for (const { id } of brands) {
    const [one = '', two = ''] = await slugs(id)
    await publish({ brandId: id, provider: 'ghost', articleSlugs: [one, two] })
    all.push(one, two)
  }
  const [first, second] = brands
  pass(30)
  await sync()
  const page = await call('impact.list', { sort: { by: 'title', direction: 'asc' }, limit: 3 })
  expect(page.rows.map(({ articleSlug }) => articleSlug)).toEqual(all.toSorted().slice(0, 3))
  const rest = await call('impact.list', { sort: { by: 'title', direction: 'asc' }, limit: 3, cursor: page.nextCursor })
  expect(rest.rows.map(({ articleSlug }) => articleSlug)).toEqual(all.toSorted().slice(3))
  expect((await call('impact.list', { filter: { verdict: ['too-early'] } })).total).toBe(0)
  expect(
    (await call('impact.list', { search: all[0]?.toUpperCase() })).rows.map(({ articleSlug }) => articleSlug),
  ).toContain(all[0])
  expect((await call('impact.list', { filter: { from: '2100-01-01' } })).total).toBe(0)
  await call('brands.remove', { brandId: second?.id ?? '' })
  expect((await call('impact.list', {})).rows.map(({ brandId }) => brandId)).toEqual([first?.id, first?.id])
})

test('an article that came off again, and one that nobody published, say so', async () => {
  const { call, brand, publish, sync, pass, slugs, now } = await openPastDesk(1)
  await sync()
  const [slug = ''] = await slugs(brand.id)
  await publish({ provider: 'ghost', articleSlugs: [slug] })
  const day = toDay(now())
  pass(5)
  await call('publishing.unpublish', { brandId: brand.id, articleSlug: slug, provider: 'ghost', holdSeconds: 0 })
  await expect
    .poll(async () => (await call('publishing.articles', { search: slug })).rows.map(({ state }) => state))
    .toContain('unpublished')
  pass(30)
  await sync()
  const { rows } = await call('impact.list', {})
  expect(rows).toMatchObject([{ articleSlug: slug, verdict: 'not-measured', reason: 'unpublished' }])
  const { reasons } = await call('impact.article', { brandId: brand.id, articleSlug: slug, day })
  expect(reasons).toEqual([expect.stringContaining('unpublished before 14 whole days')])
  const other = call('impact.article', { brandId: brand.id, articleSlug: 'nothing-such', day })
  await expect(other).rejects.toMatchObject({ kind: 'not-found', message: expect.stringContaining('nothing-such') })
})
