// Which clusters a keyword belongs to. The service does not say it, so this is our own match: every word of the
// cluster's name is in the keyword.
type Named = { readonly name: string }

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

export const clustersOf = (keyword: string, clusters: readonly Named[]): string[] => {
  const words = new Set(wordsOf(keyword))
  return clusters.flatMap(({ name }) => {
    const wanted = wordsOf(name)
    return wanted.length > 0 && wanted.every((word) => words.has(word)) ? [name] : []
  })
}
