// What the syncs of a heavy brand give to the thread that writes cache.db, and what that thread does of itself: each of its
// writes, in an order in which the brand is there until the last.

import { DAY_MS, toDay } from '../../../src-main/base/clock.ts'
import { portfolioOf } from '../../../src-main/causes/rules/portfolio.ts'
import { agencyOf } from '../../../src-main/opportunities/rules/agency-clicks.ts'
import { DEFAULT_SLICE } from '../../../src-shared/desk/values/slice.ts'
import { jsonBody } from '../json-body.ts'
import type { Folder } from './read-inputs.ts'

export type WriteStep = { readonly name: string; readonly args: object }

const rows = (count: number, make: (at: number) => object, more: object = {}) =>
  jsonBody({ items: Array.from({ length: count }, (_, at) => make(at)), ...more })

/** They do what PostgreSQL says, by the functions of the steps below. */
export const OF_TEAMS: readonly string[] = [
  'brands.purge',
  'fetches.fillDays',
  'fetches.forget',
  'fetches.keep',
  'fetches.part',
  'fetches.shareDays',
  'fetches.store',
]

/** The last page of a listing removes what is not listed any more: here the rest of the brand's rows stays, as in a sync. */
const listings = ({ contacts, prospects, pitches, clusters, nowMs }: Folder): WriteStep[] => {
  const page = { brandId: 'b1', batch: 1, fetchedAtMs: nowMs }
  const summary = { totalKeywords: 9, trackedPrompts: 9 }
  const of = (count: number) => Math.min(500, Math.floor(count / 4))
  const cluster = (at: number) => ({
    ...{ id: `cluster${at * 4}`, name: `Cluster ${at}`, createdAt: '2026-01-01', keywordCount: 1, promptCount: 1 },
    ...{ trackedPromptCount: 1, trackedKeywordCount: 1, leaders: [] },
    coverage: { total: 1, published: 1, generated: 0, planned: 0, unused: 0 },
  })
  const contact = (at: number) => {
    return {
      id: `contact${at * 4}`,
      prospectId: `prospect${at * 4}`,
      name: 'Ann',
      role: 'Editor',
      email: `a${at}@s.example`,
    }
  }
  const pitch = (at: number) => {
    return {
      conversationId: `conversation${at * 4}`,
      prospectEmailId: `contact${at * 4}`,
      subject: 'An idea',
      status: 'sent',
    }
  }
  return [
    { name: 'clusters.ingest', args: { ...page, body: rows(of(clusters), cluster, { summary }) } },
    { name: 'clusters.saveAiVisibility', args: { brandId: page.brandId, days: [{ atMs: 0, value: 40 }] } },
    {
      name: 'mailboxes.ingest',
      args: { ...page, body: rows(5, (at) => ({ id: `m${at}`, email: `m${at}@b.example` })) },
    },
    {
      name: 'prospects.ingest',
      args: {
        ...page,
        body: rows(of(prospects), (at) => ({ id: `prospect${at * 4}`, status: 'new', domain: `s${at}.example` })),
      },
    },
    { name: 'contacts.ingest', args: { ...page, body: rows(of(contacts), contact) } },
    { name: 'outbox.ingest', args: { ...page, body: rows(of(pitches), pitch) } },
    { name: 'tracked.ingest', args: { ...page, body: rows(50, (at) => ({ keyword: `keyword ${at}` })) } },
    { name: 'prospects.showSearching', args: { brandId: 'b1' } },
  ]
}

const NO_AGENCY = agencyOf([])

const rankings = ({ keywords, nowMs }: Folder): WriteStep[] => {
  const place = { brandId: 'b1', slice: DEFAULT_SLICE, batch: 2, fetchedAtMs: nowMs }
  const measures = { clicks: 3, impressions: 90, ctr: 0.03, position: 4 }
  const body = () =>
    rows(keywords, (at) => ({
      ...{ keyword: `keyword ${at}`, ...measures, isStarred: false, languageId: 'en', pages: 1 },
      ...{ clicksChange: 0, impressionsChange: 0, ctrChange: 0, positionChange: 0 },
      rankedPages: [{ page: `https://brand.example/article-${at}`, ...measures }],
    }))
  const period = { from: toDay(nowMs - 9 * DAY_MS), to: toDay(nowMs - 3 * DAY_MS) }
  const brand = { brandId: 'b1', slice: DEFAULT_SLICE }
  return [
    { name: 'rankings.ingestWindow', args: { ...place, body: body() } },
    { name: 'rankings.ingestDay', args: { ...place, day: toDay(nowMs - DAY_MS), body: body() } },
    { name: 'rankings.ingestPeriod', args: { ...place, period, body: body() } },
    {
      name: 'rankings.savePeriods',
      args: {
        slice: DEFAULT_SLICE,
        periods: [{ brandId: 'b1', period: { from: period.from, to: toDay(nowMs - 5 * DAY_MS) } }],
      },
    },
    { name: 'rankings.saveMoves', args: brand },
    { name: 'cannibalisation.save', args: { brandId: 'b1' } },
    { name: 'causes.save', args: { brandId: 'b1', portfolio: portfolioOf([]) } },
    { name: 'causes.setStale', args: { brandIds: ['b1'] } },
    { name: 'opportunities.sums', args: { brandId: 'b1' } },
    { name: 'opportunities.errors', args: { brandId: 'b1', agency: NO_AGENCY } },
    { name: 'opportunities.save', args: { brandId: 'b1', agency: NO_AGENCY } },
    { name: 'rankings.prune', args: { before: toDay(nowMs - 20 * DAY_MS) } },
  ]
}

const visibility = ({ nowMs }: Folder): WriteStep[] => {
  const interval = { planFloor: 7, allowedIntervals: [7, 14], customInterval: null, effectiveInterval: 7 }
  const models = [{ modelId: 'm', name: 'Model', isActive: true, canEnable: true, planId: null }]
  const of = { brandId: 'b1', fetchedAtMs: nowMs }
  return [
    { name: 'visibility.ingestInterval', args: { ...of, body: jsonBody(interval) } },
    { name: 'visibility.ingestModels', args: { ...of, body: jsonBody({ models }) } },
    { name: 'visibility.saveInterval', args: { ...of, interval } },
    { name: 'visibility.saveModels', args: { ...of, models } },
  ]
}

export const writeInputs = (folder: Folder): readonly WriteStep[] => {
  const { nowMs } = folder
  const beforeMs = nowMs - 29 * DAY_MS
  const delivery = {
    ...{ brandId: 'b1', receivedAtMs: nowMs, status: 'accepted', event: 'article.published', slug: 'article-4' },
    ...{ title: 'Article 4', reason: null, secretUsed: 'current', bytes: 2, path: '/', headers: [], body: '{}' },
  }
  return [
    ...listings(folder),
    ...rankings(folder),
    ...visibility(folder),
    { name: 'impact.save', args: { brandId: 'b1' } },
    { name: 'deliveries.insert', args: { deliveries: [delivery] } },
    { name: 'deliveries.pruneArrivals', args: { beforeMs } },
    { name: 'freshness.save', args: [{ brandId: 'b1', dataset: 'outbox', state: 'ok', fetchedAtMs: nowMs, rows: 1 }] },
    { name: 'core.checkpoint', args: {} },
    { name: 'inbox.checkpoint', args: {} },
    { name: 'core.backup', args: { takenAtMs: nowMs } },
    { name: 'core.backupBeforeDeletion', args: { nowMs } },
    { name: 'brands.delete', args: { id: 'b1' } },
  ]
}
