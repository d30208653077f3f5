import { hash } from 'node:crypto'
import { DeskError } from '../../../src-shared/desk/errors.ts'
import type { Slice } from '../../../src-shared/desk/values/slice.ts'
import { toOurFields } from '../../../src-shared/service/fields.ts'
import type { RequestOf } from '../../../src-shared/service/operations.ts'
import type { RawReply } from '../../../src-shared/service/read-reply.ts'
import { dayFromNumber, dayNumber } from '../../base/clock.ts'
import { ingestRankDay } from '../../rankings/public.ts'
import { type PagesOptions, syncPages } from '../../service-client/sync-pages.ts'
import type { DatasetContext } from './dataset.ts'

/** More than any brand has; without it the service would cut the list at a length of its own. */
const ROWS_MAX = 100_000
/** Nothing smaller is asked for. */
const ROWS_MIN = 1_000
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

/** At once: another thread would be given a copy of the body, which takes longer. */
const digestOf = (body: ArrayBuffer): string => hash('sha256', new Uint8Array(body), 'base64')

export type Period = { readonly startDate: string; readonly endDate: string; readonly compare?: boolean }

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

type Page = RawReply & {
  readonly batch: number
  readonly fetchedAtMs: number
  /** As many rows and no cursor: the service cut the list. */
  readonly rowsMax?: number
  readonly digest?: string
}
type Listing = {
  readonly period: Period
  /** As `firstPage` gave it. */
  readonly first?: RawReply
  /** It is fetched often, and most times nothing is new: its digest is made beside the thread that stores. */
  readonly isOften?: boolean
  readonly ingest: (page: Page) => ReturnType<PagesOptions['ingest']>
}

/**
 * The listings of one sync. Where a reply is larger than the desk can read at once, half as many rows are asked for, in this
 * listing and in those that follow.
 */
export const createTopKeywords = (context: DatasetContext) => {
  let limit = ROWS_MAX

  const fetchPage = (period: Period, cursor: string | undefined): Promise<RawReply> => {
    const query: RequestOf<'rankTracking.topKeywords'>['query'] = {
      ...period,
      ...sliceQuery(context.slice),
      limit,
      ...(cursor === undefined ? {} : { cursor }),
    }
    return context.fetchBody('rankTracking.topKeywords', { query })
  }

  const withSmallerPages = async <Value>(attempt: () => Promise<Value>): Promise<Value> => {
    for (;;) {
      try {
        return await attempt()
      } catch (error) {
        const isTooLarge = error instanceof DeskError && error.detail?.isTooLarge === true
        if (!isTooLarge || limit / 2 < ROWS_MIN) throw error
        limit = Math.floor(limit / 2)
      }
    }
  }

  return {
    firstPage: (period: Period): Promise<RawReply> => withSmallerPages(() => fetchPage(period, undefined)),
    /** Stores a listing whole; returns its rows. */
    sync: ({ period, first, isOften = false, ingest }: Listing): Promise<number> => {
      let given = first
      return withSmallerPages(() => {
        const own = given === undefined ? {} : { first: given }
        given = undefined
        return syncPages(context, {
          ...own,
          fetchPage: (cursor) => fetchPage(period, cursor),
          ingest: async (page) =>
            ingest({
              ...page,
              ...(limit === ROWS_MAX ? {} : { rowsMax: limit }),
              ...(isOften ? { digest: digestOf(page.body) } : {}),
            }),
        })
      })
    },
  }
}
export type TopKeywords = ReturnType<typeof createTopKeywords>

/** Stores one day's snapshot whole; `first` is its first page. */
export const storeDay = (
  { brandId, slice, store }: DatasetContext,
  topKeywords: TopKeywords,
  { day, first, isOften = false }: { readonly day: string; readonly first: RawReply; readonly isOften?: boolean },
): Promise<number> =>
  topKeywords.sync({
    period: { startDate: day, endDate: day },
    first,
    isOften,
    ingest: (page) => ingestRankDay(store, { brandId, slice, day, ...page }, [page.body]),
  })
