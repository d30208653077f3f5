// A packed day under other numbers of its keywords and pages: each desk has its own, and the team has a third kind.
import { countOfDay, packDay, unpackDay } from './packed-day.ts'

/** New numbers by old ones; `size`: how many. */
export type Numbers = { readonly size: number; readonly get: (number: number) => number | undefined }

const numberIn = (numbers: Numbers, number: number): number => {
  const found = numbers.get(number)
  if (found === undefined) throw new Error(`A day names ${number}, which is not in its list of texts.`)
  return found
}

/** Of two keywords that became one, the first counts. */
export const repackDay = (data: Uint8Array, keywords: Numbers, pages: Numbers): Buffer => {
  // Before it is unpacked: a few bytes may say that they are billions of keywords.
  const count = countOfDay(data)
  if (count > keywords.size) throw new Error(`A day has ${count} keywords, and its list of texts ${keywords.size}.`)
  const rows = unpackDay(data).map((row) => ({
    ...row,
    keyword: numberIn(keywords, row.keyword),
    page: row.page === 0 ? 0 : numberIn(pages, row.page),
  }))
  rows.sort((one, other) => one.keyword - other.keyword)
  return packDay(rows.filter(({ keyword }, at) => keyword !== rows[at - 1]?.keyword))
}
