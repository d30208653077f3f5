// Many packed days one after the other, without an object for each row: columns that the next day overwrites, and one place
// for each keyword in what is summed up or set side by side.
import { type ColumnName, dayHead, type Head, hasSameKeywords, readColumn } from './packed-day.ts'

export type ValueColumn = Exclude<ColumnName, 'gaps'>

export type DayColumns = {
  readonly count: number
  /** The day read before it had the same keywords. */
  readonly isSame: boolean
  /** Upwards. Each column may be longer than `count`. */
  readonly keywords: Float64Array
  /** Positions are in thousandths, plus one; 0: not ranking. */
  readonly column: (name: ValueColumn, into?: Float64Array) => Float64Array
}

/** Reads a day, each column when it is asked for. They hold until the next day is read, unless there is an array for them. */
export const createDayReader = (): ((data: Uint8Array) => DayColumns) => {
  const made = new Map<ColumnName, Float64Array>()
  const room = (name: ColumnName, count: number): Float64Array => {
    const known = made.get(name)
    if (known !== undefined && known.length >= count) return known
    const column = new Float64Array(count)
    made.set(name, column)
    return column
  }
  let last: Head | undefined
  return (data) => {
    const head = dayHead(data)
    const { count, first } = head
    const column = (name: ColumnName, into = room(name, count)): Float64Array => {
      readColumn(head, name, into)
      return into
    }
    const isSame = last !== undefined && hasSameKeywords(last, head)
    last = head
    if (isSame) return { count, isSame, keywords: room('gaps', count), column }
    const keywords = column('gaps')
    let keyword = first - 1
    for (let at = 0; at < count; at += 1) {
      keyword += (keywords[at] as number) + 1 // `at` is below the count of each column
      keywords[at] = keyword
    }
    return { count, isSame, keywords, column }
  }
}

/**
 * Numbers keywords from 0 in the order in which they come. `after`: the place before, for most days have the same keywords. A
 * keyword above all others is a new one; only others are looked up, and the list for it is made with the first of them.
 */
export const createPlaces = () => {
  const keywords: number[] = []
  const places = new Map<number, number>()
  let [highest, listed] = [Number.NEGATIVE_INFINITY, 0]
  const add = (keyword: number): number => {
    highest = Math.max(highest, keyword)
    return keywords.push(keyword) - 1
  }
  const find = (keyword: number): number | undefined => {
    for (; listed < keywords.length; listed += 1) places.set(keywords[listed] as number, listed) // below the length
    return places.get(keyword)
  }
  return {
    keywords,
    placeOf: (keyword: number, after: number): number => {
      if (keywords[after + 1] === keyword) return after + 1
      return keyword > highest ? add(keyword) : (find(keyword) ?? add(keyword))
    },
  }
}
