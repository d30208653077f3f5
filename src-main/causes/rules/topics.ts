import { hasTopic, topicWords } from '../../rankings/rules/topic-words.ts'

/** Keywords about one thing, by their places in the brand's list. */
export type Topic = { readonly name: string; readonly members: ReadonlySet<number> }

/** The service does not say which keywords a cluster has: they are matched by their texts. */
export const topicsOf = (names: readonly string[], keywords: readonly string[]): Topic[] =>
  names.flatMap((name) => {
    const words = topicWords(name)
    if (words.length === 0) return []
    const members = new Set(keywords.flatMap((keyword, index) => (hasTopic(keyword, words) ? [index] : [])))
    return members.size === 0 ? [] : [{ name, members }]
  })
