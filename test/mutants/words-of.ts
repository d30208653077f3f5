/** The words of a path that say what it is about, in the singular. */
export const wordsOf = (path: string): Set<string> =>
  new Set(
    path
      .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .split(/[^a-z]+/)
      .map((word) => word.replace(/s$/, ''))
      .filter((word) => !['', 'src', 'main', 'shared', 'test', 't', 'desk', 'integration', 'longer'].includes(word)),
  )
