import { createTopicKeywords, topicWords } from '../../rankings/rules/topic-words.ts'

/** Keywords about one thing, by their places in the brand's list. */
export type Topic = { readonly name: string; readonly members: ReadonlySet<number> }

/** The service does not say which keywords a cluster has: they are matched by their texts. */
export const topicsOf = (names: readonly string[], keywords: readonly string[]): Topic[] => {
  const keywordsWith = createTopicKeywords(keywords)
  return names.flatMap((name) => {
    const members = new Set(keywordsWith(topicWords(name)))
    return members.size === 0 ? [] : [{ name, members }]
  })
}
