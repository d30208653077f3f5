// How many keywords of each page, and of the whole brand, fell from a day on. Drops of a brand began on a score of days, so it
// is counted as often: each keyword mostly has the page that it had when another day was counted, and so have its neighbours.
import { type BrandSums, leadingPage } from './brand-sums.ts'
import type { Count } from './chance.ts'
import { FELL, GONE, type Shifts, UNTOLD } from './shifts.ts'
import type { Falls } from './situation.ts'

const PAGE_KEYWORDS_MIN = 2

/** Of a page: the keywords that can be told, and those that fell. */
type PageCount = { of: number; fell: number; worse: number; gone: number; rows: number[] }

/** How all keywords fell from a day on, whichever of them is looked at. */
export type BrandFalls = {
  readonly shifts: Shifts
  readonly ofPage: (page: number) => PageCount | undefined
  readonly all: Omit<PageCount, 'rows' | 'gone'>
  readonly pages: Count
}

/** Adds a keyword to the list. `same`: a list that it begins as, and is while it does not differ. */
const addRow = (count: PageCount, same: number[] | undefined, row: number): void => {
  const at = count.of
  count.of += 1
  if (count.rows !== same) count.rows.push(row)
  else if (same[at] !== row) count.rows = [...same.slice(0, at), row]
}

/** By the first day of the fall; a list of keywords that is as it was before is the same list. */
export const createBrandFalls = (brand: BrandSums): ((shifts: Shifts) => BrandFalls) => {
  const places = new Map<number, number>()
  const rowsAt: number[][] = []
  const [pageOf, placeOf] = [new Uint32Array(brand.size), new Uint32Array(brand.size)]
  const placeFor = (page: number, row: number): number => {
    const place = places.get(page) ?? places.size
    places.set(page, place)
    pageOf[row] = page
    placeOf[row] = place
    return place
  }
  placeFor(0, 0)
  const count = (shifts: Shifts): PageCount[] => {
    const counts: PageCount[] = []
    for (let row = 0; row < brand.size; row += 1) {
      const state = shifts.states[row] ?? UNTOLD
      if (state === UNTOLD) continue
      const page = leadingPage(brand, row, shifts.windows.before)
      const place = page === pageOf[row] ? (placeOf[row] ?? 0) : placeFor(page, row)
      const one = counts[place] ?? { of: 0, fell: 0, worse: 0, gone: 0, rows: rowsAt[place] ?? [] }
      counts[place] = one
      addRow(one, rowsAt[place], row)
      if (state >= FELL) one.fell += 1
      if ((shifts.changes[row] ?? 0) > 0) one.worse += 1
      if (state === GONE) one.gone += 1
    }
    return counts
  }
  return (shifts) => {
    const counts = count(shifts)
    const all = { of: 0, fell: 0, worse: 0 }
    const pages = { of: 0, fell: 0 }
    for (const [place, one] of counts.entries()) {
      if (one === undefined) continue
      if (one.rows.length > one.of) one.rows = one.rows.slice(0, one.of)
      rowsAt[place] = one.rows
      all.of += one.of
      all.worse += one.worse
      all.fell += one.fell
      if (one.of < PAGE_KEYWORDS_MIN) continue
      pages.of += 1
      if (one.fell >= one.of / 2) pages.fell += 1
    }
    return { shifts, ofPage: (page) => counts[places.get(page) ?? -1], all, pages }
  }
}

const NONE: PageCount = { of: 0, fell: 0, worse: 0, gone: 0, rows: [] }

/** The looked-at keyword left out. */
export const fallsOf = ({ shifts, ofPage, all, pages }: BrandFalls, index: number, page: number): Falls => {
  const samePage = (page === 0 ? undefined : ofPage(page)) ?? NONE
  const state = shifts.states[index] ?? UNTOLD
  const self = { of: state > UNTOLD ? 1 : 0, fell: state >= FELL ? 1 : 0, gone: state === GONE ? 1 : 0 }
  return {
    ofPage: samePage.rows,
    pages,
    elsewhere: { of: all.of - samePage.of, fell: all.fell - samePage.fell },
    worse: { of: all.of - samePage.of, fell: all.worse - samePage.worse },
    gone: page === 0 ? { of: 0, fell: 0 } : { of: samePage.of - self.of, fell: samePage.gone - self.gone },
    page: page === 0 ? { of: 0, fell: 0 } : { of: samePage.of - self.of, fell: samePage.fell - self.fell },
  }
}
