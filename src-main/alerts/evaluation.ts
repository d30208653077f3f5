// Rules are evaluated in the background, brand by brand, after what they are about has changed. Closing ends it between two
// brands: the days that are left are evaluated at the next start.
import type { AlertRule } from '../../src-shared/desk/alerts.ts'
import type { ReadableDataset } from '../../src-shared/desk/datasets.ts'
import { covers } from '../../src-shared/desk/values/rule-coverage.ts'
import { createLoop } from '../base/background.ts'
import { DAY_MS, dayFromNumber, HOUR_MS } from '../base/clock.ts'
import { createYieldToLoop } from '../base/yield-to-loop.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import type { RoomParts } from '../room.ts'
import type { Store } from '../store/store.ts'
import { evaluateBrand, wholeDays } from './evaluate-brand.ts'
import { type Due, dueCalendarDays, dueRankDays, isMuted, isOfRankings, LATE_DAYS } from './rules/coverage.ts'

export type EvaluationDeps = Pick<RoomParts, 'clock' | 'emit' | 'log'> & {
  readonly store: Pick<Store, 'read' | 'write'>
  readonly brands: Pick<BrandBook, 'find' | 'list'>
  /** Called after each pass, and every minute. */
  readonly afterPass: () => Promise<void>
}

/** What rules are about; a change of one of these makes their brands due. */
export const WATCHED: ReadonlySet<ReadableDataset> = new Set<ReadableDataset>([
  'rankings',
  'history',
  'audits',
  'credits',
  'deliveries',
  'articles',
  'connectors',
  'alertRules',
  'brands',
])

const EVERY_MS = 60_000
/** Also without a change: a webhook becomes silent by itself. */
const ALL_EVERY_MS = 6 * HOUR_MS
const OCCURRENCES_MAX = 500
const KEPT_NEWEST = 2 * LATE_DAYS

type Task = { readonly rule: AlertRule; readonly due: Due; readonly before: readonly number[] | undefined }

export const createEvaluation = ({ store, clock, brands, emit, log, afterPass }: EvaluationDeps) => {
  const waiting = new Set<string>()
  let allAtMs = Number.NEGATIVE_INFINITY
  const today = (): number => Math.floor(clock.now() / DAY_MS)

  /** Whether what was raised some days ago lasted. Returns how many it judged. */
  const judge = async (brandId: string): Promise<number> => {
    const verdicts = await store.read('alerts.verdicts', { brandId })
    if (verdicts.length > 0) await store.write('alerts.judge', { verdicts })
    return verdicts.length
  }

  const tasksOf = async (brandId: string, rules: readonly AlertRule[]): Promise<Task[]> => {
    const brand = brands.find(brandId)
    const own = brand === null ? [] : rules.filter((rule) => rule.isOn && covers(rule, brand))
    if (own.length === 0) return []
    const [evaluated, whole] = await Promise.all([
      store.read('alerts.evaluated', { brandId }),
      wholeDays(store, brandId, KEPT_NEWEST),
    ])
    return own.flatMap((rule) => {
      const before = evaluated.get(rule.id)
      const due = isOfRankings(rule.condition.kind)
        ? dueRankDays([...whole.keys()], before, today())
        : dueCalendarDays(before, today())
      return due === null ? [] : [{ rule, due, before }]
    })
  }

  /** Returns how many new alerts it fired. */
  const evaluateOne = async (brandId: string, rules: readonly AlertRule[]): Promise<number> => {
    const tasks = await tasksOf(brandId, rules)
    if (tasks.length === 0) return 0
    const days = tasks.flatMap(({ due }) => due.days)
    const span = { from: Math.min(...days), to: Math.max(...days) }
    const found = await evaluateBrand(store, {
      brandId,
      rules: tasks.map(({ rule }) => rule),
      ...span,
      occurrencesMax: OCCURRENCES_MAX,
    })
    let [fired, changed] = [0, 0]
    for (const { rule, due, before } of tasks) {
      const ofRule = found.get(rule.id) ?? []
      const saved = await store.write('alerts.save', {
        rule,
        brandId,
        days: due.days,
        before,
        evaluated: due.evaluated,
        fired: ofRule.filter(({ day }) => due.days.includes(day)),
        newFrom: due.newFrom,
        isFirstLook: due.isFirstLook,
        isMuted: isMuted(rule, dayFromNumber(today())),
        atMs: clock.now(),
      })
      fired += saved.fired
      changed += saved.changed
    }
    changed += await judge(brandId)
    if (changed > 0) emit('changed', { brandIds: [brandId], datasets: ['alerts'] })
    return fired
  }

  const evaluate = async (brandIds: readonly string[], signal?: AbortSignal): Promise<number> => {
    const rules = await store.read('alerts.rules', {})
    if (!rules.some(({ isOn }) => isOn)) return 0
    const giveWay = createYieldToLoop()
    let fired = 0
    for (const brandId of brandIds) {
      if (signal?.aborted === true) break
      fired += await evaluateOne(brandId, rules).catch((error: unknown) => {
        log.warn({ err: error, brandId }, 'alerts of a brand could not be evaluated')
        return 0
      })
      await giveWay()
    }
    return fired
  }

  const pass = async (signal: AbortSignal): Promise<void> => {
    if (clock.monotonicMs() - allAtMs >= ALL_EVERY_MS) {
      allAtMs = clock.monotonicMs()
      for (const { id } of brands.list()) waiting.add(id)
    }
    while (waiting.size > 0 && !signal.aborted) {
      const brandIds = [...waiting]
      waiting.clear()
      await evaluate(brandIds, signal)
    }
    if (!signal.aborted) await afterPass()
  }

  const loop = createLoop({
    clock,
    everyMs: EVERY_MS,
    run: pass,
    onFault: (error) => log.warn({ err: error }, 'alerts could not be evaluated'),
  })

  return {
    evaluate,
    /** These brands are evaluated soon, in the background. */
    wake: (brandIds: 'all' | readonly string[]): void => {
      for (const id of brandIds === 'all' ? brands.list().map((brand) => brand.id) : brandIds) waiting.add(id)
      loop.wake()
    },
    start: loop.start,
    close: loop.close,
  }
}
