// Permission drift, budgets, rejected webhooks and audits: one item a brand.
import { DAY_MS, toDay, toInstant } from '../../base/clock.ts'
import type { Drift } from '../../connectors/public.ts'
import type { UsedBudget } from '../../credits/public.ts'
import type { AuditDue } from '../../research/public.ts'
import type { RejectedWebhooks } from '../../webhooks/public.ts'
import { count, type Described, decimal, type Finding } from './finding.ts'

const CHANGES_NAMED = 2

export const driftFinding = ({ brandId, atMs, changes }: Drift): Finding => ({
  id: `drift:${brandId}`,
  brandId,
  occurrences: changes.map(({ tool, to }) => `${tool} ${to}`),
  describe: (kept) => {
    const shown = changes.filter(({ tool, to }) => kept.has(`${tool} ${to}`))
    const named = shown.slice(0, CHANGES_NAMED).map(({ label, from, to }) => `${label}: ${from} → ${to}`)
    const more = shown.length - named.length
    return {
      kind: 'drift',
      section: 'control',
      urgency: 'today',
      title: `${count(shown.length, 'permission')} of assistants changed elsewhere`,
      detail: [...named, ...(more > 0 ? [`${more} more`] : [])].join(' · '),
      since: toInstant(atMs),
      about: { count: shown.length },
      weight: 0,
    }
  },
})

/** An item that is one occurrence. */
const single = (item: Described & { readonly brandId: string | null; readonly occurrence: string }): Finding => {
  const { brandId, occurrence, ...described } = item
  return {
    id: `${described.kind}:${brandId ?? 'none'}`,
    brandId,
    occurrences: [occurrence],
    describe: () => described,
  }
}

/** Days of the month, in UTC, that are left with this one. */
const daysLeft = (nowMs: number): number => {
  const now = new Date(nowMs)
  const monthEndMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
  return Math.ceil((monthEndMs - nowMs) / DAY_MS)
}

export const budgetFinding = ({ brandId, budget, used, atMs }: UsedBudget, nowMs: number): Finding =>
  single({
    brandId,
    kind: 'budget',
    section: 'outreach',
    urgency: 'today',
    title: `${Math.floor((100 * used) / budget)}% of the monthly budget used`,
    detail: `${decimal(used)} of ${count(budget, 'credit')} · ${count(daysLeft(nowMs), 'day')} left`,
    since: toInstant(atMs),
    about: {},
    weight: 0,
    occurrence: `${toDay(nowMs).slice(0, 7)} ${used >= budget ? 'all' : 'nearly'}`,
  })

export const webhookFinding = (rejected: RejectedWebhooks): Finding =>
  single({
    brandId: rejected.brandId,
    kind: 'webhooks',
    section: 'publishing',
    urgency: 'today',
    title: `${count(rejected.count, 'webhook')} rejected`,
    detail: rejected.reason ?? 'The secret is missing or wrong.',
    since: toInstant(rejected.firstAtMs),
    about: { count: rejected.count, isRefused: rejected.isRefused === 1 },
    weight: 0,
    occurrence: `${toDay(rejected.lastAtMs)} ${rejected.reason ?? 'secret'}`,
  })

export const auditFinding = ({ brandId, dueAtMs, everyDays, score }: AuditDue, nowMs: number): Finding =>
  single({
    brandId,
    kind: 'audit',
    section: 'search',
    urgency: dueAtMs <= nowMs ? 'today' : 'week',
    title: 'Audit due',
    detail: `${score === null ? 'Never audited' : `Last score ${decimal(score)}`} · every ${count(everyDays, 'day')}`,
    since: toInstant(dueAtMs),
    about: {},
    weight: 0,
    occurrence: toInstant(dueAtMs),
  })
