// Keywords and pages whose days are as uneven as real ones, near the limits of many rules: what each rule says of them is
// written down. After a change that is meant to change it: `npx vitest run <this file> -u`, and read the difference.
import { expect, test } from 'vitest'
import {
  hasRecovered,
  type KeywordCondition,
  keywordLoss,
  PAST_DAYS,
} from '../../src-main/alerts/rules/keyword-alerts.ts'
import { conflictOf } from '../../src-main/cannibalisation/rules/conflict.ts'
import { expectedDays } from '../../src-main/impact/rules/expected-days.ts'
import { createImpactOf } from '../../src-main/impact/rules/impact-of.ts'
import type { PlacedOuting } from '../../src-main/impact/rules/outing.ts'
import { forecastOf, KNOWN_DAYS_MIN } from '../../src-main/rankings/rules/forecast.ts'
import { onsetOf } from '../../src-main/rankings/rules/move-onset.ts'
import { realMoveOf, SPAN_DAYS } from '../../src-main/rankings/rules/real-moves.ts'
import { visibilityWeight } from '../../src-main/rankings/rules/visibility.ts'
import { createRandom } from '../support/random.ts'
import { seededDays, seriesOf } from '../support/seeded-series.ts'

const rounded = (_key: string, value: unknown): unknown =>
  typeof value === 'number' ? Number(value.toPrecision(4)) : value
const written = (value: unknown): string => JSON.stringify(value, rounded)

const DAYS = PAST_DAYS + 24

/** One keyword that changes a few times: its place, its page, whether it ranks, its clicks; some days are not stored. */
const unevenKeyword = (seed: number) => {
  const random = createRandom(seed)
  const upTo = (count: number) => Math.floor(random() * count)
  const days = {
    positions: new Float32Array(DAYS),
    clicks: new Float32Array(DAYS),
    impressions: new Float32Array(DAYS),
    pages: new Uint32Array(DAYS),
  }
  const known: boolean[] = []
  const [gaps, jitter, misses] = [random() / 5, random() / 6, upTo(3) === 0 ? 0.15 : 0]
  let [place, page, isRanked, isTurning] = [1 + random() * 14, 1, true, false]
  const volume = 4 + random() * 400
  for (let day = 0; day < DAYS; day += 1) {
    known.push(random() >= gaps)
    if (random() < 0.05) place = Math.max(1, place * (0.4 + 1.6 * random()))
    if (random() < 0.04) page = 1 + upTo(3)
    if (random() < 0.05) isTurning = !isTurning
    if (random() < (isRanked ? 0.025 : 0.15)) isRanked = !isRanked
    if (!known[day] || !isRanked || random() < misses) continue
    const position = Math.max(1, place * (1 + jitter * (random() - 0.5)))
    days.positions[day] = position
    days.impressions[day] = Math.round(volume * (0.7 + 0.6 * random()))
    days.clicks[day] = Math.round((volume * 0.4 * (0.7 + 0.6 * random())) / position)
    days.pages[day] = isTurning && random() < 0.4 ? 4 : page
  }
  return { days, known }
}

const CONDITIONS: readonly KeywordCondition[] = [
  { kind: 'lost-top-3', days: 1 },
  { kind: 'lost-top-10', days: 3 },
  { kind: 'page-changed', days: 2 },
  { kind: 'drop', lostClicks: 1 },
]
const FILTERS = [
  { minClicksAWeek: 0, minImpressionsAWeek: 0 },
  { minClicksAWeek: 20, minImpressionsAWeek: 300 },
]

test('alerts of uneven keywords, and their ends, are those that are written down', async () => {
  const lines: string[] = []
  for (let seed = 1; seed <= 90; seed += 1) {
    const one = unevenKeyword(seed)
    for (const condition of CONDITIONS)
      for (let at = 28; at < DAYS; at += 1) {
        const [loss, filtered] = FILTERS.map((filter) => keywordLoss({ condition, filter }, one, at))
        if (loss == null) continue
        const after = [1, 2, 3].map((back) => at + back).filter((day) => one.known[day] === true)
        const isOver = hasRecovered(condition, one, after, (page) => page === loss.before)
        lines.push(
          `${seed} ${condition.kind} on ${at}: ${written(loss)}${filtered == null ? ' too small' : ''}${isOver ? ', over' : ''}`,
        )
      }
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('uneven-alerts.txt')
})

test('moves and conflicts of uneven keywords are those that are written down', async () => {
  const lines: string[] = []
  for (let seed = 1; seed <= 160; seed += 1) {
    const { days, known } = unevenKeyword(seed)
    for (const end of [DAYS, DAYS - 7, DAYS - 15]) {
      const from = end - SPAN_DAYS
      const cut = (values: Float32Array) => values.subarray(from, end)
      const part = { positions: cut(days.positions), clicks: cut(days.clicks), impressions: cut(days.impressions) }
      const own = known.slice(from, end)
      const move = realMoveOf(part, own)
      if (move !== null)
        lines.push(`${seed} until ${end}: ${written({ ...move, onset: onsetOf(part.positions, own, move) })}`)
    }
    const window = [...new Set(days.pages)].filter(Boolean).map((page) => {
      const on = Array.from(days.pages.keys()).filter((day) => day >= DAYS - 28 && days.pages[day] === page)
      const sum = (values: Float32Array) => on.reduce((all, day) => all + (values[day] ?? 0), 0)
      const position = on.length === 0 ? null : sum(days.positions) / on.length
      return { page, clicks: sum(days.clicks), impressions: sum(days.impressions), position }
    })
    const conflict = conflictOf({ days, window, isBranded: seed % 5 === 0 })
    if (conflict !== null) lines.push(`${seed} competing: ${written(conflict)}`)
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('uneven-moves.txt')
})

test('forecasts of uneven series are those that are written down', async () => {
  const lines: string[] = []
  for (let seed = 1; seed <= 24; seed += 1) {
    const random = createRandom(seed)
    const length = KNOWN_DAYS_MIN - 4 + Math.floor(random() * 160)
    const [gaps, week, drift] = [random() / 2, random(), (random() - 0.5) / 40]
    const series = Array.from({ length }, (_, day) => {
      const isSpecial = random() < 0.03
      const value = 30 * Math.exp(drift * day) * (1 + week * Math.sin((2 * Math.PI * day) / 7)) * (0.8 + 0.4 * random())
      if (random() < gaps) return null
      return isSpecial ? value * 4 : seed % 3 === 0 ? Math.round(value / 10) : value
    })
    for (const kind of ['count', 'position'] as const) {
      const { points, ...rest } = forecastOf(series, kind, 21)
      const shown = points?.filter((_, at) => [0, 1, 6, 13, 20].includes(at)).map((one) => Object.values(one))
      lines.push(`${seed} ${kind} of ${length}: ${written({ days: points?.length, shown, ...rest })}`)
    }
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('uneven-forecasts.txt')
})

test('articles on uneven pages have the verdicts and days that are written down', async () => {
  const lines: string[] = []
  for (let seed = 1; seed <= 4; seed += 1) {
    const random = createRandom(seed)
    const days = seededDays(seed, seed, { keywords: 90, firstDay: 20_000, length: 130 })
    const series = seriesOf(days)
    const pages = [...days.addresses.keys()].slice(0, 60)
    const outings = Array.from({ length: 24 }, (_, at): PlacedOuting => {
      const day = 20_000 + Math.floor(random() * 130)
      const page = pages[Math.floor(random() * pages.length)] ?? 0
      const endDay = random() < 0.2 ? day + Math.floor(random() * 40) : null
      return {
        slug: `a${random() < 0.2 ? 0 : at}`,
        title: null,
        day,
        endDay,
        pages: new Set(random() < 0.05 ? [] : [page]),
      }
    })
    const impactOf = createImpactOf(series, outings)
    for (const outing of outings) {
      const { comparison, keywords, ...impact } = impactOf(outing)
      const { measure, controls = [], chance, ...rest } = comparison ?? {}
      const found = { ...impact, keywords: keywords.length, ...rest, chance, controls: controls.length }
      lines.push(`${seed} ${outing.slug} on ${outing.day}: ${written(found)}`)
      if (comparison === null) continue
      lines.push(
        `  ${written([controls[0]?.page, controls[0]?.weight, measure?.('impressions')?.difference, measure?.('position')?.difference])}`,
      )
      const expected = expectedDays(series, comparison, impact.clicks?.before ?? 0)
      lines.push(`  ${written(expected.filter((_, at) => at % 9 === 0).map((day) => Object.values(day)))}`)
    }
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('uneven-articles.txt')
})

test('the weight of a position falls from 1 at the top to 0 at the end, on a line between whole positions', () => {
  expect([0.5, 1, 1.5, 2, 3, 5, 9, 10, 10.5, 11].map(visibilityWeight).map((weight) => weight.toFixed(5))).toEqual(
    '1.00000 1.00000 0.75880 0.51761 0.33099 0.16901 0.07042 0.05986 0.05792 0.05599'.split(' '),
  )
  expect([15, 20, 21, 50, 99, 99.5, 100, 140].map(visibilityWeight).map((weight) => weight.toFixed(5))).toEqual(
    '0.04049 0.02113 0.02086 0.01320 0.00026 0.00013 0.00000 0.00000'.split(' '),
  )
  expect(visibilityWeight(null)).toBe(0)
})
