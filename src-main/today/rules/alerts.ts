// Alerts that nobody has seen: one item for a rule and a brand, whatever the number of days. What Today says anyway is not
// said twice: a keyword that still falls is in its brand's drops, and the present state of a budget, of permissions and of webhooks has its own.

import type { Occurrence } from '../../../src-shared/desk/alerts.ts'
import { isKeywordKind } from '../../../src-shared/desk/values/alert-kinds.ts'
import type { TodaySection } from '../../../src-shared/desk/values/today-kinds.ts'
import type { NewAlert } from '../../alerts/public.ts'
import { alertText } from '../../alerts/rules/alert-text.ts'
import type { Finding } from './finding.ts'

type Kind = NewAlert['kind']

const SECTIONS: Readonly<Record<Kind, TodaySection>> = {
  'lost-top-3': 'search',
  'lost-top-10': 'search',
  drop: 'search',
  'page-changed': 'search',
  'clicks-down': 'search',
  'audit-score': 'search',
  budget: 'outreach',
  'silent-webhook': 'publishing',
  drift: 'control',
}

/** A keyword that several rules name is in the item of the first of these. */
const LOSSES: readonly Kind[] = ['lost-top-3', 'lost-top-10', 'drop']
export const isLossAlert = ({ kind }: Pick<NewAlert, 'kind'>): boolean => LOSSES.includes(kind)
/** Kinds of Today that tell how it is now, where an alert tells when it began. */
const TOLD_BY: Readonly<Partial<Record<Kind, string>>> = {
  budget: 'budget',
  drift: 'drift',
  'silent-webhook': 'webhooks',
}

type Named = { readonly alert: NewAlert; readonly occurrence: Occurrence }

const occurrenceId = ({ alert, occurrence }: Named): string => `${alert.day} ${occurrence.key}`

const weightOf = ({ occurrence }: Named): number => (occurrence.clicks ?? 0) / 7

const ofRule = (id: string, [first, ...rest]: readonly [Named, ...Named[]]): Finding => ({
  id,
  brandId: first.alert.brandId,
  occurrences: [first, ...rest].map(occurrenceId),
  describe: (kept) => {
    const shown = [first, ...rest]
      .filter((one) => kept.has(occurrenceId(one)))
      .sort((one, other) => weightOf(other) - weightOf(one))
    const { kind, ruleName } = first.alert
    const text = alertText(
      kind,
      shown.map(({ occurrence }) => occurrence),
      shown.length,
    )
    const days = shown.map(({ alert }) => alert.day).sort()
    const newest = shown.reduce((one, other) => (other.alert.day > one.alert.day ? other : one), shown[0] ?? first)
    return {
      kind: 'alert',
      section: SECTIONS[kind],
      urgency: 'today',
      title: text.title,
      detail: `${text.detail} · ${ruleName}`,
      ...(newest.alert.cause !== null && { cause: newest.alert.cause }),
      since: days[0] ?? null,
      about: {
        alertId: newest.alert.id,
        count: shown.length,
        ...(isKeywordKind(kind) && { keyword: shown[0]?.occurrence.subject ?? '' }),
      },
      weight: shown.reduce((sum, one) => sum + weightOf(one), 0),
    }
  },
})

export const brandAndKey = (brandId: string, key: string): string => `${brandId} ${key}`

type Told = { readonly alerts: readonly NewAlert[]; readonly findings: readonly Finding[] }

/** `findings`: what Today says without alerts. */
export const alertFindings = ({ alerts, findings }: Told): Finding[] => {
  const known = new Set(findings.map(({ id }) => id))
  const named = new Set<string>()
  const wanted = alerts
    .filter(({ kind, brandId }) => TOLD_BY[kind] === undefined || !known.has(`${TOLD_BY[kind]}:${brandId}`))
    .toSorted((one, other) => LOSSES.indexOf(one.kind) - LOSSES.indexOf(other.kind))
    .flatMap((alert): Named[] =>
      alert.occurrences.flatMap((occurrence) => {
        if (!isLossAlert(alert)) return [{ alert, occurrence }]
        const key = brandAndKey(alert.brandId, occurrence.key)
        if (named.has(key)) return []
        named.add(key)
        return [{ alert, occurrence }]
      }),
    )
  const groups = Map.groupBy(wanted, ({ alert }) => `alert:${alert.ruleId}:${alert.brandId}`)
  return Array.from(groups, ([id, [first, ...rest]]) =>
    first === undefined ? [] : [ofRule(id, [first, ...rest])],
  ).flat()
}

/** The keywords that loss alerts name. */
export const lossKeys = (alerts: readonly NewAlert[]): ReadonlySet<string> =>
  new Set(
    alerts
      .filter(isLossAlert)
      .flatMap(({ brandId, occurrences }) => occurrences.map(({ key }) => brandAndKey(brandId, key))),
  )

/** Without the losses of these keywords: a drop has the figures of now, an alert those of the day on which it fired. */
export const withoutLosses = (alerts: readonly NewAlert[], keys: ReadonlySet<string>): NewAlert[] =>
  alerts.flatMap((alert) => {
    if (!isLossAlert(alert)) return [alert]
    const occurrences = alert.occurrences.filter(({ key }) => !keys.has(brandAndKey(alert.brandId, key)))
    return occurrences.length === 0 ? [] : [{ ...alert, occurrences }]
  })
