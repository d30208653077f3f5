// How often a rule would have fired, brand by brand: the reader's thread is free for the window between two of them.
import type { AlertRuleDraft, BackTest } from '../../src-shared/desk/alerts.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'
import { covers } from '../../src-shared/desk/values/rule-coverage.ts'
import { DAY_MS, dayFromNumber } from '../base/clock.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import type { RoomParts } from '../room.ts'
import type { Store } from '../store/store.ts'
import { evaluateBrand, wholeDays } from './evaluate-brand.ts'
import type { FiredAlert } from './queries/alerts.ts'
import { alertText } from './rules/alert-text.ts'
import { isOfRankings } from './rules/coverage.ts'

export type BackTestDeps = Pick<RoomParts, 'clock' | 'emit'> & {
  readonly store: Pick<Store, 'read'>
  readonly brands: Pick<BrandBook, 'list'>
  readonly closing: AbortSignal
}

const EXAMPLES = 8
const EXAMPLES_OF_A_BRAND = 2
const OCCURRENCES_SHOWN = 3
const RULE_ID = 'tested'

type Found = { readonly brandId: string; readonly fired: readonly FiredAlert[] }

/** The newest of each brand, those with the most occurrences first. */
const examplesOf = ({ condition }: AlertRuleDraft, found: readonly Found[]): BackTest['examples'] =>
  found
    .flatMap(({ brandId, fired }) => fired.slice(-EXAMPLES_OF_A_BRAND).map((alert) => ({ brandId, ...alert })))
    .sort((one, other) => other.day - one.day || other.total - one.total)
    .slice(0, EXAMPLES)
    .map(({ brandId, day, total, occurrences }) => ({
      brandId,
      day: dayFromNumber(day),
      count: total,
      ...alertText(condition.kind, occurrences, total),
    }))

export const createBackTest = ({ store, clock, brands, emit, closing }: BackTestDeps) => {
  const running = new Map<string, AbortController>()

  const ofBrands = async (rule: AlertRuleDraft, days: number, runId: string | undefined, signal: AbortSignal) => {
    const to = Math.floor(clock.now() / DAY_MS)
    const from = to - days + 1
    const own = brands.list().filter((brand) => covers(rule, brand))
    const found: Found[] = []
    let [fired, little] = [0, 0]
    for (const [index, { id: brandId }] of own.entries()) {
      const alerts = await evaluateBrand(store, {
        brandId,
        rules: [{ id: RULE_ID, ...rule }],
        from,
        to,
        occurrencesMax: OCCURRENCES_SHOWN,
      })
      if (signal.aborted) throw new DeskError('cancelled', 'The back-test was cancelled.')
      const ofBrand = alerts.get(RULE_ID) ?? []
      if (ofBrand.length > 0) found.push({ brandId, fired: ofBrand })
      fired += ofBrand.length
      if (isOfRankings(rule.condition.kind)) {
        // The newest days of a brand may be older than these.
        const own = [...(await wholeDays(store, brandId, days)).keys()].filter((day) => day >= from)
        if (own.length * 2 < days) little += 1
      }
      if (runId !== undefined) emit('alerts.backTestProgress', { runId, done: index + 1, total: own.length, fired })
    }
    return { found, fired, little, from, to, checked: own.length }
  }

  return {
    /** Throws `cancelled`. */
    run: async (rule: AlertRuleDraft, days: number, runId?: string): Promise<BackTest> => {
      const startedMs = clock.monotonicMs()
      const control = new AbortController()
      if (runId !== undefined) {
        running.get(runId)?.abort()
        running.set(runId, control)
      }
      try {
        const signal = AbortSignal.any([closing, control.signal])
        const { found, fired, little, from, to, checked } = await ofBrands(rule, days, runId, signal)
        const byDay = new Map<number, number>()
        for (const { day } of found.flatMap((one) => one.fired)) byDay.set(day, (byDay.get(day) ?? 0) + 1)
        return {
          fired,
          days: Array.from({ length: to - from + 1 }, (_, index) => ({
            day: dayFromNumber(from + index),
            alerts: byDay.get(from + index) ?? 0,
          })),
          brands: found
            .map(({ brandId, fired: ofBrand }) => ({ brandId, alerts: ofBrand.length }))
            .sort((one, other) => other.alerts - one.alerts),
          examples: examplesOf(rule, found),
          brandsChecked: checked,
          brandsWithLittleHistory: little,
          tookMs: Math.round(clock.monotonicMs() - startedMs),
        }
      } finally {
        if (runId !== undefined && running.get(runId) === control) running.delete(runId)
      }
    },
    /** One that has ended stays as it is. */
    cancel: (runId: string): void => running.get(runId)?.abort(),
  }
}
