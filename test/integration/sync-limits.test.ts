import { expect, it } from 'vitest'
import { createSessionKeychain } from '../../src-main/keychain/session-keychain.ts'
import { type BrandsDesk, openBrandsDesk } from '../support/brands-desk.ts'
import { interceptRequests } from '../support/intercept-requests.ts'
import { createManualClock } from '../support/manual-clock.ts'
import { openSandbox } from '../support/sandbox.ts'
import { tempHome } from '../support/temp-home.ts'

const LIMIT = 7
const TIMEOUT_MS = 30_000

const isRunEnd = ({ name, payload }: BrandsDesk['events'][number]) =>
  name === 'sync.progress' && payload.run.endedAt !== null

it('over many windows and a restart the service never counts more than the limit, and refuses nothing', async () => {
  const home = tempHome()
  const clock = createManualClock()
  const limits = { limits: { requestsPerMinute: LIMIT } }
  const sandbox = await openSandbox({ brands: 1, days: 40, profile: limits, now: clock.now })
  // Replaces a keychain that outlives the desk.
  const os = { ...createSessionKeychain(), status: async () => ({ state: 'ok', message: '' }) as const }
  const open = async () => {
    const desk = await openBrandsDesk({ home, os, clock, monotonicMs: clock.monotonicMs, timeoutMs: TIMEOUT_MS })
    await desk.settings.setProfile({ baseUrl: sandbox.baseUrl, ...limits })
    return desk
  }
  /** Lets the limiter's next wait pass; while it lasts no request is under way. */
  const passWait = async (): Promise<void> => {
    const waitMs = await clock.whenSleeping((ms) => ms !== TIMEOUT_MS)
    await clock.advance(waitMs)
  }

  const desk = await open()
  await desk.call('brands.add', { name: 'Acme', key: sandbox.keyOf(0) })
  await desk.call('sync.run', { datasets: ['history'] })
  await passWait()
  await clock.whenSleeping((ms) => ms !== TIMEOUT_MS)
  await desk.close()

  const next = await open()
  let isEnded = false
  const ended = next.whenEvent(isRunEnd).then((event) => {
    isEnded = true
    return event
  })
  await next.call('sync.run', { datasets: ['history'] })
  while (!isEnded) await Promise.race([passWait(), ended])
  expect(await ended).toMatchObject({ payload: { run: { done: 1, failed: 0 } } })

  const counts = (await sandbox.counts()).filter(({ operation }) => operation === 'rankTracking.topKeywords')
  expect(counts).toMatchObject([{ limit: LIMIT, largest: LIMIT, refused: 0 }])
  // 29 days at 7 a minute: the restart in between gave none for free, and took less than one window more.
  expect(clock.monotonicMs()).toBeGreaterThanOrEqual(4 * 60_000)
  expect(clock.monotonicMs()).toBeLessThan(7 * 60_000)
})

it('under a limit of the whole account, an opened brand goes first, and a pair that began ends before another begins', async () => {
  const clock = createManualClock()
  const sandbox = await openSandbox({ brands: 5, now: clock.now })
  const sent: number[] = []
  const ids: string[] = []
  const desk = await openBrandsDesk({
    clock,
    monotonicMs: clock.monotonicMs,
    timeoutMs: TIMEOUT_MS,
    getDispatcher: interceptRequests(({ url, headers }) => {
      const of = ids.findIndex((_, at) => headers.authorization === `Bearer ${sandbox.keyOf(at)}`)
      if (url.pathname.includes('top-keywords')) sent.push(of)
      return undefined
    }),
  })
  const limits = { scope: 'account' as const, perOperation: { 'rankTracking.topKeywords': 1 } }
  await desk.settings.setProfile({ baseUrl: sandbox.baseUrl, limits })
  await desk.settings.set({ syncConcurrency: 1, historyDays: 1 })
  for (const at of [0, 1, 2, 3, 4]) {
    const { id } = await desk.call('brands.add', { name: `Brand ${at}`, key: sandbox.keyOf(at), sessionOnly: true })
    ids.push(id)
  }
  const count = (isMeant: (event: BrandsDesk['events'][number]) => boolean): number =>
    desk.events.filter(isMeant).length
  const isOver = () => count(isRunEnd) > 0
  /** Brands of which a request waits now, as the events say. */
  const waiting = (): number => {
    const untilMs = new Map<string, number>()
    for (const { name, payload } of desk.events)
      if (name === 'limiter.waiting') untilMs.set(payload.brandId, payload.untilMs)
    return [...untilMs.values()].filter((ms) => ms > clock.now()).length
  }
  const open = () => ids.length - count(({ name, payload }) => name === 'sync.progress' && payload.pair?.state === 'ok')
  const allWait = () => expect.poll(() => isOver() || waiting() === open(), { timeout: 20_000 }).toBe(true)

  await desk.call('sync.run', { datasets: ['rankings'] })
  await allWait()
  await desk.call('sync.prioritise', { brandIds: [ids[4] ?? ''], dataset: 'rankings' })
  while (!isOver()) {
    await clock.advance(61_000)
    await allWait()
  }
  expect(sent.filter((brand, at) => brand !== sent[at - 1])).toEqual([0, 4, 0, 1, 2, 3])
})
