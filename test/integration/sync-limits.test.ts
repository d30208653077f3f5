import { expect, it } from 'vitest'
import { createSessionKeychain } from '../../src-main/keychain/session-keychain.ts'
import { type BrandsDesk, openBrandsDesk } from '../support/brands-desk.ts'
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
