// What is asked of the history at each of its sizes.
import type { RankPageArgs } from '../../src-main/rankings/queries/rank-page.ts'
import type { Store } from '../../src-main/store/store.ts'
import { DEFAULT_SLICE } from '../../src-shared/desk/values/slice.ts'
import { dayAt, type FilledCache, keywordOf } from './rank-cache.ts'

export type Opened = { readonly filled: FilledCache; readonly store: Store }

type Case = {
  readonly name: string
  readonly rounds: number
  readonly run: (opened: Opened, round: number) => Promise<unknown>
  /** A reply that grows with the days is measured by day. */
  readonly isByDay?: true
}

const page = ({ store }: Opened, args: Partial<RankPageArgs>) =>
  store.read('rankings.page', {
    brandIds: 'all',
    slice: DEFAULT_SLICE,
    filter: {},
    sort: [{ by: 'position', direction: 'asc' }],
    limit: 50,
    sparkDays: 28,
    ...args,
  })

/** Far from the day of the round before, so that no day is still unpacked where there are more than a few. */
const anyDay = ({ filled }: Opened, round: number): string => dayAt((Math.max(0, round) * 13 + 7) % filled.scale.days)

export const yearCases: readonly Case[] = [
  {
    name: 'page with trends, one brand',
    rounds: 60,
    run: (opened, round) => page(opened, { brandIds: [opened.filled.brandIds[Math.abs(round) % 20] ?? ''] }),
  },
  { name: 'page with trends, 200 brands', rounds: 40, run: (opened) => page(opened, {}) },
  {
    name: 'page by clicks',
    rounds: 20,
    run: (opened) => page(opened, { sort: [{ by: 'clicks', direction: 'desc' }] }),
  },
  {
    name: 'filter by clicks and position',
    rounds: 20,
    run: (opened, round) => page(opened, { filter: { clicksMin: 40, positionMax: 20 + round / 1000 } }),
  },
  {
    name: 'search by a part of a word',
    rounds: 20,
    run: (opened, round) => page(opened, { search: `hose ${100 + (Math.abs(round) % 80)}` }),
  },
  {
    name: 'a day of 200 brands, first look',
    rounds: 10,
    run: (opened, round) => page(opened, { day: anyDay(opened, round), sparkDays: 0 }),
  },
  {
    name: 'the same day again',
    rounds: 20,
    run: (opened, round) => page(opened, { day: anyDay(opened, 0), sparkDays: 0, filter: { clicksMin: round / 1000 } }),
  },
  {
    name: 'any two days compared, first look',
    rounds: 8,
    run: (opened, round) =>
      page(opened, { day: anyDay(opened, 2 * round), compareDay: anyDay(opened, 2 * round + 1), sparkDays: 0 }),
  },
  {
    name: 'movers of 200 brands between any two days',
    rounds: 16,
    run: (opened, round) =>
      opened.store.read('rankings.movers', {
        brandIds: 'all',
        slice: DEFAULT_SLICE,
        kind: 'any',
        limit: 50,
        from: anyDay(opened, round),
        to: anyDay(opened, round + 1),
      }),
  },
  {
    name: 'the whole history of a keyword, a day of it',
    rounds: 60,
    isByDay: true,
    run: ({ filled, store }, round) => {
      const brand = Math.abs(round * 31) % filled.brandIds.length
      const keyword = keywordOf(brand, Math.abs(round * 7) % 1000)
      return store.read('rankings.history', { brandId: filled.brandIds[brand] ?? '', keyword, slice: DEFAULT_SLICE })
    },
  },
]
