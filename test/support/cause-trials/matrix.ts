import type { KeywordColumns, SliceMatrix } from '../../../src-main/rankings/public.ts'

/** Days of keywords, one after the other in one array for each measure. */
export const toMatrix = (columns: ReadonlyMap<number, KeywordColumns>): SliceMatrix => {
  const length = columns.values().next().value?.positions.length ?? 0
  const size = columns.size * length
  const [positions, clicks, impressions] = [new Float32Array(size), new Float32Array(size), new Float32Array(size)]
  const pages = new Uint32Array(size)
  let at = 0
  for (const one of columns.values()) {
    positions.set(one.positions, at)
    clicks.set(one.clicks, at)
    impressions.set(one.impressions, at)
    pages.set(one.pages, at)
    at += length
  }
  return { keywords: Float64Array.from(columns.keys()), length, positions, clicks, impressions, pages }
}
