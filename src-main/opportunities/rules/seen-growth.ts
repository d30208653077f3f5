// How impressions grow as a keyword climbs: few searchers see deep places. Two slopes, one for the first page and one for those
// below, from keywords that moved (least squares on logarithms, drawn to the agency's slopes as ridge regression is to zero).
import type { ClickRow } from './click-row.ts'

/** Weighted sums over keywords: `a` and `b` are how far each climbed on the first page and below, `y` how impressions grew. */
export type SeenSums = Readonly<Record<'w' | 'a' | 'b' | 'y' | 'aa' | 'ab' | 'bb' | 'ay' | 'by', number>>

/** Growth of impressions, as logarithms, by how far a keyword climbs on the first page and below. */
export type Growth = { readonly first: number; readonly below: number }

const PAGE = 10
const SEEN_MIN = 20
/** Impressions scatter by this squared share besides chance. */
const SCATTER = 0.02
const STEEPEST = 3

const depthOf = (position: number): { readonly first: number; readonly below: number } => ({
  first: Math.min(PAGE, position) / PAGE,
  below: Math.log(Math.max(PAGE, position) / PAGE),
})

/** How many times the impressions a keyword has that climbs from one position to another. */
export const timesSeen = (growth: Growth, from: number, to: number): number => {
  const [start, end] = [depthOf(from), depthOf(to)]
  return Math.exp(growth.first * (start.first - end.first) + growth.below * (start.below - end.below))
}

export const seenSums = (rows: readonly ClickRow[]): SeenSums => {
  const sums = { w: 0, a: 0, b: 0, y: 0, aa: 0, ab: 0, bb: 0, ay: 0, by: 0 }
  for (const { now, before, isBranded } of rows) {
    if (isBranded || before === null || now.position === null || before.position === null) continue
    if (Math.min(now.impressions, before.impressions) < SEEN_MIN) continue
    const [from, to] = [depthOf(before.position), depthOf(now.position)]
    const [a, b] = [from.first - to.first, from.below - to.below]
    const y = Math.log(now.impressions / before.impressions)
    const w = 1 / (1 / now.impressions + 1 / before.impressions + SCATTER)
    sums.w += w
    sums.a += w * a
    sums.b += w * b
    sums.y += w * y
    sums.aa += w * a * a
    sums.ab += w * a * b
    sums.bb += w * b * b
    sums.ay += w * a * y
    sums.by += w * b * y
  }
  return sums
}

/** What the agency's slopes count for beside a brand's own keywords. */
const DRAWN = 4
const NONE: Growth = { first: 0, below: 0 }
const limited = (slope: number): number => Math.max(0, Math.min(STEEPEST, slope))

type Centred = Omit<SeenSums, 'w' | 'a' | 'b' | 'y'>
const centred = ({ w, a, b, y, aa, ab, bb, ay, by }: SeenSums): Centred =>
  w === 0
    ? { aa, ab, bb, ay, by }
    : { aa: aa - (a * a) / w, ab: ab - (a * b) / w, bb: bb - (b * b) / w, ay: ay - (a * y) / w, by: by - (b * y) / w }

const slopesOf = ({ aa, ab, bb, ay, by }: Centred, to: Growth): Growth => {
  const [own, other] = [aa + DRAWN, bb + DRAWN]
  const [ofA, ofB] = [ay + DRAWN * to.first, by + DRAWN * to.below]
  const scale = own * other - ab * ab
  return { first: limited((other * ofA - ab * ofB) / scale), below: limited((own * ofB - ab * ofA) / scale) }
}

export const agencyGrowth = (brands: readonly SeenSums[]): Growth => {
  const all = { aa: 0, ab: 0, bb: 0, ay: 0, by: 0 }
  for (const sums of brands) {
    const own = centred(sums)
    for (const name of Object.keys(all) as (keyof Centred)[]) all[name] += own[name] // its own keys
  }
  return slopesOf(all, NONE)
}

/** Of one brand; `shift`: how impressions of keywords that stayed where they were changed, as a logarithm; null: not known. */
export const brandGrowth = (
  sums: SeenSums,
  agency: Growth,
): { readonly growth: Growth; readonly shift: number | null } => {
  const growth = slopesOf(centred(sums), agency)
  if (sums.w === 0) return { growth, shift: null }
  return { growth, shift: (sums.y - growth.first * sums.a - growth.below * sums.b) / sums.w }
}
