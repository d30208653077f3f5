// The agency's words: paragraphs, and the numbers that they ask for.
import { REPORT_PLACEHOLDERS, type ReportPlaceholder } from '../../../src-shared/desk/report-names.ts'

export type Placeholders = Readonly<Record<ReportPlaceholder, string>>

const isPlaceholder = (name: string): name is ReportPlaceholder => REPORT_PLACEHOLDERS.some((one) => one === name)

/** Unknown names in braces stay as they were written. A blank line begins a paragraph. */
export const fillWords = (words: string, values: Placeholders): string[] =>
  words
    .replaceAll(/\{(\w{1,40})\}/g, (whole, name: string) => (isPlaceholder(name) ? values[name] : whole))
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
