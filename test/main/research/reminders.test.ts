import { expect, test } from 'vitest'
import { silentLog } from '../../../src-main/base/log.ts'
import type { NewNotice } from '../../../src-main/notices.ts'
import { createReminders } from '../../../src-main/research/reminders.ts'
import type { Store } from '../../../src-main/store/store.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import { tempHome } from '../../support/temp-home.ts'
import { newBrand, tempStore } from '../../support/temp-store.ts'

const DAY_MS = 86_400_000
const SITE = 'https://acme.com/'

/** Reminders over a real store; `after` passes time, waits for their next check and until they sleep again. */
const startReminders = async (store: Store, clock: ReturnType<typeof createManualClock>) => {
  const notices: NewNotice[] = []
  const brands = await store.read('brands.list', {})
  const reminders = createReminders({
    store,
    clock,
    log: silentLog,
    emit: () => undefined,
    notify: (notice) => notices.push(notice),
    // a notice needs no more of a brand than its name
    brands: { find: (id) => (brands.find((brand) => brand.id === id) ?? null) as never },
  })
  reminders.start()
  await clock.whenSleeping(() => true)
  return {
    notices,
    reminders,
    after: async (ms: number) => {
      await clock.advance(ms)
      await clock.whenSleeping(() => true)
      reminders.wake()
      await clock.whenSleeping(() => true)
    },
  }
}

const audited = async (store: Store, brandId: string, url: string, atMs: number) => {
  const no = await store.write('audits.begin', { brandId, url, atMs })
  const outcome = { state: 'done' as const, overallScore: 80, totalTests: 50, passedTests: 40, error: null }
  await store.write('audits.end', { no, outcome })
}

test('a due audit is notified once over restarts, and again at the next due time after an audit', async () => {
  const home = tempHome()
  const { store } = await tempStore(home)
  const clock = createManualClock()
  const { id } = await store.write('brands.insert', newBrand('Acme'))
  const site = { brandId: id, url: 'https://acme.com/', remindEveryDays: 7 }
  await store.write('auditSites.save', { ...site, atMs: clock.now() })
  const first = await startReminders(store, clock)
  await first.after(7 * DAY_MS - 60_000)
  expect(first.notices).toEqual([])
  await first.after(60_000)
  await first.after(60_000)
  await first.after(DAY_MS)
  expect(first.notices).toMatchObject([{ level: 'info', brandId: id, title: 'Audit due: Acme' }])
  await first.reminders.close()

  const second = await startReminders(store, clock)
  await second.after(DAY_MS)
  expect(second.notices).toEqual([])
  await audited(store, id, site.url, clock.now())
  await second.after(6 * DAY_MS)
  expect(second.notices).toEqual([])
  await second.after(DAY_MS)
  expect(second.notices).toHaveLength(1)
  await store.write('auditSites.save', { brandId: id, remindEveryDays: null, atMs: clock.now() })
  await second.after(30 * DAY_MS)
  expect(second.notices).toHaveLength(1)
  await second.reminders.close()
})

test('a due time is not notified again when the site was changed and changed back', async () => {
  const { store } = await tempStore()
  const clock = createManualClock()
  const { id } = await store.write('brands.insert', newBrand('Acme'))
  const goTo = (url: string) => store.write('auditSites.save', { brandId: id, url, atMs: clock.now() })
  const change = { brandId: id, url: 'https://a.com/', remindEveryDays: 7 }
  await store.write('auditSites.save', { ...change, atMs: clock.now() })
  await audited(store, id, 'https://a.com/', clock.now() + DAY_MS)
  const { notices, after, reminders } = await startReminders(store, clock)
  await after(20 * DAY_MS)
  expect(notices).toHaveLength(1)
  await goTo('https://b.com/')
  await after(DAY_MS)
  await goTo('https://a.com/')
  await after(DAY_MS)
  expect(notices).toHaveLength(1)
  await audited(store, id, 'https://a.com/', clock.now())
  await after(7 * DAY_MS)
  expect(notices).toHaveLength(2)
  await reminders.close()
})

test('many due audits are one notice; only a finished audit of the same site counts', async () => {
  const { store } = await tempStore()
  const clock = createManualClock()
  const ids: string[] = []
  for (const name of ['Acme', 'Bolt', 'Cedar', 'Dune', 'Elm']) {
    const { id } = await store.write('brands.insert', newBrand(name))
    ids.push(id)
    const change = { brandId: id, url: `https://${name.toLowerCase()}.com/`, remindEveryDays: 1 }
    await store.write('auditSites.save', { ...change, atMs: clock.now() })
  }
  const [acme = '', bolt = ''] = ids
  await audited(store, acme, 'https://acme.com/', clock.now() + DAY_MS / 2)
  await audited(store, bolt, 'https://bolt.com/another-page', clock.now() + DAY_MS / 2)
  const { notices, after, reminders } = await startReminders(store, clock)
  await after(DAY_MS)
  expect(notices).toMatchObject([{ title: 'Audits due for 4 brands' }])
  expect(notices[0]?.brandId).toBeUndefined()
  await after(DAY_MS / 2)
  expect(notices.slice(1)).toMatchObject([{ title: 'Audit due: Acme', brandId: acme }])
  await reminders.close()
})

test('a reminder names the day of the last audit that came to a score, not of a failed one', async () => {
  const { store } = await tempStore()
  const clock = createManualClock()
  const { id } = await store.write('brands.insert', newBrand('Acme'))
  await store.write('auditSites.save', { brandId: id, url: SITE, remindEveryDays: 7, atMs: clock.now() })
  const scoredAtMs = clock.now()
  await audited(store, id, SITE, scoredAtMs)
  const no = await store.write('audits.begin', { brandId: id, url: SITE, atMs: scoredAtMs + 6 * DAY_MS })
  const nothing = { overallScore: null, totalTests: null, passedTests: null }
  await store.write('audits.end', { no, outcome: { ...nothing, state: 'failed', error: null } })
  const { notices, reminders, after } = await startReminders(store, clock)
  await after(7 * DAY_MS)
  const day = new Date(scoredAtMs).toISOString().slice(0, 10)
  expect(notices.map(({ message }) => message)).toEqual([
    `Last audit on ${day}; the reminder is every 7 days. Run the audit of ${SITE} from Audits.`,
  ])
  await reminders.close()
})
