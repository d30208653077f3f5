// When a keyword belongs to a topic by its text: it has every word of the topic's name, a plural s aside.
import { caseFold } from '../../base/text.ts'

/** They say nothing about the topic. */
const SMALL_WORDS: ReadonlySet<string> = new Set(['a', 'an', 'and', 'for', 'in', 'of', 'on', 'or', 'the', 'to', 'with'])

const wordsIn = (folded: string): string[] => folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')

const singular = (word: string): string =>
  word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word

export const topicWords = (name: string): readonly string[] => [
  ...new Set(
    wordsIn(caseFold(name))
      .filter((word) => !SMALL_WORDS.has(word))
      .map(singular),
  ),
]

/** `folded` is the keyword as it is searched. */
export const hasTopic = (folded: string, words: readonly string[]): boolean => {
  const own = new Set(wordsIn(folded).map(singular))
  return words.every((word) => own.has(word))
}

/**
 * The places of the keywords that have all of these words; none for no words. One search through all texts finds those that
 * may have them, so that few are read word by word.
 */
export const createTopicKeywords = (folded: readonly string[]): ((words: readonly string[]) => readonly number[]) => {
  const all = folded.join('\n')
  const ends: number[] = []
  let end = -1
  for (const keyword of folded) {
    end += 1 + keyword.length
    ends.push(end)
  }
  return (words) => {
    const [rarest] = words.toSorted((one, other) => other.length - one.length)
    const places: number[] = []
    if (rarest === undefined) return places
    let place = 0
    for (let at = all.indexOf(rarest); at >= 0; at = all.indexOf(rarest, ends[place])) {
      while ((ends[place] ?? all.length) <= at) place += 1
      const keyword = folded[place] ?? ''
      if (words.every((word) => keyword.includes(word)) && hasTopic(keyword, words)) places.push(place)
    }
    return places
  }
}
