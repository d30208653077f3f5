// The agency's words: paragraphs, and the numbers that they ask for.
import { REPORT_PLACEHOLDERS, type ReportPlaceholder } from './report-names.ts'

/** Null: nothing is known. */
export type PlaceholderValues = Readonly<Record<ReportPlaceholder, string | null>>

const isPlaceholder = (name: string): name is ReportPlaceholder => REPORT_PLACEHOLDERS.some((one) => one === name)
/** As in Compose; the older `{name}` as well. */
const PLACEHOLDER = /\{\{\s*(\w{1,40})\s*\}\}|\{(\w{1,40})\}/g
const IN_BRACKETS = /\s?\([^()]*\)/g

/**
 * Unknown names in braces stay as they were written. What asks for a number that is not known is left out: its brackets, else
 * its paragraph. A blank line begins a paragraph.
 */
export const fillWords = (words: string, values: PlaceholderValues): string[] => {
  const isMissing = (name: string): boolean => isPlaceholder(name) && values[name] === null
  const filled = (name: string, whole: string): string => (isPlaceholder(name) ? (values[name] ?? '') : whole)
  const asksForMissing = (text: string): boolean =>
    [...text.matchAll(PLACEHOLDER)].some(([, now, old]) => isMissing(now ?? old ?? ''))
  return words
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replaceAll(IN_BRACKETS, (part) => (asksForMissing(part) ? '' : part)).trim())
    .filter((paragraph) => paragraph !== '' && !asksForMissing(paragraph))
    .map((paragraph) =>
      paragraph.replaceAll(PLACEHOLDER, (whole: string, now?: string, old?: string) => filled(now ?? old ?? '', whole)),
    )
}
