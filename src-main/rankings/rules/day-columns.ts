// Many packed days one after the other, without an object for each row: columns that the next day overwrites, and one place
// for each keyword in what is summed up or set side by side.
import { dayHead, readColumn } from './packed-day.ts'

export type DayColumns = {
  readonly count: number
  /** Upwards. Each column may be longer than `count`. */
  readonly keywords: Float64Array
  /** In thousandths, plus one; 0: not ranking. */
  readonly positions: Float64Array
  readonly clicks: Float64Array
  readonly impressions: Float64Array
}

/** Reads a day into columns that hold until the next one is read. */
export const createDayReader = (): ((data: Uint8Array) => DayColumns) => {
  const empty = (rows: number) => ({
    keywords: new Float64Array(rows),
    positions: new Float64Array(rows),
    clicks: new Float64Array(rows),
    impressions: new Float64Array(rows),
  })
  let columns = empty(0)
  return (data) => {
    const head = dayHead(data)
    const { count, first } = head
    if (columns.keywords.length < count) columns = empty(count)
    const { keywords, positions, clicks, impressions } = columns
    readColumn(head, 'gaps', keywords)
    let keyword = first - 1
    for (let at = 0; at < count; at += 1) {
      keyword += (keywords[at] ?? 0) + 1
      keywords[at] = keyword
    }
    readColumn(head, 'positions', positions)
    readColumn(head, 'clicks', clicks)
    readColumn(head, 'impressions', impressions)
    return { count, ...columns }
  }
}

/** Numbers keywords from 0 in the order in which they come. `after`: the place before, for most days have the same keywords. */
export const createPlaces = () => {
  const keywords: number[] = []
  const places = new Map<number, number>()
  const add = (keyword: number): number => {
    const place = keywords.push(keyword) - 1
    places.set(keyword, place)
    return place
  }
  return {
    keywords,
    placeOf: (keyword: number, after: number): number =>
      keywords[after + 1] === keyword ? after + 1 : (places.get(keyword) ?? add(keyword)),
  }
}
