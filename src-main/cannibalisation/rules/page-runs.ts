// Which of two pages ranked best, day after day, as runs. A page that shows for one day among many of the other one is
// noise of the results and of how they are counted: such a day is left out, so it makes no run and no flip.

/** A keyword by day, oldest first. A page of 0: not known; a position of 0: not ranking, or no snapshot. */
export type PageDays = {
  readonly pages: ArrayLike<number>
  readonly positions: ArrayLike<number>
  readonly clicks: ArrayLike<number>
  readonly impressions: ArrayLike<number>
}

/** Days from the first to the last on which a page ranked best; `days` are those that are known and no noise. */
export type PageRun = { readonly page: number; readonly from: number; readonly to: number; readonly days: number }

/** A lone day counts if the page has this share of the days around it. */
const AROUND_DAYS = 5
const AROUND_SHARE = 0.3

/** The two pages that ranked best most often, most days first. */
export const mainPages = ({ pages, positions }: PageDays): number[] => {
  const days = new Map<number, number>()
  for (let day = 0; day < pages.length; day += 1) {
    const page = pages[day] ?? 0
    if (page > 0 && (positions[day] ?? 0) > 0) days.set(page, (days.get(page) ?? 0) + 1)
  }
  return Array.from(days)
    .sort((one, other) => other[1] - one[1] || one[0] - other[0])
    .slice(0, 2)
    .map(([page]) => page)
}

type Seen = { readonly day: number; readonly page: number }

const isNoise = (seen: readonly Seen[], at: number): boolean => {
  const page = seen[at]?.page
  if (seen[at - 1]?.page === page || seen[at + 1]?.page === page) return false
  const around = seen.slice(Math.max(0, at - AROUND_DAYS), at + AROUND_DAYS + 1)
  return around.filter((one) => one.page === page).length < AROUND_SHARE * around.length
}

/** Runs of these two pages, oldest first; days of other pages are left out. */
export const runsOf = ({ pages, positions }: PageDays, mains: readonly number[]): PageRun[] => {
  const seen: Seen[] = []
  for (let day = 0; day < pages.length; day += 1) {
    const page = pages[day] ?? 0
    if ((positions[day] ?? 0) > 0 && mains.includes(page)) seen.push({ day, page })
  }
  const runs: PageRun[] = []
  for (const [at, { day, page }] of seen.entries()) {
    if (isNoise(seen, at)) continue
    const last = runs.at(-1)
    if (last?.page === page) runs[runs.length - 1] = { ...last, to: day, days: last.days + 1 }
    else runs.push({ page, from: day, to: day, days: 1 })
  }
  return runs
}
