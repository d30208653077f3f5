// Without schemas, so that the window may import it.

/** `attention` needs a person (key, refused), `warning` mends by itself or waits, `ok`, `empty` was never synced. The worst first. */
export const HEALTHS = ['attention', 'warning', 'empty', 'ok'] as const
export type Health = (typeof HEALTHS)[number]

/** `added`: in the order in which the brands were added. */
export const OVERVIEW_SORTS = [
  'added',
  'name',
  'visibility',
  'visibilityChange',
  'avgPosition',
  'realDown',
  'lostClicks',
  'clicks',
  'keywords',
  'health',
  'fetchedAt',
] as const
export type OverviewSort = (typeof OVERVIEW_SORTS)[number]
