// Rules over some days of one brand: the same for the days that a sync brought and for a back-test.

import type { AlertFilter } from '../../src-shared/desk/alerts.ts'
import { isKeywordKind } from '../../src-shared/desk/values/alert-kinds.ts'
import { DAY_MS, dayNumber } from '../base/clock.ts'
import { readConnectorVersions } from '../connectors/public.ts'
import { readCreditsSpent } from '../credits/public.ts'
import { readPublishedArticles } from '../publishing/public.ts'
import { readBrandDays } from '../rankings/public.ts'
import { readScoredAudits } from '../research/public.ts'
import type { Store } from '../store/store.ts'
import { readDeliveryDays } from '../webhooks/public.ts'
import type { FiredAlert } from './queries/alerts.ts'
import {
  BRAND_PAST_DAYS,
  type BrandCondition,
  type BrandFacts,
  brandOccurrences,
  NO_FACTS,
} from './rules/brand-alerts.ts'
import type { KeywordCondition } from './rules/keyword-alerts.ts'

export type RuleToEvaluate = {
  readonly id: string
  readonly condition: KeywordCondition | BrandCondition
  readonly filter: AlertFilter
}
type KeywordRule = RuleToEvaluate & { readonly condition: KeywordCondition }
type BrandRule = RuleToEvaluate & { readonly condition: BrandCondition }

export const isKeywordRule = (rule: RuleToEvaluate): rule is KeywordRule => isKeywordKind(rule.condition.kind)
const isBrandRule = (rule: RuleToEvaluate): rule is BrandRule => !isKeywordRule(rule)

export type EvaluateArgs = {
  readonly brandId: string
  readonly rules: readonly RuleToEvaluate[]
  /** As days since 1970, both included. */
  readonly from: number
  readonly to: number
  /** How many occurrences of each alert are wanted. */
  readonly occurrencesMax: number
}

const dayOf = (atMs: number): number => Math.floor(atMs / DAY_MS)

/** Days of rankings that were read after they were over, by their clicks. */
export const wholeDays = async (store: Pick<Store, 'read'>, brandId: string, days: number) => {
  const points = await readBrandDays(store, { brandId, days })
  return new Map(points.flatMap(({ day, clicks, isWhole }) => (isWhole ? [[dayNumber(day), clicks] as const] : [])))
}

const FACTS: Readonly<
  Record<
    BrandCondition['kind'],
    (store: Pick<Store, 'read'>, brandId: string, from: number, nowDay: number) => Promise<Partial<BrandFacts>>
  >
> = {
  'clicks-down': async (store, brandId, from, nowDay) => ({
    clicks: await wholeDays(store, brandId, nowDay - from + 1),
  }),
  'audit-score': async (store, brandId) => ({
    audits: (await readScoredAudits(store, { brandId })).map(({ atMs, ...audit }) => ({
      ...audit,
      day: dayOf(atMs),
    })),
  }),
  budget: async (store, brandId, from) => {
    const { budget, spent } = await readCreditsSpent(store, { brandId, sinceMs: from * DAY_MS })
    return { credits: { budget, spent: spent.map(({ atMs, amount }) => ({ day: dayOf(atMs), amount })) } }
  },
  'silent-webhook': async (store, brandId, from) => {
    const args = { brandId, sinceMs: from * DAY_MS }
    const [deliveryDays, published] = await Promise.all([
      readDeliveryDays(store, args),
      readPublishedArticles(store, args),
    ])
    return {
      deliveryDays,
      published: published.map(({ atMs, slug, isConfirmed }) => ({
        day: dayOf(atMs),
        slug,
        isConfirmed: isConfirmed === 1,
      })),
    }
  },
  drift: async (store, brandId) => ({
    permissions: (await readConnectorVersions(store, { brandId, limit: 500 }))
      .toReversed()
      .flatMap(({ at, by, changes }) =>
        by === 'desk' ? [] : changes.map((change) => ({ ...change, day: dayOf(Date.parse(at)) })),
      ),
  }),
}

const brandAlerts = async (
  store: Pick<Store, 'read'>,
  { brandId, from, to }: EvaluateArgs,
  rules: readonly BrandRule[],
): Promise<ReadonlyMap<string, FiredAlert[]>> => {
  const kinds = [...new Set(rules.map(({ condition }) => condition.kind))]
  const parts = await Promise.all(kinds.map((kind) => FACTS[kind](store, brandId, from - BRAND_PAST_DAYS, to)))
  const facts: BrandFacts = Object.assign({}, NO_FACTS, ...parts)
  const days = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  return new Map(
    rules.map(({ id, condition }) => [
      id,
      days.flatMap((day) => {
        const occurrences = brandOccurrences(condition, facts, day)
        return occurrences.length === 0 ? [] : [{ day, total: occurrences.length, occurrences }]
      }),
    ]),
  )
}

/** What each rule fires on these days, the oldest first. */
export const evaluateBrand = async (
  store: Pick<Store, 'read'>,
  args: EvaluateArgs,
): Promise<ReadonlyMap<string, readonly FiredAlert[]>> => {
  const { brandId, from, to, occurrencesMax } = args
  const ofKeywords = args.rules.filter(isKeywordRule)
  const found =
    ofKeywords.length === 0
      ? []
      : await store.read('alerts.ofKeywords', { brandId, rules: ofKeywords, from, to, occurrencesMax })
  const ofBrand = args.rules.filter(isBrandRule)
  const others = ofBrand.length === 0 ? [] : await brandAlerts(store, args, ofBrand)
  return new Map([...found.map(({ ruleId, fired }) => [ruleId, fired] as const), ...others])
}
