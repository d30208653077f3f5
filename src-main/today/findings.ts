// Everything that needs attention, read from the rooms that know it. Nothing is worked out here over history: drops are
// kept by the rankings after each sync, so that 200 brands take some milliseconds.
import type { Settings } from '../../src-shared/desk/desk.ts'
import { DEFAULT_SLICE } from '../../src-shared/desk/values/slice.ts'
import { readNewAlerts } from '../alerts/public.ts'
import { type Clock, DAY_MS, HOUR_MS, toDay } from '../base/clock.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import { readCauseLines } from '../causes/public.ts'
import { readConnectorDrift } from '../connectors/public.ts'
import { readBudgetsUsed } from '../credits/public.ts'
import { readIntentsToCheck } from '../journal/public.ts'
import { readWaitingRuns } from '../playbooks/public.ts'
import { readArticlesToCheck } from '../publishing/public.ts'
import { readRankDrops } from '../rankings/public.ts'
import { readAuditsDue } from '../research/public.ts'
import type { FreshnessRow } from '../store/freshness.ts'
import type { Store } from '../store/store.ts'
import { readRejectedWebhooks } from '../webhooks/public.ts'
import { actionFindings } from './rules/actions.ts'
import { alertFindings, brandAndKey, lossKeys, withoutLosses } from './rules/alerts.ts'
import { articleFindings } from './rules/articles.ts'
import { dropFindings, explained, LOST_CLICKS_MIN } from './rules/drops.ts'
import type { Finding } from './rules/finding.ts'
import { keyAgeFindings } from './rules/key-ages.ts'
import { keyAndSyncFindings } from './rules/keys-and-syncs.ts'
import { manyBrandsFindings } from './rules/many-brands.ts'
import { auditFinding, budgetFinding, driftFinding, webhookFinding } from './rules/others.ts'
import { playbookFindings } from './rules/playbooks.ts'

export type FindingsDeps = {
  readonly store: Pick<Store, 'read'>
  readonly clock: Pick<Clock, 'now'>
  readonly brands: Pick<BrandBook, 'resolve' | 'get' | 'counted'>
  readonly settings: { readonly get: () => Pick<Settings, 'keyReminderDays'> }
}

const DROPS_MAX = 2000
/** What failed or was rejected longer ago is no longer listed. */
const FAILED_DAYS = 14
const REJECTED_DAYS = 7
const ALERT_DAYS = 14
const AUDIT_DAYS_AHEAD = 7
const BUDGET_SHARE = 0.8
/** As the window counts rankings as stale. */
const STALE_MS = 26 * HOUR_MS

type Asked = { readonly brandIds: readonly string[]; readonly isAll: boolean }

const checkedOf = (freshness: readonly FreshnessRow[], count: number, nowMs: number) => {
  const rankings = freshness.filter(({ dataset, fetchedAtMs }) => dataset === 'rankings' && fetchedAtMs !== null)
  const stale = rankings.filter(({ fetchedAtMs }) => nowMs - (fetchedAtMs ?? 0) > STALE_MS)
  return { brands: count, stale: stale.length, never: count - rankings.length }
}

export const readFindings = async ({ store, clock, brands, settings }: FindingsDeps, { brandIds, isAll }: Asked) => {
  const nowMs = clock.now()
  const sinceMs = nowMs - FAILED_DAYS * DAY_MS
  const monthStartMs = Date.parse(`${toDay(nowMs).slice(0, 7)}-01T00:00:00Z`)
  const [drops, intents, articles, freshness, drift, budgets, webhooks, audits, runs, alerts] = await Promise.all([
    readRankDrops(store, { brandIds, slice: DEFAULT_SLICE, lostMin: LOST_CLICKS_MIN, limit: DROPS_MAX }),
    readIntentsToCheck(store, { brandIds, sinceMs }),
    readArticlesToCheck(store, { brandIds, nowMs, sinceMs }),
    store.read('freshness.withErrors', { brandIds }),
    readConnectorDrift(store, { brandIds }),
    readBudgetsUsed(store, { brandIds, monthStartMs, share: BUDGET_SHARE }),
    readRejectedWebhooks(store, { brandIds, isAll, sinceMs: nowMs - REJECTED_DAYS * DAY_MS }),
    readAuditsDue(store, { brandIds, untilMs: nowMs + AUDIT_DAYS_AHEAD * DAY_MS }),
    readWaitingRuns(store, { brandIds, isAll }),
    readNewAlerts(store, { brandIds, since: Math.floor(nowMs / DAY_MS) - ALERT_DAYS, today: toDay(nowMs) }),
  ])
  const many = manyBrandsFindings({
    drops: explained(drops, await readCauseLines(store, { drops })),
    alerts,
    isDemo: (brandId) => brands.get(brandId).demo,
  })
  const dropped = new Set(many.drops.map(({ brandId, keyword }) => brandAndKey(brandId, keyword)))
  const findings: Finding[] = [
    ...many.findings,
    ...dropFindings(many.drops, { alerted: lossKeys(many.alerts), isCut: drops.length === DROPS_MAX }),
    ...actionFindings(intents),
    ...articleFindings(articles),
    ...keyAndSyncFindings({ brands: brandIds.map(brands.get), freshness, clock }),
    ...keyAgeFindings(brandIds.map(brands.get), settings.get().keyReminderDays, nowMs),
    ...drift.map(driftFinding),
    ...budgets.map((budget) => budgetFinding(budget, nowMs)),
    ...webhooks.map(webhookFinding),
    ...audits.map((audit) => auditFinding(audit, nowMs)),
    ...playbookFindings(runs),
  ]
  return {
    findings: [...findings, ...alertFindings({ alerts: withoutLosses(many.alerts, dropped), findings })],
    checked: checkedOf(freshness, brandIds.length, nowMs),
    nowMs,
  }
}
