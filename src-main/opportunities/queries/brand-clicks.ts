// One brand, worked out now: any slice of its rankings may be asked for.
import type { CallOutput, ParsedInput } from '../../../src-shared/desk/contract.ts'
import type { CurvePoint } from '../../../src-shared/desk/opportunities.ts'
import { DEFAULT_SLICE, type Slice } from '../../../src-shared/desk/values/slice.ts'
import { readOnce } from '../../rankings/public.ts'
import type { ReadableDb } from '../../store/db.ts'
import { freshAsOf } from '../../store/freshness.ts'
import { type BrandClicks, brandClicks, clickShareOf } from '../rules/brand-clicks.ts'
import type { ClickCurve } from '../rules/click-curve.ts'
import { type ClickSums, type KindSums, sumsOf } from '../rules/click-sums.ts'
import { sumOf } from '../rules/expected-clicks.ts'
import { pastErrors } from '../rules/past-errors.ts'
import { placesOfBin } from '../rules/position-bins.ts'
import { clickRows, type NamedRow } from './click-rows.ts'
import { agencyClicks } from './click-sums.ts'

type Known = { readonly rows: readonly NamedRow[]; readonly sums: ClickSums; readonly clicks: BrandClicks }

const knownOf = (db: ReadableDb, brandId: string, slice: Slice): Known => {
  const rows = clickRows(db, { brandId, slice })
  const agency = agencyClicks(db, { brandId })
  const sums = sumsOf(rows)
  return { rows, sums, clicks: brandClicks({ sums, errors: pastErrors(rows, sums, agency), agency }) }
}

const pointsOf = ({ points }: ClickCurve, { bins }: KindSums): CurvePoint[] =>
  points.map(({ bin, ctr, low, high, agencyCtr }) => {
    const [from, to] = placesOfBin(bin)
    const own = { keywords: bins.keywords[bin], clicks: bins.clicks[bin], impressions: bins.impressions[bin] }
    const { keywords = 0, clicks = 0, impressions = 0 } = own
    return { from, to, ctr, low, high, agencyCtr, keywords, clicks, impressions }
  })

export const clicksOfBrand = (
  db: ReadableDb,
  { brandId, slice = DEFAULT_SLICE }: ParsedInput<'opportunities.brand'>,
): CallOutput<'opportunities.brand'> =>
  readOnce(db, () => {
    const { rows, sums, clicks } = knownOf(db, brandId, slice)
    return {
      clickShare: clickShareOf(clicks.model, rows),
      plain: pointsOf(clicks.model.plain, sums.now.plain),
      branded: pointsOf(clicks.model.branded, sums.now.branded),
      freshAsOf: freshAsOf(db, 'rankings', [brandId]),
    }
  })

export const clickScenario = (
  db: ReadableDb,
  { brandId, keywords, position, slice = DEFAULT_SLICE }: ParsedInput<'opportunities.scenario'>,
): CallOutput<'opportunities.scenario'> =>
  readOnce(db, () => {
    const { rows, clicks } = knownOf(db, brandId, slice)
    const asked = new Set(keywords)
    const chosen = rows.filter(({ text, now }) => asked.has(text) && now.impressions > 0)
    const targetOf = ({ now }: NamedRow) => Math.min(position, now.position ?? position)
    const expected = chosen.flatMap((row) => clicks.expect(row.isBranded, row.now, targetOf(row)) ?? [])
    const now = chosen.reduce((sum, row) => sum + row.now.clicks, 0)
    const sum = sumOf(expected)
    return {
      keywords: chosen.length,
      climbing: chosen.filter((row) => row.now.position === null || row.now.position > position).length,
      clicks: now,
      result:
        chosen.length === 0 || expected.length < chosen.length
          ? null
          : { expected: sum.clicks, ...clicks.band(sum), gain: sum.clicks - now },
      freshAsOf: freshAsOf(db, 'rankings', [brandId]),
    }
  })
