import { randomUUID } from 'node:crypto'
import { Mutex } from 'async-mutex'
import { type AlertRuleDraft, AlertRuleDraftSchema, type AlertSettings } from '../../src-shared/desk/alerts.ts'
import type { DeskEvent, Handlers } from '../../src-shared/desk/contract.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'
import { ALERTS_KEPT_DAYS } from '../../src-shared/desk/values/alert-kinds.ts'
import { DAY_MS } from '../base/clock.ts'
import { given } from '../base/given.ts'
import { invalidField } from '../base/invalid-field.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import type { DeleteOld } from '../settings/clock-guard.ts'
import { type BackTestDeps, createBackTest } from './back-test.ts'
import { createEvaluation, type EvaluationDeps, WATCHED } from './evaluation.ts'
import { createNotifying, type NotifyingDeps } from './notifying.ts'
import { isZone } from './rules/quiet-hours.ts'

// Rules that are offered ready-made. None is on by itself.
const PRESETS: readonly AlertRuleDraft[] = [
  {
    name: 'Lost the top 3, at least 10 clicks a week',
    condition: { kind: 'lost-top-3' },
    filter: { minClicksAWeek: 10 },
  },
  {
    name: 'Fell out of the top 10, at least 5 clicks a week',
    condition: { kind: 'lost-top-10' },
    filter: { minClicksAWeek: 5 },
  },
  { name: 'Unusual drop that costs 1 click a day', condition: { kind: 'drop', lostClicks: 1 } },
  { name: 'Clicks down 30% vs the same weekdays', condition: { kind: 'clicks-down' } },
  {
    name: 'Another page ranks for a starred keyword',
    condition: { kind: 'page-changed' },
    filter: { starred: true },
  },
  { name: 'Audit score falls below 70 or by 10', condition: { kind: 'audit-score' } },
  { name: '80% of the AI credit budget used', condition: { kind: 'budget' } },
  { name: 'No webhook for 7 days', condition: { kind: 'silent-webhook' } },
  { name: 'Permissions of assistants changed elsewhere', condition: { kind: 'drift' } },
].map((preset) => AlertRuleDraftSchema.parse(preset))

export type AlertDeps = Omit<EvaluationDeps, 'afterPass'> &
  NotifyingDeps &
  BackTestDeps & {
    readonly brands: Pick<BrandBook, 'find' | 'list' | 'resolve' | 'get'>
    readonly deleteOld: DeleteOld
    readonly subscribe: (listener: (event: DeskEvent) => void) => () => void
  }

type AlertHandlers = Pick<Handlers, Extract<keyof Handlers, `alerts.${string}`>>

const checked = (settings: AlertSettings): AlertSettings => {
  if (settings.zone === null || isZone(settings.zone)) return settings
  const sentence = `"${settings.zone}" is no time zone. Choose one such as Europe/Berlin.`
  throw invalidField('zone', 'is no time zone', sentence)
}

/** Rules, the alerts that they fire, and how people hear of them. */
export const createAlerts = async (deps: AlertDeps) => {
  const { store, clock, brands, emit, deleteOld, subscribe } = deps
  const notifying = await createNotifying(deps)
  const backTest = createBackTest(deps)
  const oldest = () => ({ before: Math.floor(clock.now() / DAY_MS) - ALERTS_KEPT_DAYS })
  const evaluation = createEvaluation({
    ...deps,
    afterPass: async () => {
      await notifying.run()
      await deleteOld({
        isDue: () => store.read('alerts.hasOld', oldest()),
        run: () => store.write('alerts.prune', oldest()),
      })
    },
  })
  const rulesChanged = () => emit('changed', { brandIds: 'all', datasets: ['alertRules', 'alerts'] })

  /** Each change is made to what the one before left. */
  const settingsMutex = new Mutex()

  const handlers: AlertHandlers = {
    'alerts.rules': async () => {
      const rules = await store.read('alerts.rules', {})
      return { rules, presets: [...PRESETS], records: await store.read('alerts.records', { rules }) }
    },
    'alerts.saveRule': async ({ id, ...draft }) => {
      if (
        draft.condition.kind === 'audit-score' &&
        draft.condition.below === null &&
        draft.condition.droppedBy === null
      )
        throw invalidField('condition', 'has no threshold', 'Give the audit score or its drop a threshold.')
      if (draft.scope.of === 'brands' && draft.scope.brandIds.length === 0)
        throw invalidField('scope', 'names no brand', 'Choose at least one brand.')
      if (draft.scope.of === 'tags' && draft.scope.tags.length === 0)
        throw invalidField('scope', 'names no tag', 'Choose at least one tag.')
      const isNew = id === undefined
      const ruleId = id ?? `alert_${randomUUID()}`
      const rule = await store.write('alerts.saveRule', { ...draft, id: ruleId, isNew, atMs: clock.now() })
      if (!isNew) await store.write('alerts.forget', { ruleId })
      rulesChanged()
      return rule
    },
    'alerts.setRule': async ({ id, isOn, mutedUntil }) => {
      // While it was off nothing was evaluated: what happened meanwhile is no news. Before it is on: a pass under way takes
      // it as it is.
      if (isOn === true) await store.write('alerts.forget', { ruleId: id })
      const rule = await store.write('alerts.setRule', { id, isOn, mutedUntil })
      rulesChanged()
      return rule
    },
    'alerts.removeRule': async ({ id }) => {
      const rule = await store.write('alerts.removeRule', { id })
      rulesChanged()
      return rule
    },
    'alerts.backTest': ({ rule, days, runId }) => {
      if (rule.scope.of === 'brands') brands.resolve(rule.scope.brandIds)
      return backTest.run(rule, days, runId)
    },
    'alerts.cancelBackTest': ({ runId }) => {
      backTest.cancel(runId)
      return {}
    },
    'alerts.page': (input) => store.read('alerts.page', input),
    'alerts.get': (input) => store.read('alerts.get', input),
    'alerts.mark': async ({ brandIds, ids, state }) => {
      const scope = brandIds === 'all' ? brandIds : brands.resolve(brandIds)
      if (ids === undefined && state === 'new')
        throw new DeskError('invalid', 'Name the alerts that are to be new again.', {
          issues: [{ path: 'ids', message: 'is missing' }],
        })
      const changed = await store.write('alerts.mark', { brandIds: scope, ids, state })
      const marked = [...new Set(changed.map(({ brandId }) => brandId))]
      if (marked.length > 0) emit('changed', { brandIds: marked, datasets: ['alerts'] })
      return { changed: changed.map(({ id }) => id) }
    },
    'alerts.check': async ({ brandIds }) => ({ fired: await evaluation.evaluate(brands.resolve(brandIds)) }),
    'alerts.settings': () => notifying.settings(),
    'alerts.setSettings': async (patch) => {
      const next = await settingsMutex.runExclusive(() =>
        notifying.setSettings(checked({ ...notifying.settings(), ...given(patch) })),
      )
      emit('changed', { brandIds: 'all', datasets: ['alertSettings'] })
      return next
    },
  }

  let unsubscribe = (): void => undefined
  return {
    handlers,
    /** For shells that stay: from now on each change is looked at. */
    start: (): void => {
      unsubscribe = subscribe(({ name, payload }) => {
        if (name === 'changed' && payload.datasets.some((dataset) => WATCHED.has(dataset)))
          evaluation.wake(payload.brandIds)
      })
      evaluation.start()
    },
    close: (): Promise<void> => {
      unsubscribe()
      notifying.close()
      return evaluation.close()
    },
  }
}
