/** Parts in one line, without the empty ones. */
export const joinParts = (parts: readonly string[], separator = ' · '): string =>
  parts.filter((part) => part !== '').join(separator)
