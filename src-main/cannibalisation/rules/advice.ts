// What a person may do about two pages that compete. The page to keep is the one that does better when it ranks.
import type { Advice } from '../../../src-shared/desk/cannibalisation.ts'
import type { Conflict, ConflictPage } from './conflict.ts'

/** Keywords that only a page with a purpose of its own ranks for. */
const OWN_KEYWORDS_MIN = 5
const PLACES_EQUAL = 0.5

export type AdvicePage = ConflictPage & {
  readonly address: string
  /** Other keywords for which the page ranks in the review window. */
  readonly otherKeywords: number
}

const perDay = ({ clicks, days }: ConflictPage): number => (days === 0 ? 0 : clicks / days)

/** More clicks a day when it ranks; else the better position; else more days. */
const isBetter = (one: ConflictPage, other: ConflictPage, cost: number | null): boolean => {
  if ((cost ?? 0) > 0) return perDay(one) > perDay(other)
  const gap = (one.position ?? 101) - (other.position ?? 101)
  if (Math.abs(gap) > PLACES_EQUAL) return gap < 0
  return (one.clickShare ?? 0.5) >= (other.clickShare ?? 0.5)
}

const isHome = (address: string): boolean => URL.canParse(address) && new URL(address).pathname === '/'

export const adviceOf = (conflict: Conflict | null, pages: readonly [AdvicePage, AdvicePage] | null): Advice => {
  if (conflict === null || pages === null)
    return {
      action: 'leave',
      keep: null,
      other: null,
      text: 'Nothing to do: one page ranks for this keyword, or another one took its place for good.',
    }
  const [first, second] = pages
  const [keep, other] = isBetter(first, second, conflict.cost) ? [first, second] : [second, first]
  const named = { keep: keep.address, other: other.address }
  const isEven =
    conflict.kind === 'flips' &&
    conflict.cost === 0 &&
    Math.abs((keep.position ?? 0) - (other.position ?? 0)) <= PLACES_EQUAL
  if (isEven)
    return {
      action: 'leave',
      ...named,
      text: 'Leave it for now: both pages rank about equally well and get about the same clicks, so the turns cost little. Check again if one of them falls.',
    }
  if (!isHome(other.address) && other.otherKeywords === 0)
    return {
      action: 'redirect',
      ...named,
      text: 'The other page ranks for no other keyword. Move what is good in it to the page to keep, and redirect its address there.',
    }
  if (!isHome(other.address) && other.otherKeywords < OWN_KEYWORDS_MIN)
    return {
      action: 'merge',
      ...named,
      text: `The other page ranks for ${other.otherKeywords} more ${other.otherKeywords === 1 ? 'keyword' : 'keywords'}. Merge both into the page to keep, with sections for those keywords too, then redirect the other address.`,
    }
  return {
    action: 'link',
    ...named,
    text: `The other page has a purpose of its own${isHome(other.address) ? ' (it is the home page)' : ` (it ranks for ${other.otherKeywords} more keywords)`}. Link from it to the page to keep, with this keyword as the link text, and remove the keyword from its title and headings.`,
  }
}
