/** A text as it is compared: letter case and compatibility forms set aside, in every script. */
export const fold = (text: string): string => text.normalize('NFKC').toLowerCase()

/** Values of one row as one text to search in; the break keeps a needle from reaching over two of them. */
export const foldAll = (values: readonly (string | null | undefined)[]): string =>
  fold(values.filter((value) => value != null).join('\n'))
