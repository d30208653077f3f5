// One drop, and what the rules look at beside it: how many keywords of the same page, topic and brand fell on the same days,
// how many fall anyway, what a person did, and what the data lacks.
import type { BrandSums, ClickDays } from './brand-sums.ts'
import type { Break } from './breaks.ts'
import type { Count } from './chance.ts'
import type { Drop } from './drops.ts'
import type { Steps } from './sharpest.ts'
import type { Shifts } from './shifts.ts'
import type { Topic } from './topics.ts'

/** What a person or the desk did, on a page or on the whole brand. */
export type Action = {
  readonly day: number
  /** Numbers of the pages that it is about; null: the brand. */
  readonly pages: ReadonlySet<number> | null
  /** What happened, in one sentence, as other rooms say it. */
  readonly text: string
}

/** One device, country or search type: how its positions moved from a day on, for each keyword of the brand in its order. */
export type SliceDays = {
  readonly of: 'device' | 'country' | 'searchType'
  readonly name: string
  readonly shiftsAt: (onset: number) => Pick<Shifts, 'changes'> | null
}

/** By how many days before the newest one a drop began. */
export type DropRates = { readonly down: readonly number[]; readonly lost: readonly number[] }

/** In fewer brands a fall of many at once is seen too seldom: that none was found tells nothing. */
export const COMPARED_BRANDS_MIN = 30

/** What all brands together tell. */
export type Portfolio = {
  /** Brands that can be compared. */
  readonly brands: number
  readonly breaks: readonly Break[]
  /** The share of keywords that fall by chance, by how many days before the newest one the fall began. */
  readonly usualFalls: readonly number[]
  /** The share that no longer ranks since then, by chance. */
  readonly usualLosses: readonly number[]
  /** The share with a real drop that began so many days before the newest one, by chance. */
  readonly usualDrops: DropRates
}

export type BrandFacts = {
  readonly brandId: string
  readonly topics: readonly Topic[]
  readonly actions: readonly Action[]
  readonly slices: readonly SliceDays[]
}

/** How the keywords of a brand fell from a day on, the looked-at one left out. */
export type Falls = {
  /** Of the whole brand, its page left out. */
  readonly elsewhere: Count
  /** Of the same, those that rank any worse. */
  readonly worse: Count
  readonly page: Count
  /** Of the page, those that no longer rank. */
  readonly gone: Count
  /** Keywords of the page, the looked-at one too. */
  readonly ofPage: readonly number[]
  /** The pages of the brand with two keywords at least, and how many of them fell by half or more. */
  readonly pages: Count
}

export type Situation = {
  /** How much worse the position is, as a logarithm. */
  readonly position: number
  readonly brand: BrandSums
  readonly facts: BrandFacts
  readonly portfolio: Portfolio
  readonly drop: Drop
  readonly clickDays: ClickDays
  /** As a number of days since 1970. */
  readonly day: number
  readonly falls: Falls
  readonly shifts: Shifts
  /** The keywords with a drop of each kind, by the day on which it began. */
  readonly dropsOn: (kind: Drop['kind'], onset: number) => readonly number[]
  readonly steps: Steps
  readonly topicFalls: TopicFalls
  /** The share of keywords that fall by chance in such days. */
  readonly usual: number
  readonly usualLoss: number
  /** Where it ranked before. */
  readonly page: number
  /** The same for falls from another day on; null with too few known days. */
  readonly at: (day: number) => FallsAt | null
}

/** The topic's keywords on other pages than the one of the drop, the brand's other keywords, and what chance does. */
export type TopicFall = { readonly members: Count; readonly others: Count; readonly chance: number }
/** Null: the topic did not fall together. */
export type TopicFalls = (at: FallsAt, topic: Topic) => TopicFall | null

export type FallsAt = Pick<Situation, 'shifts' | 'falls' | 'usual' | 'usualLoss'>
