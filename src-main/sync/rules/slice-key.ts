import type { Slice } from '../../../src-shared/desk/values/slice.ts'

/** The same text for the same slice, on every desk of a team; values are free texts. */
export const sliceKey = ({ device, country, searchType, universe }: Slice): string =>
  [device, country, searchType, universe].map((part) => (part === null ? '' : encodeURIComponent(part))).join(' ')
