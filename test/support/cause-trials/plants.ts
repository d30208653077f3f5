// Causes that are planted into simulated brands: what each does to which keywords, from which day on. Sizes overlap with
// what noise does, and with each other: a small fall of a page is smaller than the drift of a keyword.
import type { CauseKind } from '../../../src-shared/desk/values/cause-kinds.ts'
import type { Random } from '../random.ts'

/** What a plant does to one keyword on one day. */
export type Effect = {
  /** Added to the logarithm of the position. */
  readonly lnShift?: number
  readonly demand?: number
  readonly ctr?: number
  readonly isLost?: boolean
  /** The place of the page that ranks, among those of the keyword. */
  readonly page?: number
  /** Of its clicks and impressions a part is read. */
  readonly part?: number
  /** Only in this slice. */
  readonly slice?: 'mobile' | 'desktop'
}

export type Plant = {
  readonly kind: CauseKind
  /** What was done that causes it; on the whole brand where its page is null. */
  readonly action: Pick<PlantedAction, 'kind' | 'page'> | null
  readonly from: number
  readonly until: number
  /** Whether it shows as a position or only in clicks. */
  readonly shows: 'position' | 'clicks'
  readonly keywords: ReadonlySet<number>
  readonly effectOf: (keyword: number, day: number) => Effect
}

/** A keyword with what plants are chosen by. */
export type Target = {
  readonly index: number
  readonly page: string
  readonly topic: string
  readonly pages: number
  readonly seen: number
}

export type PlantedAction = {
  readonly kind: 'published' | 'unpublished' | 'permission' | 'model' | 'audit'
  readonly at: number
  readonly page: string | null
}
export type Planted = { readonly plants: Plant[]; readonly actions: PlantedAction[] }

const between = (random: Random, low: number, high: number): number => low + (high - low) * random()
const pickOf = <Item>(random: Random, items: readonly Item[]): Item | undefined =>
  items[Math.floor(random() * items.length)]
const some = (random: Random, targets: readonly Target[], share: number): number[] =>
  targets.filter(() => random() < share).map(({ index }) => index)

/** Each keyword falls by another size, over one to three days. */
const falling = (random: Random, keywords: readonly number[], size: number, lostShare = 0) => {
  const sizes = new Map(
    keywords.map((keyword) => [
      keyword,
      random() < lostShare ? Number.POSITIVE_INFINITY : size * between(random, 0.6, 1.4),
    ]),
  )
  const rollout = 1 + Math.floor(3 * random())
  return (keyword: number, days: number): Effect => {
    const full = sizes.get(keyword) ?? 0
    if (full === Number.POSITIVE_INFINITY) return { isLost: true }
    return { lnShift: full * Math.min(1, (days + 1) / rollout) }
  }
}

type Draft = Omit<Plant, 'action' | 'from' | 'until' | 'effectOf' | 'keywords'> & {
  readonly keywords: readonly number[]
  /** By days since the first one. */
  readonly effect: (keyword: number, days: number) => Effect
  readonly lasts?: number
  /** Days after the action from which on it shows. */
  readonly action?: Omit<PlantedAction, 'at'> & { readonly lag: number }
}

const siteFall = (random: Random, targets: readonly Target[]): Pick<Draft, 'shows' | 'keywords' | 'effect'> => {
  const keywords = some(random, targets, between(random, 0.55, 0.95))
  return { shows: 'position', keywords, effect: falling(random, keywords, between(random, 0.15, 0.8), 0.08) }
}

const pageFall = (random: Random, targets: readonly Target[], keywordsMin: number) => {
  const pages = [...Map.groupBy(targets, ({ page }) => page).values()].filter(({ length }) => length >= keywordsMin)
  const own = pickOf(random, pages) ?? []
  const isGone = random() < 0.5
  const keywords = isGone ? own.map(({ index }) => index) : some(random, own, between(random, 0.8, 1))
  const size = between(random, 0.2, 0.9)
  const replaced = new Map(own.map(({ index, pages: count }) => [index, isGone && count > 1 && random() < 0.5]))
  const fall = falling(random, keywords, size)
  const effect = (keyword: number, days: number): Effect => {
    if (!isGone) return fall(keyword, days)
    return replaced.get(keyword) === true ? { page: 1, lnShift: size } : { isLost: true }
  }
  return { shows: 'position' as const, keywords, effect, page: own[0]?.page ?? '' }
}

const topicOf = (random: Random, targets: readonly Target[]): readonly Target[] =>
  pickOf(
    random,
    [...Map.groupBy(targets, ({ topic }) => topic).values()].filter(
      (own) => own[0]?.topic !== '' && new Set(own.map(({ page }) => page)).size >= 2,
    ),
  ) ?? []

const scoped = (
  random: Random,
  targets: readonly Target[],
  topicShare: number,
  pageShare: number,
): readonly Target[] => {
  const drawn = random()
  if (drawn < topicShare) return topicOf(random, targets)
  if (drawn < topicShare + pageShare)
    return (
      pickOf(
        random,
        [...Map.groupBy(targets, ({ page }) => page).values()].filter((own) => own.length > 2),
      ) ?? []
    )
  return targets
}

const DRAFTS: Readonly<
  Record<Exclude<CauseKind, 'many-brands'>, (random: Random, targets: readonly Target[]) => Draft>
> = {
  'whole-site': (random, targets) => ({ kind: 'whole-site', ...siteFall(random, targets) }),
  'one-page': (random, targets) => ({ kind: 'one-page', ...pageFall(random, targets, 2) }),
  'another-page': (random, targets) => {
    const own = targets.filter(({ pages }) => pages > 1)
    const keywords = Array.from({ length: 6 }, () => pickOf(random, own)?.index ?? 0)
    const sizes = new Map(keywords.map((keyword) => [keyword, between(random, 0.15, 0.9)]))
    return {
      kind: 'another-page',
      shows: 'position',
      keywords,
      effect: (keyword) => ({ page: 1, lnShift: sizes.get(keyword) ?? 0 }),
    }
  },
  topic: (random, targets) => {
    const keywords = some(random, topicOf(random, targets), between(random, 0.7, 1))
    return {
      kind: 'topic',
      shows: 'position',
      keywords,
      effect: falling(random, keywords, between(random, 0.15, 0.8), 0.05),
    }
  },
  demand: (random, targets) => {
    const keywords = scoped(random, targets, 0.6, 0.15).map(({ index }) => index)
    const factor = between(random, 0.3, 0.85)
    const ramp = 1 + Math.floor(5 * random())
    const effect = (_: number, days: number) => ({ demand: 1 + (factor - 1) * Math.min(1, (days + 1) / ramp) })
    return { kind: 'demand', shows: 'clicks', keywords, effect }
  },
  'results-page': (random, targets) => {
    const keywords = random() < 0.6 ? topicOf(random, targets).map(({ index }) => index) : some(random, targets, 0.05)
    const factors = new Map(keywords.map((keyword) => [keyword, between(random, 0.3, 0.85)]))
    return {
      kind: 'results-page',
      shows: 'clicks',
      keywords,
      effect: (keyword) => ({ ctr: factors.get(keyword) ?? 1 }),
    }
  },
  'one-slice': (random, targets) => {
    const keywords = (random() < 0.3 ? targets : topicOf(random, targets)).map(({ index }) => index)
    const slice = random() < 0.7 ? ('mobile' as const) : ('desktop' as const)
    const fall = falling(random, keywords, between(random, 0.3, 1.2))
    return {
      kind: 'one-slice',
      shows: 'position',
      keywords,
      effect: (keyword, days) => ({ ...fall(keyword, days), slice }),
    }
  },
  'own-action': (random, targets) => {
    if (random() < 0.2) {
      const kind = pickOf(random, ['permission', 'model', 'audit'] as const) ?? 'audit'
      const lag = Math.floor(2 * random())
      return { kind: 'own-action', ...siteFall(random, targets), action: { kind, page: null, lag } }
    }
    const { page, ...fall } = pageFall(random, targets, 1)
    const kind = pickOf(random, ['published', 'unpublished'] as const) ?? 'published'
    return { kind: 'own-action', ...fall, action: { kind, page, lag: Math.floor(4 * random()) } }
  },
  measuring: (random, targets) => {
    const all = targets.map(({ index }) => index)
    if (random() < 0.5) {
      const part = between(random, 0.1, 0.65)
      return {
        kind: 'measuring',
        shows: 'clicks',
        keywords: all,
        effect: () => ({ part }),
        lasts: 2 + Math.floor(2 * random()),
      }
    }
    const sorted = targets.toSorted((one, other) => one.seen - other.seen)
    const keywords = sorted.slice(0, Math.floor(targets.length * between(random, 0.2, 0.5))).map(({ index }) => index)
    return {
      kind: 'measuring',
      shows: 'position',
      keywords,
      effect: () => ({ isLost: true }),
      lasts: 3 + Math.floor(4 * random()),
    }
  },
}

const FOREVER = 1000

/** Plants one cause; what it shows on no keyword is not planted. */
export const plant = (
  { plants, actions }: Planted,
  {
    kind,
    at,
    random,
    targets,
  }: { kind: Exclude<CauseKind, 'many-brands'>; at: number; random: Random; targets: readonly Target[] },
): Plant => {
  const { keywords, effect, lasts, action, shows } = DRAFTS[kind](random, targets)
  const from = at + (action?.lag ?? 0)
  if (action !== undefined) actions.push({ kind: action.kind, page: action.page, at })
  const isShort = random() < 0.3
  const days = lasts ?? (isShort ? 6 + Math.floor(15 * random()) : FOREVER)
  const planted: Plant = {
    ...{ kind, action: action ?? null, from, shows },
    until: from + days,
    keywords: new Set(keywords),
    effectOf: (keyword, day) => effect(keyword, day - from),
  }
  plants.push(planted)
  return planted
}

/** A change at the search engine: some of the brand's keywords fall, a few rise. */
export const plantEngineChange = (
  { plants }: Planted,
  from: number,
  random: Random,
  targets: readonly Target[],
): void => {
  const keywords = some(random, targets, between(random, 0.25, 0.85))
  const risers = new Set(some(random, targets, 0.08))
  const effect = falling(random, keywords, between(random, 0.15, 0.6), 0.02)
  const fallen = new Set(keywords.filter((keyword) => !risers.has(keyword)))
  plants.push({
    ...{ kind: 'many-brands', action: null, from, until: FOREVER, shows: 'position' },
    keywords: fallen,
    effectOf: (keyword, day) => effect(keyword, day - from),
  })
  plants.push({
    ...{ kind: 'many-brands', action: null, from, until: FOREVER, shows: 'clicks' },
    keywords: new Set([...risers]),
    effectOf: () => ({ lnShift: -0.25 }),
  })
}
