// Numbers of three written brands, through all steps: one that changes together with written-numbers.txt changes what people
// read (`npx vitest run test/main/opportunities/written-numbers.test.ts -u`).
import { expect, test } from 'vitest'
import { agencyOf } from '../../../src-main/opportunities/rules/agency-clicks.ts'
import { bandOf, bandScores, driftOf, scoresOf } from '../../../src-main/opportunities/rules/band.ts'
import type { ClickRow, Measured } from '../../../src-main/opportunities/rules/click-row.ts'
import { sumsOf } from '../../../src-main/opportunities/rules/click-sums.ts'
import { clickModel, expectedAt, sumOf } from '../../../src-main/opportunities/rules/expected-clicks.ts'
import { pastErrors } from '../../../src-main/opportunities/rules/past-errors.ts'
import { brandGrowth } from '../../../src-main/opportunities/rules/seen-growth.ts'

/** Keywords at places from 1 to 60, each of which moved since; some are not known before, some are searches for the brand. */
const rowsOf = (brand: number): ClickRow[] =>
  Array.from({ length: 240 }, (_, keyword) => {
    const measured = (position: number, turn: number): Measured => {
      const impressions = Math.round(((1 + (keyword % 9)) * 400) / (1 + position / 12))
      const rate = (0.3 + 0.04 * brand) / position ** 1.1
      return {
        clicks: Math.round(impressions * rate * (1 + 0.8 * Math.sin(keyword * brand + turn))),
        impressions,
        position,
      }
    }
    const place = 1 + ((keyword * 7 + brand) % 118) / 2
    const before = place * (1 + 0.5 * Math.cos(keyword + brand))
    return {
      ...{ keyword, isBranded: keyword % 10 === 0, now: measured(place, 0) },
      before: keyword % 7 === 0 ? null : measured(Math.max(1, before), 2),
    }
  })

test('the clicks that are expected of written keywords are those that were written down', async () => {
  const brands = [1, 2, 3].map((brand) => {
    const rows = rowsOf(brand)
    return { rows, sums: sumsOf(rows) }
  })
  const first = agencyOf(brands.map(({ sums }) => ({ sums, errors: null })))
  const known = brands.map(({ rows, sums }) => ({ rows, sums, errors: pastErrors(rows, sums, first) }))
  const agency = agencyOf(known)
  const lines: string[] = []
  const write = (name: string, ...values: readonly (number | null)[]) =>
    lines.push(`${name} ${values.map((value) => (value === null ? '-' : value.toPrecision(5))).join(' ')}`)
  for (const name of ['plain', 'branded'] as const) {
    const { places, rates, doubts, levels, shapes, keywords } = agency[name]
    write(`agency ${name}`, levels, shapes, keywords)
    for (const [at, place] of places.entries()) write('  place', place, rates[at] ?? null, doubts[at] ?? null)
  }
  write('growth', agency.growth.first, agency.growth.below, agency.shift, driftOf(agency.drift, agency.drift))
  for (const [at, { sums, errors }] of known.entries()) {
    const { growth, shift } = brandGrowth(sums.seen, agency.growth)
    const drift = driftOf(errors.drift, agency.drift)
    write(`brand ${at + 1}`, growth.first, growth.below, shift, drift, errors.tried.length)
    const model = clickModel({ period: sums.now, seen: sums.seen, agency }, { drift, shift: agency.shift })
    for (const { position, ctr, low, high } of model.plain.points) write('  curve', position, ctr, low, high)
    const scores = bandScores(scoresOf(errors, agency.drift), agency.scores)
    const asked = [
      { isBranded: false, measured: { clicks: 40, impressions: 3000, position: 12 }, target: 3 },
      { isBranded: false, measured: { clicks: 0, impressions: 200, position: 45 }, target: 10 },
      { isBranded: true, measured: { clicks: 90, impressions: 500, position: 4 }, target: 2 },
      { isBranded: false, measured: { clicks: 0, impressions: 80, position: null }, target: 2 },
    ].flatMap((one) => expectedAt(model, one) ?? [])
    for (const one of [...asked, sumOf(asked)]) {
      const { low, high } = bandOf(one, scores)
      write('  expected', one.clicks, one.own, one.shared, low, high)
    }
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('written-numbers.txt')
})
