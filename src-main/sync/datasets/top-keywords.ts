import type { Slice } from '../../../src-shared/desk/slice.ts'
import { toOurFields } from '../../../src-shared/service/fields.ts'
import type { RequestOf } from '../../../src-shared/service/operations.ts'
import type { RawReply } from '../../../src-shared/service/read-reply.ts'
import { dayFromNumber, dayNumber } from '../../base/clock.ts'
import { syncPages } from '../../service-client/sync-pages.ts'
import type { DatasetContext } from './dataset.ts'

/** More than any brand has; without it the service would cut the list at a length of its own. */
const ROWS_MAX = 100_000
/** An empty list is a few bytes around nothing; what is larger holds rows. */
const EMPTY_BYTES_MAX = 1_024

export const addDays = (day: string, days: number): string => dayFromNumber(dayNumber(day) + days)

/** Parameters that say no more than the service's own defaults are left out: their names are not all certain. */
const sliceQuery = ({ device, country, searchType, universe }: Slice) => ({
  ...(device === null ? {} : { device }),
  ...(country === null ? {} : { country }),
  ...(searchType === 'web' ? {} : { searchType }),
  ...(universe === 'all' ? {} : { universe }),
})

export type Period = { readonly startDate: string; readonly endDate: string; readonly compare?: boolean }

export const fetchTopKeywords = (
  { slice, fetchBody }: DatasetContext,
  period: Period,
  cursor: string | undefined,
): Promise<RawReply> => {
  const query: RequestOf<'rankTracking.topKeywords'>['query'] = {
    ...period,
    ...sliceQuery(slice),
    limit: ROWS_MAX,
    ...(cursor === undefined ? {} : { cursor }),
  }
  return fetchBody('rankTracking.topKeywords', { query })
}

/** Whether a reply lists nothing; a reply that is not even JSON is not "nothing", and is left to the ingest to refuse. */
export const isEmptyList = ({ body, fields }: RawReply): boolean => {
  if (body.byteLength > EMPTY_BYTES_MAX) return false
  try {
    const reply = toOurFields(fields, JSON.parse(new TextDecoder().decode(body)))
    // Any value that is no object has no such field, and the next line asks what it is.
    const items = (reply as { items?: unknown } | null)?.items
    return Array.isArray(items) && items.length === 0
  } catch {
    return false
  }
}

/** Stores one day's snapshot whole; `first` is its first page. */
export const storeDay = (context: DatasetContext, day: string, first: RawReply): Promise<number> => {
  const { brandId, slice, store } = context
  return syncPages(context, {
    first,
    fetchPage: (cursor) => fetchTopKeywords(context, { startDate: day, endDate: day }, cursor),
    ingest: (page) => store.write('rankings.ingestDay', { brandId, slice, day, ...page }, [page.body]),
  })
}
