// What needs attention: each kind of item appears when its situation does, and is gone when it is settled.
import { describe, expect, test } from 'vitest'
import type { CallInput } from '../../src-shared/desk/contract.ts'
import type { TodayItem } from '../../src-shared/desk/today.ts'
import { openTestDesk, type TestDesk } from '../support/composed-desk.ts'
import { openConnectorsDesk } from '../support/connectors-desk.ts'
import { openCreditsDesk } from '../support/credits-desk.ts'
import { createMovingClock } from '../support/moving-clock.ts'
import { openOutreachDesk, pitchTo } from '../support/outreach-desk.ts'
import { openPublishingDesk, whenIntent } from '../support/publishing-desk.ts'
import { testAlone } from '../support/team-engine.ts'
import { tempHome } from '../support/temp-home.ts'
import { article, bearer, openReceivingDesk } from '../support/webhooks-desk.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

type Asked = Pick<TestDesk, 'call'>
const listOf = ({ call }: Asked, input: CallInput<'today.list'> = {}) => call('today.list', input)
const itemsOf = async (desk: Asked, kind: TodayItem['kind']) =>
  (await listOf(desk)).items.filter((item) => item.kind === kind)
const one = async (desk: Asked, kind: TodayItem['kind']): Promise<TodayItem> => {
  const [item, ...more] = await itemsOf(desk, kind)
  if (item === undefined || more.length > 0) throw new Error(`${more.length} items more than one of ${kind}`)
  return item
}

/** The day in this machine's zone. */
const localDay = (ms: number): string => {
  const at = new Date(ms)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

testAlone('a desk without anything to do says what was checked and when', async () => {
  const clock = createMovingClock()
  const { sync, ...desk } = await openPublishingDesk({ desk: { clock } })
  expect((await listOf(desk)).checked).toMatchObject({ brands: 2, stale: 0, never: 2 })
  await sync({ datasets: ['rankings', 'clusters'] })
  const { items, hidden, checked } = await listOf(desk)
  expect({ items, hidden }).toEqual({ items: [], hidden: [] })
  expect(checked).toMatchObject({ brands: 2, stale: 0, never: 0 })
  expect(Math.abs(Date.parse(checked.at) - clock.now())).toBeLessThan(60_000)
  clock.move(2 * DAY_MS)
  expect((await listOf(desk)).checked).toMatchObject({ brands: 2, stale: 2 })
  expect((await listOf(desk, { brandIds: [desk.brand.id] })).checked).toMatchObject({ brands: 1, stale: 1 })
})

test('real drops are listed by brand: the worst of all comes first and names its keyword, figures and first day', async () => {
  const desk = await openPublishingDesk({ sandbox: { keywords: 200, days: 50 } })
  await desk.call('desk.setSettings', { historyDays: 36, syncEveryMinutes: 0 })
  await desk.sync({ datasets: ['rankings', 'history'] })
  const { rows, real } = await desk.call('rankings.movers', { moves: 'real', kind: 'any', limit: 500 })
  const lost = (row: (typeof rows)[number]) => (row.real?.clicksBefore ?? 0) - (row.real?.clicksNow ?? 0)
  const falls = rows.filter(
    (row) => (row.kind === 'down' || row.kind === 'lost') && Number(lost(row).toFixed(1)) >= 0.5,
  )
  const [worst] = falls
  if (worst === undefined) throw new Error('No keyword fell.')
  const { items } = await listOf(desk)
  expect(items[0]).toMatchObject({ kind: 'drop', section: 'search', brandId: worst.brandId })
  expect(items[0]?.about.keyword).toBe(worst.keyword)
  expect(items[0]?.title).toContain(`“${worst.keyword}”`)
  expect(items[0]?.title).toContain((worst.fromPosition ?? 0).toFixed(1))
  expect(items[0]?.detail).toContain(
    worst.kind === 'lost' ? 'clicks a day vs before it was lost' : 'clicks a day, last 3 days vs 28 before',
  )
  expect(items[0]?.since).toMatch(/^\d{4}-\d\d-\d\d$/)
  expect((items[0]?.since ?? '') <= (real?.lastDay ?? '')).toBe(true)
  const drops = items.filter(({ kind }) => kind === 'drop')
  expect(drops.map(({ brandId }) => brandId).toSorted()).toEqual(
    [...new Set(falls.map((row) => row.brandId))].toSorted(),
  )
  expect(drops.reduce((sum, { about }) => sum + (about.count ?? 0), 0)).toBe(falls.length)
})

describe('publishing', () => {
  testAlone('an overdue article is listed until a person settles it, a failed one until it is published', async () => {
    const clock = createMovingClock()
    const desk = await openPublishingDesk({ brands: 1, desk: { clock } })
    const { call, brand, cms } = desk
    const publishAt = new Date(clock.now() + HOUR_MS).toISOString()
    const { intentId } = await call('publishing.schedule', {
      brandId: brand.id,
      articleSlug: 'tea',
      provider: 'webhook',
      publishAt,
      holdSeconds: 0,
    })
    await whenIntent(desk, intentId)
    expect(await itemsOf(desk, 'overdue')).toEqual([])
    clock.move(2 * HOUR_MS)
    const overdue = await one(desk, 'overdue')
    expect(overdue).toMatchObject({
      section: 'publishing',
      urgency: 'urgent',
      brandId: brand.id,
      title: 'Overdue: Tea',
      since: publishAt,
      about: { day: publishAt.slice(0, 10), count: 1 },
    })
    await call('publishing.settle', { entryId: overdue.about.entryId ?? '', isOut: true })
    expect(await itemsOf(desk, 'overdue')).toEqual([])

    await cms.failing({ provider: 'wordpress', fail: 'item', text: '401 password expired' })
    const failed = await desk.publish({ articleSlugs: ['heaters', 'pumps'] })
    expect(await one(desk, 'publish-failed')).toMatchObject({
      urgency: 'urgent',
      title: 'Publish failed: Heaters',
      detail: expect.stringContaining('401 password expired'),
      about: { intentId: failed.id, count: 1 },
    })
    await desk.publish({ articleSlugs: ['heaters'] })
    expect(await itemsOf(desk, 'publish-failed')).toEqual([])
  })

  test('an unknown outcome is listed until a person decides', async () => {
    const desk = await openPublishingDesk({ brands: 1 })
    await desk.sandbox.fault({ operation: 'cms.publish', kind: 'cut', at: 'after' })
    const { id } = await desk.publish({ articleSlugs: ['tea'] })
    expect(await one(desk, 'unknown')).toMatchObject({
      section: 'publishing',
      urgency: 'urgent',
      title: '1 article: result unknown',
      about: { intentId: id },
    })
    await desk.call('intents.resolve', { id, as: 'confirmed' })
    expect(await itemsOf(desk, 'unknown')).toEqual([])
  })
})

test('skipped pitches are listed with their reasons until they are sent again', async () => {
  const desk = await openOutreachDesk()
  const [first = '', second = ''] = await desk.free(2)
  const { id } = await desk.ended(
    await desk.queue([
      pitchTo(first),
      { prospectEmailId: second, body: 'no subject' },
      { subject: 'no contact', body: 'no contact' },
      { subject: 'none either', body: 'no contact' },
    ]),
  )
  expect(await one(desk, 'skipped')).toMatchObject({
    section: 'outreach',
    urgency: 'today',
    title: '3 of 4 pitches skipped',
    detail: '2 pitches have no contact · 1 pitch has no subject',
    about: { intentId: id, count: 3 },
  })
  const corrected = [{ item: 1, subject: 'An idea' }]
  const { intentId } = await desk.call('outreach.resend', { intentId: id, items: corrected, holdSeconds: 0 })
  await desk.ended(intentId)
  expect(await one(desk, 'skipped')).toMatchObject({ title: '2 of 4 pitches skipped' })
})

test('permissions that changed elsewhere are listed until a person has seen them', async () => {
  const desk = await openConnectorsDesk({ sandbox: { brands: 2 } })
  const { id, teamId } = desk.at(0)
  const tool = 'cms_publish'
  const before = (await desk.effective()).get(id)?.[tool] ?? 'allow'
  const after = before === 'allow' ? 'deny' : 'allow'
  await desk.elsewhere(teamId, { permissions: { [tool]: after } })
  await desk.sync({ datasets: ['connectors'] })
  const item = await one(desk, 'drift')
  expect(item).toMatchObject({ section: 'control', brandId: id, title: '1 permission of assistants changed elsewhere' })
  expect(item.detail).toContain(`${before} → ${after}`)
  await desk.call('connectors.seen', { brandIds: [id] })
  expect(await itemsOf(desk, 'drift')).toEqual([])
})

test('rejected webhooks are listed until the brand gets an accepted one', async () => {
  const desk = await openReceivingDesk()
  expect((await desk.send('', { body: 'no JSON' })).status).toBe(400)
  expect((await desk.send('tea', { headers: bearer('wrong') })).status).toBe(401)
  await desk.next('changed', ({ datasets }) => datasets.includes('receiver'))
  expect(await one(desk, 'webhooks')).toMatchObject({
    section: 'publishing',
    brandId: desk.brandId,
    title: '2 webhooks rejected',
    about: { count: 2, isRefused: false },
  })
  expect((await desk.send('tea', { body: article('tea') })).status).toBe(200)
  await expect.poll(() => itemsOf(desk, 'webhooks')).toEqual([])
})

describe('keys and syncs', () => {
  const datasets = ['rankings' as const]

  test('a rejected key is urgent until it is accepted; a failed sync is listed until one succeeds', async () => {
    const desk = await openPublishingDesk()
    const { sandbox, sync, brand, call } = desk
    await sync({ datasets })
    await sandbox.fault({
      operation: 'rankTracking.topKeywords',
      kind: 'malformed',
      teamId: desk.brands[1]?.teamId ?? '',
      times: 20,
    })
    await sync({ datasets })
    const failed = await one(desk, 'sync')
    expect(failed).toMatchObject({ section: 'control', urgency: 'today', brandId: desk.brands[1]?.id })
    expect(failed.title).toBe('Sync failed: rankings')
    await sandbox.clearFaults()
    await sandbox.fault({
      operation: 'rankTracking.topKeywords',
      kind: 'status',
      status: 401,
      teamId: brand.teamId,
      times: 20,
    })
    await sync({ datasets })
    expect(await itemsOf(desk, 'sync')).toEqual([])
    expect(await one(desk, 'key')).toMatchObject({
      urgency: 'urgent',
      brandId: brand.id,
      title: 'Key rejected: sync stopped',
      about: { keyState: 'unauthorized' },
    })
    await sandbox.clearFaults()
    await call('brands.check', { brandId: brand.id })
    await sync({ datasets })
    expect((await listOf(desk)).items).toEqual([])
  })

  test('many brands with the same cause are one item', async () => {
    const desk = await openPublishingDesk({ brands: 5, sandbox: { brands: 5 } })
    await desk.sync({ datasets })
    await desk.sandbox.close()
    await desk.sync({ datasets })
    expect(await one(desk, 'sync')).toMatchObject({
      brandId: null,
      title: 'Sync failed for 5 brands',
      about: { count: 5 },
    })
    expect((await listOf(desk, { brandIds: [desk.brand.id] })).items).toMatchObject([{ brandId: desk.brand.id }])
    const { id } = await one(desk, 'sync')
    await desk.call('today.dismiss', { id, reason: 'No network here' })
    expect((await listOf(desk)).hidden).toHaveLength(1)
    // What names the removed brand goes with it.
    await desk.call('brands.remove', { brandId: desk.brand.id })
    expect((await listOf(desk)).hidden).toEqual([])
    expect(await one(desk, 'sync')).toMatchObject({ about: { count: 4 } })
  })
})

test('a budget of which 80% is used is listed until it is raised', async () => {
  const desk = await openCreditsDesk()
  await desk.calmDown()
  await desk.discover()
  const [total] = (await desk.ledger()).totals
  const spent = total?.spentThisMonth ?? 0
  expect(spent).toBeGreaterThan(0)
  const setBudget = (monthlyBudget: number) =>
    desk.call('outreach.setBudget', { brandIds: [desk.brandId], monthlyBudget })
  await setBudget(2 * spent)
  expect(await itemsOf(desk, 'budget')).toEqual([])
  await setBudget(spent)
  expect(await one(desk, 'budget')).toMatchObject({
    section: 'outreach',
    title: '100% of the monthly budget used',
    detail: expect.stringContaining(`${spent} of ${spent} credits`),
  })
})

testAlone('an audit is listed a week before it is due, and until it has run', async () => {
  const clock = createMovingClock()
  const desk = await openPublishingDesk({ brands: 1, desk: { clock } })
  await desk.call('research.setAuditSite', { brandId: desk.brand.id, url: 'example.com', remindEveryDays: 10 })
  expect(await itemsOf(desk, 'audit')).toEqual([])
  clock.move(4 * DAY_MS)
  expect(await one(desk, 'audit')).toMatchObject({ urgency: 'week', detail: 'Never audited · every 10 days' })
  clock.move(7 * DAY_MS)
  expect(await one(desk, 'audit')).toMatchObject({ urgency: 'today', section: 'search' })
  await desk.call('research.audit', { brandId: desk.brand.id })
  expect(await itemsOf(desk, 'audit')).toEqual([])
})

describe('choices', () => {
  testAlone(
    'a snoozed item comes back on its day, a dismissed one when it occurs again; both survive a restart',
    async () => {
      const clock = createMovingClock()
      const { home } = tempHome()
      const first = await openPublishingDesk({ brands: 1, desk: { clock, home } })
      const { brand, publish, cms } = first
      await cms.failing({ provider: 'wordpress', fail: 'down', as: 'items', text: 'no answer' })
      await publish({ articleSlugs: ['tea'] })
      const { id: brandId } = brand
      await first.call('research.setAuditSite', { brandId: brandId, url: 'example.com', remindEveryDays: 1 })
      clock.move(2 * DAY_MS)
      const [failed, audit] = [await one(first, 'publish-failed'), await one(first, 'audit')]
      const tomorrow = localDay(clock.now() + DAY_MS)
      await expect(first.call('today.snooze', { id: audit.id, until: localDay(clock.now()) })).rejects.toMatchObject({
        kind: 'invalid',
      })
      await expect(first.call('today.dismiss', { id: 'drop:nobody', reason: 'x' })).rejects.toMatchObject({
        kind: 'not-found',
      })
      const changed = first.next('changed', ({ datasets }) => datasets.includes('today'))
      await first.call('today.snooze', { id: audit.id, until: tomorrow })
      expect(await changed).toMatchObject({ brandIds: [brand.id] })
      await first.call('today.dismiss', { id: failed.id, reason: 'Known' })
      await first.close()

      const desk = await openTestDesk({ clock, home })
      const shown = async () => (await listOf(desk)).items.map(({ kind }) => kind).filter((kind) => kind !== 'key')
      expect(await shown()).toEqual([])
      expect((await listOf(desk)).hidden).toMatchObject([
        { id: failed.id, hidden: { state: 'dismissed', reason: 'Known', until: null } },
        { id: audit.id, hidden: { state: 'snoozed', reason: null, until: tomorrow } },
      ])
      clock.move(DAY_MS)
      expect(await shown()).toEqual(['audit'])
      await desk.call('today.restore', { id: failed.id })
      expect(await shown()).toEqual(['publish-failed', 'audit'])
      expect((await listOf(desk)).hidden).toEqual([])
    },
  )

  testAlone('a dismissed item comes back for what is new in it alone', async () => {
    const clock = createMovingClock()
    const desk = await openPublishingDesk({ brands: 1, desk: { clock } })
    const schedule = async (articleSlug: string) => {
      const publishAt = new Date(clock.now() + HOUR_MS).toISOString()
      const input = { brandId: desk.brand.id, articleSlug, provider: 'webhook', publishAt, holdSeconds: 0 } as const
      await whenIntent(desk, (await desk.call('publishing.schedule', input)).intentId)
      clock.move(2 * HOUR_MS)
    }
    await schedule('one')
    const { id } = await one(desk, 'overdue')
    await desk.call('today.dismiss', { id, reason: 'Known' })
    expect(await itemsOf(desk, 'overdue')).toEqual([])
    await schedule('two')
    expect(await one(desk, 'overdue')).toMatchObject({ id, title: 'Overdue: Two' })
    expect((await listOf(desk)).hidden).toMatchObject([{ id, title: 'Overdue: One' }])
    await desk.call('today.dismiss', { id, reason: 'Known as well' })
    expect((await listOf(desk)).hidden).toMatchObject([{ title: 'Overdue: One and 1 more article' }])
  })
})
