import type { PageDays } from './page-runs.ts'

/**
 * A character for each day: `a` and `b` where that page ranked best, `o` another page, `?` a page that is not known, `-` not
 * ranking, and a space for a day without a snapshot.
 */
export const stripOf = (
  { pages, positions }: PageDays,
  [a, b]: readonly number[],
  isKnown: (at: number) => boolean,
): string => {
  let strip = ''
  for (let at = 0; at < pages.length; at += 1) {
    const page = pages[at] ?? 0
    if (!isKnown(at)) strip += ' '
    else if ((positions[at] ?? 0) <= 0) strip += '-'
    else strip += page === 0 ? '?' : page === a ? 'a' : page === b ? 'b' : 'o'
  }
  return strip
}
