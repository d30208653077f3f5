// Every tracked keyword of the slices, also one that does not rank: one walk along the index of tracked keywords, each
// looked up in what is shown. The FROM clauses have the columns of the other ways to read the same rows, so that filters,
// sorting and totals do not know the difference.
import type { Snapshots } from './rank-snapshots.ts'

type Tracks = {
  readonly filter: { readonly tracked?: boolean | undefined }
  readonly slice: { readonly universe: string }
}

/** Search console alone holds no keyword that does not rank. */
export const listsUnranked = ({ filter, slice }: Tracks): boolean =>
  filter.tracked === true && slice.universe !== 'ranked'

/** `slices` is a parameter: a JSON list. */
const tracked = (slices: string): string => `json_each(${slices}) s CROSS JOIN rank_slice sl ON sl.id = s.value
  CROSS JOIN tracked_keyword t ON t.brand_no = sl.brand_no
  CROSS JOIN rank_keyword k ON k.brand_no = t.brand_no AND k.text = t.keyword`

const COUNTS = 'coalesce(c.clicks, 0) AS clicks, coalesce(c.impressions, 0) AS impressions'

/** The rows of the review window, as `r`. */
export const TRACKED_WINDOW = `(
  SELECT (s.value << 32) + k.id AS id, s.value AS slice, k.folded, ${COUNTS}, coalesce(c.ctr, 0) AS ctr, c.position,
    c.clicks_change, c.impressions_change, c.ctr_change, c.position_change, coalesce(c.is_starred, 0) AS is_starred, c.pages
  FROM ${tracked('?')} LEFT JOIN rank_latest c ON c.id = (s.value << 32) + k.id
) r`

/** The rows of one snapshot, as `h`. */
export const trackedRows = ({ rows, key }: Snapshots): string => `(
  SELECT s.value AS slice, k.id AS keyword, c.position, ${COUNTS}
  FROM ${tracked('?')} LEFT JOIN ${rows} c ON c.slice = s.value AND c.${key} = ? AND c.keyword = k.id
) h`

/** The rows of two snapshots side by side, as `h`. */
export const trackedCompared = ({ rows, key }: Snapshots): string => `(
  SELECT s.value AS slice, k.id AS keyword, c.position, ${COUNTS},
    s.value IN (SELECT value FROM json_each(@both)) AS compared,
    p.position AS was, coalesce(p.clicks, 0) AS clicks_was, coalesce(p.impressions, 0) AS impressions_was
  FROM ${tracked('@all')} LEFT JOIN ${rows} c ON c.slice = s.value AND c.${key} = @now AND c.keyword = k.id
    LEFT JOIN ${rows} p ON p.slice = s.value AND p.${key} = @before AND p.keyword = k.id
) h`
