import { expect } from 'vitest'
import { toDay } from '../../src-main/base/clock.ts'
import { openPublishingDesk } from './publishing-desk.ts'
import { testClock } from './test-clock.ts'

const DAY_MS = 86_400_000
const limits = { requestsPerMinute: 100_000 }

/** A desk and its sandbox some days ago; `pass` lets days go by for both. */
export const openPastDesk = async (brands: number, { daysAgo = 50, conflicts = 0 } = {}) => {
  let pastMs = daysAgo * DAY_MS
  const now = () => testClock.now() - pastMs
  const clock = { ...testClock, now }
  const opened = await openPublishingDesk({
    brands,
    desk: { clock },
    sandbox: { keywords: 80, days: 120, brands, conflicts, now, profile: { limits } },
  })
  const { call, sandbox } = opened
  await call('service.setProfile', { limits })
  await call('desk.setSettings', { historyDays: 58, syncEveryMinutes: 0 })
  return {
    ...opened,
    now,
    sync: async () => {
      await opened.sync({ datasets: ['rankings', 'history'] })
      await expect.poll(async () => (await call('impact.list', {})).waiting).toBe(0)
    },
    pass: (days: number) => {
      pastMs -= days * DAY_MS
    },
    /** From today on the page with this slug ranks better by the factor, or worse. */
    lift: async (lifted: { slug: string; factor: number; teamId: string }) => {
      const body = JSON.stringify({ ...lifted, from: toDay(now()) })
      const reply = await fetch(`${sandbox.controlUrl}/lifts`, { method: 'POST', body })
      expect(reply.status).toBe(201)
    },
    /** The slug of each article page by its clicks, the most first. */
    slugs: async (brandId: string): Promise<string[]> => {
      const sort = { by: 'clicks', direction: 'desc' } as const
      const { rows } = await call('rankings.page', { brandIds: [brandId], sort, limit: 100 })
      const pages = rows.map(({ rankedPages }) => new URL(rankedPages[0]?.page ?? 'https://none/').pathname.slice(1))
      return [...new Set(pages)].filter((slug) => !slug.includes('/') && slug.includes('-'))
    },
  }
}
