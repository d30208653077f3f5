// What a report measures where the days of its period are held in part.
import { expect, test } from 'vitest'
import type { Ask } from '../../../src-main/exports/list.ts'
import type { SectionContext } from '../../../src-main/reports/context.ts'
import { measure, whenOf } from '../../../src-main/reports/measured.ts'

const period = { from: '2026-10-01', to: '2026-10-31' }
const comparePeriod = { from: '2026-09-01', to: '2026-09-30' }

/** A desk that holds these days; `shown`: whether it has figures of the whole period. */
const measureWith = async (days: readonly string[], { shown = 0, compared = 0 } = {}) => {
  const asked: unknown[] = []
  const ask = async (name: string, input: Readonly<Record<string, unknown>>) => {
    if (name === 'rankings.days') return { days: days.map((day) => ({ day })) }
    asked.push(input.period)
    return { brands: { shown, compared }, bands: [{ band: 'top3', change: 4 }], avgPositionChange: 2 }
  }
  const brand = { id: 'acme' }
  const found = await measure(ask as unknown as Ask, { brand, period, comparePeriod } as SectionContext) // what it asks
  return { ...found, asked }
}

test('a period of which no day is missing is measured whole, and compared where both have figures', async () => {
  const whole = await measureWith([], { shown: 1, compared: 1 })
  expect(whole).toMatchObject({ measured: period, asked: [period], totals: { avgPositionChange: 2 } })
  expect(whole.totals.bands).toMatchObject([{ change: 4 }])
  const alone = await measureWith([], { shown: 1 })
  expect(alone).toMatchObject({ measured: period, totals: { avgPositionChange: null, bands: [{ change: null }] } })
})

test('otherwise its last days without a gap are measured, the first and the last of the period among them', async () => {
  const measuredOf = async (...days: readonly string[]) => (await measureWith(days)).measured
  expect(await measuredOf('2026-09-30', '2026-11-01')).toEqual(period)
  expect(await measuredOf('2026-10-31', '2026-11-01')).toEqual({ from: '2026-10-31', to: '2026-10-31' })
  expect(await measuredOf('2026-10-02', '2026-10-01', '2026-09-30')).toEqual({ from: '2026-10-01', to: '2026-10-02' })
  const gap = ['2026-10-08', '2026-10-09', '2026-10-11', '2026-10-12']
  expect(await measuredOf(...gap)).toEqual({ from: '2026-10-11', to: '2026-10-12' })
  const { asked, totals } = await measureWith(gap, { compared: 0 })
  expect(asked).toEqual([period, { from: '2026-10-11', to: '2026-10-12' }])
  expect(totals.avgPositionChange).toBeNull()
})

test('a part of the period is compared with nothing', () => {
  expect(whenOf({ period, comparePeriod, measured: period })).toEqual({ period, comparePeriod })
  const part = { from: '2026-10-02', to: '2026-10-31' }
  expect(whenOf({ period, comparePeriod, measured: part })).toEqual({ period: part })
})
