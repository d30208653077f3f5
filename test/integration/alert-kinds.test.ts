// Rules about a brand as a whole, each from what happens in the service to the alert: it fires for what was planted, once,
// and not for what is harmless.
import { describe, expect } from 'vitest'
import { auditOf } from '../../src-sandbox/handlers/website-audit.ts'
import type { AlertCondition } from '../../src-shared/desk/alerts.ts'
import type { TestDesk } from '../support/composed-desk.ts'
import { openConnectorsDesk } from '../support/connectors-desk.ts'
import { openCreditsDesk } from '../support/credits-desk.ts'
import { createMovingClock } from '../support/moving-clock.ts'
import { openPublishingDesk } from '../support/publishing-desk.ts'
import { testAlone } from '../support/team-engine.ts'
import { article, bearer, post } from '../support/webhooks-desk.ts'

const DAY_MS = 86_400_000
/** The first of a month of 30 days. */
const NOON_MS = Date.UTC(2026, 5, 1, 12)

type Asked = Pick<TestDesk, 'call'>

const addRule = async ({ call }: Asked, condition: Partial<AlertCondition> & Pick<AlertCondition, 'kind'>) =>
  (await call('alerts.saveRule', { name: condition.kind, condition: condition as AlertCondition })).id // a kind and its thresholds

/** What all rules have fired by now, oldest first. */
const fired = async ({ call }: Asked, ruleId?: string) => {
  await call('alerts.check', {})
  const { rows } = await call('alerts.page', { limit: 500, sort: [{ by: 'day', direction: 'asc' }] })
  return rows
    .filter((row) => ruleId === undefined || row.ruleId === ruleId)
    .map(({ brandId, day, title, state }) => ({ brandId, day, title, state }))
}

describe('audit score', () => {
  const SITE = 'https://example.com/'
  const scoreAt = (ms: number) => auditOf(SITE, ms).seoAudit.overallScore

  testAlone(
    'a score below the threshold fires once, and again only after it was above; a failed audit does not',
    async () => {
      const clock = createMovingClock(NOON_MS)
      const desk = await openPublishingDesk({ brands: 2, sandbox: { now: clock.now }, desk: { clock } })
      const [brand, other] = desk.brands
      if (brand === undefined || other === undefined) throw new Error('There are two brands.')
      const score = scoreAt(clock.now())
      const below = Math.ceil(Math.max(score, scoreAt(clock.now() + DAY_MS))) + 1 // on both days
      const low = await addRule(desk, { kind: 'audit-score', below, droppedBy: null })
      const harmless = await addRule(desk, { kind: 'audit-score', below: 1, droppedBy: 60 })
      await desk.sandbox.fault({ operation: 'websiteAudit.run', kind: 'status', status: 400 })
      await desk.call('research.audit', { brandId: other.id, url: SITE })
      expect(await fired(desk)).toEqual([])
      await desk.call('research.audit', { brandId: brand.id, url: SITE })
      const first = { brandId: brand.id, day: '2026-06-01', title: `Audit score ${score}`, state: 'new' }
      expect(await fired(desk, low)).toEqual([first])
      clock.move(DAY_MS)
      await desk.call('research.audit', { brandId: brand.id, url: SITE })
      expect(await fired(desk, low)).toEqual([first])
      expect(await fired(desk, harmless)).toEqual([])
    },
  )

  testAlone('a drop of a score fires on the day on which it is audited', async () => {
    // Two days of which the later one is lower, and one that is not.
    const days = Array.from({ length: 200 }, (_, at) => NOON_MS + at * DAY_MS)
    const at = days.findIndex((ms, index) => index > 0 && scoreAt(ms - DAY_MS) - scoreAt(ms) >= 3)
    const before = days[at - 1] ?? NOON_MS
    const drop = scoreAt(before) - scoreAt(before + DAY_MS)
    const clock = createMovingClock(before)
    const desk = await openPublishingDesk({ brands: 1, sandbox: { now: clock.now }, desk: { clock } })
    const dropped = await addRule(desk, { kind: 'audit-score', below: null, droppedBy: Math.floor(drop) })
    const harmless = await addRule(desk, { kind: 'audit-score', below: null, droppedBy: Math.ceil(drop) + 1 })
    const audit = () => desk.call('research.audit', { brandId: desk.brand.id, url: SITE })
    await audit()
    expect(await fired(desk)).toEqual([])
    clock.move(DAY_MS)
    await audit()
    const day = new Date(before + DAY_MS).toISOString().slice(0, 10)
    expect(await fired(desk, dropped)).toMatchObject([{ day, state: 'new' }])
    expect(await fired(desk, harmless)).toEqual([])
  })
})

describe('budget', () => {
  testAlone('the share fires once a month, when it is passed; less of it, or no budget, does not', async () => {
    const clock = createMovingClock(NOON_MS)
    const desk = await openCreditsDesk({ sandbox: { now: clock.now }, desk: { clock } })
    const rule = await addRule(desk, { kind: 'budget', percent: 50 })
    await desk.calmDown()
    const discoverAgain = async () => {
      await desk.control.advance(7_200_000)
      await desk.syncSites()
      expect((await desk.discover()).state).toBe('confirmed')
    }
    await discoverAgain()
    expect(await fired(desk)).toEqual([]) // no budget
    await desk.call('outreach.setBudget', { brandIds: 'all', monthlyBudget: 60 })
    expect(await fired(desk)).toEqual([]) // 25 of 60
    await discoverAgain()
    const first = { brandId: desk.brandId, day: '2026-06-01', title: '83% of the monthly budget used', state: 'new' }
    expect(await fired(desk, rule)).toEqual([first])
    await desk.call('outreach.setBudget', { brandIds: 'all', monthlyBudget: 90 })
    await discoverAgain()
    expect(await fired(desk, rule)).toEqual([first]) // once a month
    clock.move(30 * DAY_MS)
    await discoverAgain()
    expect(await fired(desk, rule)).toEqual([first])
    await discoverAgain()
    expect(await fired(desk, rule)).toMatchObject([
      first,
      { day: '2026-07-01', title: '55% of the monthly budget used' },
    ])
  })
})

describe('silent webhook', () => {
  /** Two brands; the first one's webhooks come to the desk. */
  const openReceiving = async () => {
    const clock = createMovingClock(NOON_MS)
    const desk = await openPublishingDesk({
      brands: 2,
      sandbox: { now: clock.now },
      desk: { clock, isReceiverWanted: true },
    })
    const { secret, url } = await desk.call('webhooks.rotateSecret', { brandId: desk.brand.id, sessionOnly: true })
    const deliver = async (slug: string) => {
      const received = desk.next('webhooks.received', () => true)
      await post(url, { body: article(slug), headers: bearer(secret) })
      await received
    }
    return { ...desk, clock, deliver }
  }

  testAlone('so many days without a delivery fire once, and again after the next silence', async () => {
    const { clock, deliver, ...desk } = await openReceiving()
    await addRule(desk, { kind: 'silent-webhook', days: 5, afterPublish: null })
    await deliver('one')
    for (let day = 1; day <= 3; day += 1) {
      clock.move(DAY_MS)
      expect(await fired(desk)).toEqual([])
    }
    await deliver('two') // a silence of three days is none
    for (let day = 4; day <= 12; day += 1) {
      clock.move(DAY_MS)
      await fired(desk)
    }
    const first = { brandId: desk.brand.id, day: '2026-06-09', title: 'No webhook for 5 days', state: 'new' }
    // The second brand never had a delivery: it has no webhook that could be silent.
    expect(await fired(desk)).toEqual([first])
    await deliver('three')
    for (let day = 13; day <= 17; day += 1) {
      clock.move(DAY_MS)
      await fired(desk)
    }
    expect(await fired(desk)).toEqual([first, { ...first, day: '2026-06-18' }])
  })

  testAlone('an article whose webhook does not come fires a day later; one that was confirmed does not', async () => {
    const { clock, deliver, publish, ...desk } = await openReceiving()
    await addRule(desk, { kind: 'silent-webhook', days: 30, afterPublish: 1 })
    await deliver('before')
    clock.move(DAY_MS)
    await publish({ articleSlugs: ['confirmed'], provider: 'webhook' })
    await deliver('confirmed')
    clock.move(DAY_MS)
    expect(await fired(desk)).toEqual([])
    await publish({ articleSlugs: ['forgotten'], provider: 'webhook' })
    expect(await fired(desk)).toEqual([])
    clock.move(DAY_MS)
    expect(await fired(desk)).toEqual([
      { brandId: desk.brand.id, day: '2026-06-04', title: 'No webhook after 1 published article', state: 'new' },
    ])
  })
})

describe('permission drift', () => {
  testAlone(
    'a change elsewhere fires; the first look, a change of this desk and a new look at the same do not',
    async () => {
      const clock = createMovingClock(NOON_MS)
      const desk = await openConnectorsDesk({ sandbox: { now: clock.now }, desk: { clock } })
      await addRule(desk, { kind: 'drift' })
      const [brand, other] = [desk.at(0), desk.at(1)]
      const look = () => desk.sync({ datasets: ['connectors'] })
      expect(await fired(desk)).toEqual([])
      const before = (await desk.effective()).get(other.id)
      const { planId } = await desk.call('connectors.plan', {
        changes: [{ brandId: other.id, tool: 'list_teams', value: before?.list_teams === 'allow' ? 'deny' : 'allow' }],
      })
      const { results } = await desk.call('connectors.apply', { planId })
      expect(results).toMatchObject([{ state: 'applied' }])
      await look()
      const { versions } = await desk.call('connectors.versions', { brandId: other.id })
      expect(versions.map(({ by, changes }) => [by, changes.length])).toEqual([
        ['desk', 1],
        ['elsewhere', 0],
      ])
      expect(await fired(desk)).toEqual([])
      await desk.elsewhere(brand.teamId, { permissions: { outreach_reply: 'allow', list_teams: 'deny' } })
      await look()
      const first = { brandId: brand.id, day: '2026-06-01', state: 'new' }
      const title = '2 permissions changed elsewhere'
      expect(await fired(desk)).toEqual([{ ...first, title }])
      clock.move(DAY_MS)
      await look()
      expect(await fired(desk)).toEqual([{ ...first, title }])
      const [alert] = (await desk.call('alerts.page', {})).rows
      const { occurrences } = await desk.call('alerts.get', { id: alert?.id ?? '' })
      expect(occurrences.map(({ subject, before, after }) => [subject, before, after]).sort()).toEqual([
        ['list_teams', 'allow', 'deny'],
        ['outreach_reply', 'deny', 'allow'],
      ])
    },
  )
})
