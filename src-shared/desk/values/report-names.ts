// Without schemas, so that the window may import it.

/** Languages of a report: its fixed texts, dates and numbers. Brands have none; the template says which. */
export const REPORT_LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl'] as const
export type ReportLanguage = (typeof REPORT_LANGUAGES)[number]

/** Each language by its own name. */
export const REPORT_LANGUAGE_NAMES: Readonly<Record<ReportLanguage, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
  nl: 'Nederlands',
}

/** In the order of the built-in templates. */
export const REPORT_SECTION_KINDS = [
  'summary',
  'positions',
  'visibility',
  'keywords',
  'movers',
  'causes',
  'clusters',
  'content',
  'outreach',
  'audits',
  'forecast',
  'opportunities',
  'annotations',
  'nextSteps',
] as const
export type ReportSectionKind = (typeof REPORT_SECTION_KINDS)[number]

/** For lists of sections; in the report the heading is in the template's language. */
export const REPORT_SECTION_LABELS: Readonly<Record<ReportSectionKind, string>> = {
  summary: 'Summary',
  visibility: 'Visibility and clicks',
  positions: 'Positions',
  keywords: 'Top keywords',
  movers: 'Gains and losses',
  causes: 'What fell, and why',
  clusters: 'Topics',
  content: 'Published content',
  outreach: 'Outreach',
  audits: 'Website audits',
  forecast: 'Forecast',
  opportunities: 'Opportunities',
  annotations: 'What happened',
  nextSteps: 'Next steps',
}

export const REPORT_FORMATS = ['pdf', 'html', 'csv'] as const
export type ReportFormat = (typeof REPORT_FORMATS)[number]

/** Filled in where the agency's words have them, in braces: `{{ brand }}`. */
export const REPORT_PLACEHOLDERS = [
  'brand',
  'agency',
  'period',
  'comparePeriod',
  'clicks',
  'clicksChange',
  'impressions',
  'impressionsChange',
  'avgPosition',
  'keywords',
  'top3',
  'top10',
] as const
export type ReportPlaceholder = (typeof REPORT_PLACEHOLDERS)[number]

/** `review`: drafts that wait for a person. `interrupted`: the desk ended in the middle. */
export const REPORT_RUN_STATES = ['running', 'review', 'done', 'cancelled', 'interrupted'] as const
export const REPORT_PACK_STATES = ['review', 'waiting', 'making', 'done', 'failed', 'cancelled', 'interrupted'] as const

/** Characters of a logo as a data URI: 512 KB of picture. */
export const LOGO_MAX = 700_000
/** The most brands of one run. */
export const REPORT_BRANDS_MAX = 1000
