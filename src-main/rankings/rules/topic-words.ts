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

/** The places of the keywords that have all of these words; none for no words. Each keyword is read once. */
export const createTopicKeywords = (folded: readonly string[]): ((words: readonly string[]) => readonly number[]) => {
  const byWord = new Map<string, number[]>()
  for (const [place, keyword] of folded.entries())
    for (const word of new Set(wordsIn(keyword).map(singular))) {
      const places = byWord.get(word)
      if (places === undefined) byWord.set(word, [place])
      else places.push(place)
    }
  return ([first = '', ...others]) => {
    const rest = others.map((word) => new Set(byWord.get(word)))
    return (byWord.get(first) ?? []).filter((place) => rest.every((places) => places.has(place)))
  }
}
