import { type BrandSeries, type DaySpan, sumOver } from '../../rankings/public.ts'
import type { Comparison, Control } from './impact-of.ts'

type ExpectedDay = {
  /** As a place in the series. */
  readonly at: number
  readonly expected: number | null
  readonly low: number | null
  readonly high: number | null
}

const oneDay = (at: number): DaySpan => ({ from: at, until: at + 1 })

/** Clicks of untouched pages on a day against their average day before, the steadier pages weighing more. */
const levelOn = (controls: readonly Control[], at: number, daysBefore: number): number => {
  let level = 0
  for (const { keywords, clicks, weight } of controls) {
    let sum = 0
    for (const { clickSums } of keywords) sum += sumOver(clickSums, oneDay(at))
    level += (weight * sum * daysBefore) / (clicks.before + 0.5)
  }
  return level
}

/**
 * Clicks of the page by day, as the untouched pages let expect them. Their averages over the days before and after are those
 * that the verdict compares; the band is where the average of the days after stays without an effect.
 */
export const expectedDays = (
  { knownSums }: BrandSeries,
  { windows, controls, controlChange, difference }: Comparison,
  clicksBefore: number,
): ExpectedDay[] => {
  const { before, after } = windows
  const daysBefore = sumOver(knownSums, before)
  const usual = clicksBefore / daysBefore
  const isKnownDay = (at: number): boolean => sumOver(knownSums, oneDay(at)) === 1
  const days = Array.from({ length: after.until - before.from }, (_, index) => before.from + index)
  const levels = new Map(days.filter(isKnownDay).map((at) => [at, levelOn(controls, at, daysBefore)]))
  const average = ({ from, until }: DaySpan): number => {
    const found = [...levels].filter(([at]) => at >= from && at < until)
    return found.reduce((sum, [, level]) => sum + level, 0) / found.length
  }
  const scaleBefore = 1 / average(before)
  const scaleAfter = (1 + controlChange) / average(after)
  return days.map((at) => {
    const level = levels.get(at)
    if (level === undefined) return { at, expected: null, low: null, high: null }
    const isAfter = at >= before.until
    const expected = usual * level * (isAfter ? scaleAfter : scaleBefore)
    if (!isAfter) return { at, expected, low: null, high: null }
    const { effect, low, high } = difference
    // The interval about the effect, put about no effect.
    return { at, expected, low: (expected * (1 + low)) / (1 + effect), high: (expected * (1 + high)) / (1 + effect) }
  })
}
