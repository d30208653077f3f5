// A brand of 40 keywords on five pages and four topics, with what a test does to them from a day on.
import { type BrandSums, brandSums, CAUSE_DAYS } from '../../../src-main/causes/rules/brand-sums.ts'
import type { Break } from '../../../src-main/causes/rules/breaks.ts'
import { causesOf, type DropCauses } from '../../../src-main/causes/rules/causes-of.ts'
import type { BrandFacts, Portfolio } from '../../../src-main/causes/rules/situation.ts'
import type { CauseKind } from '../../../src-shared/desk/values/cause-kinds.ts'
import { toMatrix } from '../../support/cause-trials/matrix.ts'
import { createRandom } from '../../support/random.ts'

export const FIRST_DAY = 20_500
export const KEYWORDS = 40
const TOPICS = ['boots', 'tents', 'maps', 'ropes']
/** Five days before the end. */
export const FALL = CAUSE_DAYS - 5

export const pageOf = (keyword: number): number => 1 + Math.floor(keyword / 8)
export const isOfTopic = (keyword: number): boolean => keyword % 4 === 0

/** What a test changes of a keyword on one day. */
export type Change = {
  readonly position?: number
  readonly clicks?: number
  readonly impressions?: number
  readonly isGone?: boolean
  readonly page?: number
}
export type ChangeOn = (keyword: number, day: number) => Change | undefined

/** Positions around 4 and, a day, 20 clicks of 200 impressions; each changed by factors. */
export const smallBrand = (changeOn: ChangeOn, known = Array<boolean>(CAUSE_DAYS).fill(true)): BrandSums => {
  const random = createRandom(5)
  const { length } = known
  const keywords = new Map(
    Array.from({ length: KEYWORDS }, (_, keyword) => {
      const columns = {
        pages: new Uint32Array(length),
        positions: new Float32Array(length),
        clicks: new Float32Array(length),
        impressions: new Float32Array(length),
      }
      for (let day = 0; day < length; day += 1) {
        const {
          position = 1,
          clicks = 1,
          impressions = 1,
          isGone,
          page = pageOf(keyword),
        } = changeOn(keyword, day) ?? {}
        const noise = 0.98 + 0.04 * random()
        if (isGone === true || known[day] !== true) continue
        columns.pages[day] = page
        columns.positions[day] = 4 * position * noise
        columns.impressions[day] = Math.round(200 * impressions * noise)
        columns.clicks[day] = Math.round(20 * clicks * impressions * noise)
      }
      return [keyword, columns] as const
    }),
  )
  return brandSums({ firstDay: FIRST_DAY, known, days: toMatrix(keywords) })
}

/** From the day of the fall on, for these keywords. */
export const fallOf =
  (isHit: (keyword: number) => boolean, change: Change = { position: 2, clicks: 0.4 }): ChangeOn =>
  (keyword, day) =>
    day >= FALL && isHit(keyword) ? change : undefined

export const FACTS: BrandFacts = {
  brandId: 'own',
  actions: [],
  slices: [],
  topics: TOPICS.map((name, topic) => ({
    name,
    members: new Set(Array.from({ length: KEYWORDS }, (_, keyword) => keyword).filter((one) => one % 4 === topic)),
  })),
}

/** Forty brands in which nothing happens. */
export const CALM: Portfolio = {
  brands: 40,
  breaks: [],
  usualFalls: Array<number>(15).fill(0.05),
  usualLosses: Array<number>(15).fill(0.01),
  usualDrops: { down: Array<number>(15).fill(0.0005), lost: Array<number>(15).fill(0.0005) },
}

/** Of the day of the fall, the brand among it. */
export const BREAK: Break = {
  firstDay: FIRST_DAY + FALL,
  brandIds: new Set(['own', 'a', 'b', 'c']),
  of: 40,
  chance: 1e-8,
}

export type Look = {
  readonly changeOn: ChangeOn
  readonly facts?: Partial<BrandFacts>
  readonly portfolio?: Partial<Portfolio>
}

export const causesIn = ({ changeOn, facts, portfolio }: Look): DropCauses[] =>
  causesOf({ brand: smallBrand(changeOn), facts: { ...FACTS, ...facts }, portfolio: { ...CALM, ...portfolio } })

/** What is named first of each keyword's drop; null: no cause found. */
export const namedIn = (look: Look): Map<number, CauseKind | null> =>
  new Map(
    causesIn(look)
      .filter(({ drop }) => drop.of === 'keyword')
      .map(({ keyword, causes }) => [keyword, causes[0]?.kind ?? null]),
  )

/** The same for all of them, and what it is. */
export const kindsIn = (look: Look): (CauseKind | null)[] => [...new Set(namedIn(look).values())]
