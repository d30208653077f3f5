// The packed parts of cache.db as rows: one day of one brand, or the pages of one brand, at a time.
import type { Database } from 'better-sqlite3'
import { pagesOfSlices, readDay, SLICE_SPAN, textsOfSlice } from '../../rankings/public.ts'

export type Row = readonly (string | number | null)[]

type Show = (text: string) => string

/** Texts of the slice that is being read: its days are asked for one after the other. */
const createTexts = (cache: Database, kind: 'keywords' | 'pages', show: Show) => {
  const textsOf = (slice: number) =>
    new Map(textsOfSlice(cache, kind, slice).map(([id, text]) => [id, show(text)] as const))
  let known: { slice: number; texts: ReadonlyMap<number, string> } | undefined
  return (slice: number): ReadonlyMap<number, string> => {
    if (known?.slice !== slice) known = { slice, texts: textsOf(slice) }
    return known.texts
  }
}

/** `show` is what the rows have instead of a text. */
export const createUnpacked = (cache: Database, slices: ReadonlySet<number>, show: Show) => {
  const keywords = createTexts(cache, 'keywords', show)
  const urls = createTexts(cache, 'pages', show)
  return {
    /** keyword, position, clicks, impressions, page */
    *day(slice: number, day: number): Generator<Row> {
      if (!slices.has(slice)) return
      const [texts, pages] = [keywords(slice), urls(slice)]
      for (const { keyword, position, clicks, impressions, page } of readDay(cache, slice, day))
        yield [
          texts.get(keyword) ?? null,
          position === null ? null : position / 1000,
          clicks,
          impressions,
          pages.get(page) ?? null,
        ]
    },
    /** keyword, page, position, position_change, clicks, clicks_change, impressions, ctr */
    *pages(slice: number): Generator<Row> {
      if (!slices.has(slice)) return
      const [texts, pages] = [keywords(slice), urls(slice)]
      // Read whole: SQLite may stop asking, and a statement that is still open would keep the file open.
      for (const { id, url, measures } of [...pagesOfSlices(cache, [slice])]) {
        const [clicks, impressions, ctr, position, clicksChange, , , positionChange] = measures
        yield [
          texts.get(id % SLICE_SPAN) ?? null,
          pages.get(url) ?? null,
          position ?? null,
          positionChange ?? null,
          clicks ?? null,
          clicksChange ?? null,
          impressions ?? null,
          ctr ?? null,
        ]
      }
    },
  }
}
