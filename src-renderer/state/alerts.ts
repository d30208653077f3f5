// Alerts: what a person marks, the rules they write, and the back-test of a rule before it is saved.

import type { Alert, AlertRule, AlertRuleDraft, AlertSettings, BackTest } from '../../src-shared/desk/alerts.ts'
import type { Brand } from '../../src-shared/desk/brands.ts'
import type { EventPayload } from '../../src-shared/desk/contract.ts'
import type { AlertKind } from '../../src-shared/desk/values/alert-kinds.ts'
import { turnsIn } from '../../src-shared/desk/values/page-turns.ts'
import { covers } from '../../src-shared/desk/values/rule-coverage.ts'
import { ask, queries } from '../data/desk.ts'
import { inOrder } from '../data/in-order.ts'
import { type Run, startRun } from '../data/long-call.ts'
import { useDesk } from '../data/use-desk.ts'
import { isolate } from '../format/isolate.ts'
import { plural } from '../format/numbers.ts'
import { nextText } from '../format/rule-labels.ts'
import { countedBrands, useBrands } from './brands.ts'
import { brandIdsOf, type Scope, useScope } from './location.ts'
import { orNotify } from './notices.ts'
import { notifyWithAction, notifyWithUndo } from './undo.tsx'

const PLACE_OF_KIND: Readonly<Record<AlertKind, { readonly view: string; readonly title: string }>> = {
  'lost-top-3': { view: 'rankings', title: 'Keywords' },
  'lost-top-10': { view: 'rankings', title: 'Keywords' },
  drop: { view: 'movers', title: 'Movers' },
  'page-changed': { view: 'rankings', title: 'Keywords' },
  'clicks-down': { view: 'overview', title: 'Overview' },
  'audit-score': { view: 'audits', title: 'Audits' },
  budget: { view: 'credits', title: 'Credits' },
  'silent-webhook': { view: 'webhooks', title: 'Webhooks' },
  drift: { view: 'permissions', title: 'Permissions' },
}

const COMPETING_PAGES = { view: 'competing-pages', title: 'Competing pages' } as const

/**
 * Where a person looks further at what an alert found. Pages that take turns are no drop: a keyword's panel says nothing of
 * them. A drop that has no cause is none now: Movers does not list it.
 */
export const placeOf = ({ kind, cause }: Pick<Alert, 'kind' | 'cause'>): (typeof PLACE_OF_KIND)[AlertKind] => {
  if (turnsIn(cause) !== null) return COMPETING_PAGES
  return PLACE_OF_KIND[kind === 'drop' && cause === null ? 'lost-top-3' : kind]
}

/** How many alerts of the scope in view nobody has looked at. */
export const useUnseenAlerts = (): number => {
  const brandIds = brandIdsOf(useScope())
  return useDesk('alerts.page', { brandIds, filter: { state: ['new'] }, limit: 1 }).value?.total ?? 0
}

export const markAlert = (id: string, state: 'new' | 'seen') =>
  orNotify('The alert was not marked', ask('alerts.mark', { ids: [id], state }))

export const markAllSeen = async (scope: Scope): Promise<void> => {
  const marking = ask('alerts.mark', { brandIds: brandIdsOf(scope), state: 'seen' })
  const reply = await orNotify('The alerts were not marked', marking)
  if (!reply.ok || reply.value.changed.length === 0) return
  const ids = reply.value.changed
  notifyWithUndo(
    `${plural(ids.length, 'alert')} marked as seen`,
    () => void orNotify('The alerts were not marked', ask('alerts.mark', { ids, state: 'new' })),
  )
}

/** Brands that a rule is about now: beside real ones, none of the demo. */
export const coveredBy = (rule: Pick<AlertRuleDraft, 'scope'>, list: readonly Brand[]): readonly Brand[] =>
  countedBrands(list).filter((brand) => covers(rule, brand))

/** Brands that no rule which is on is about. */
export const uncoveredBrands = (
  rules: readonly Pick<AlertRule, 'scope' | 'isOn'>[],
  list: readonly Brand[],
): readonly Brand[] => countedBrands(list).filter((brand) => !rules.some((rule) => rule.isOn && covers(rule, brand)))

/** What of a rule a person writes. */
export const draftOf = ({ name, scope, condition, filter }: AlertRuleDraft): AlertRuleDraft => ({
  name,
  scope,
  condition,
  filter,
})

export const saveRule = (draft: AlertRuleDraft, id?: string) =>
  ask('alerts.saveRule', id === undefined ? draft : { ...draft, id })

/** What happens next with a rule that was saved. */
export const nextOf = (rule: Pick<AlertRule, 'scope' | 'isOn'>): string =>
  nextText(rule, coveredBy(rule, useBrands.getState().list).length)

export const addRule = async (draft: AlertRuleDraft): Promise<void> => {
  const reply = await orNotify(`${isolate(draft.name)} was not added`, saveRule(draft))
  if (!reply.ok) return
  const { id } = reply.value
  const notice = { title: `${isolate(draft.name)} added`, message: nextOf(reply.value) }
  notifyWithAction(notice, {
    label: 'Undo',
    run: () => void orNotify(`${isolate(draft.name)} was not removed`, ask('alerts.removeRule', { id })),
  })
}

type RuleChange = { readonly isOn?: boolean; readonly mutedUntil?: AlertRule['mutedUntil'] }
export const setRule = (id: string, change: RuleChange) =>
  orNotify('The rule was not changed', ask('alerts.setRule', { id, ...change }))

export const removeRule = async ({ id, ...rule }: AlertRule): Promise<void> => {
  const reply = await orNotify(`${isolate(rule.name)} was not removed`, ask('alerts.removeRule', { id }))
  if (!reply.ok) return
  const addAgain = async () => {
    const saved = await orNotify('The rule was not added again', saveRule(draftOf(rule)))
    if (saved.ok && (!rule.isOn || rule.mutedUntil !== null))
      await setRule(saved.value.id, { isOn: rule.isOn, mutedUntil: rule.mutedUntil })
  }
  notifyWithUndo(`${isolate(rule.name)} removed`, () => void addAgain())
}

const saveInOrder = inOrder()
let saving = 0

/** Shown at once: the next change of a day or an hour builds on it. */
export const setAlertSettings = async (change: Partial<AlertSettings>): Promise<void> => {
  saving += 1
  queries.patch('alerts.settings', {}, (settings) => ({ ...settings, ...change }))
  const saved = saveInOrder(() => ask('alerts.setSettings', change))
  const reply = await orNotify('The notifications were not changed', saved)
  saving -= 1
  if (saving > 0) return
  if (reply.ok) queries.patch('alerts.settings', {}, () => reply.value)
  else await queries.refresh('alerts.settings', {})
}

export type BackTestProgress = Omit<EventPayload<'alerts.backTestProgress'>, 'runId'>
export type BackTesting = Run<BackTest>

/** Works out how often a rule would have fired. */
export const startBackTest = (rule: AlertRuleDraft, onProgress: (progress: BackTestProgress) => void): BackTesting =>
  startRun({
    start: (runId) => ask('alerts.backTest', { rule, runId }),
    progress: 'alerts.backTestProgress',
    onProgress,
    cancel: (runId) => ask('alerts.cancelBackTest', { runId }),
  })
