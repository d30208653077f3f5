// Values as a reader of the report's language expects them. One formatter for each language and kind, made once.

import type { ReportCell, ReportUnit } from '../../../src-shared/desk/reports.ts'
import { periodDays } from '../../../src-shared/desk/values/period.ts'
import type { ReportLanguage } from '../../../src-shared/desk/values/report-names.ts'
import { DAY_MS } from '../../base/clock.ts'

/** Half a thin line where a number would be. */
const NO_VALUE = '—'

/** English as in Europe: the day before the month, as the window writes it. */
const LOCALES: Readonly<Record<ReportLanguage, string>> = {
  en: 'en-GB',
  de: 'de-DE',
  fr: 'fr-FR',
  es: 'es-ES',
  it: 'it-IT',
  nl: 'nl-NL',
}

/** Percentage points. */
const POINTS: Readonly<Record<ReportLanguage, string>> = {
  en: 'pp',
  de: 'Pp.',
  fr: 'pt',
  es: 'p. p.',
  it: 'p.p.',
  nl: 'pp',
}

/** English dates have three letters for each month; the locale has four for one. */
const threeLetters = (written: string): string => written.replace(/\bSept\b/, 'Sep')

/** A hyphen is shorter than a plus, and a line may end after it. */
const withMinus = (written: string): string => written.replace(/^-/, '−')

const DAY_OPTIONS = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const

const createFormat = (language: ReportLanguage) => {
  const locale = LOCALES[language]
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 0, useGrouping: true })
  const decimal = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  const share = new Intl.NumberFormat(locale, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 })
  const wholeShare = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })
  const signed = { signDisplay: 'exceptZero' } as const
  const change = new Intl.NumberFormat(locale, { maximumFractionDigits: 0, ...signed })
  const decimalChange = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1, ...signed })
  const shareChange = new Intl.NumberFormat(locale, {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    ...signed,
  })
  const day = new Intl.DateTimeFormat(locale, DAY_OPTIONS)
  const shortDay = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const at = (text: string): Date => new Date(text.length === 10 ? `${text}T00:00:00Z` : text)
  const writtenDay = (text: string): string => threeLetters(day.format(at(text)))
  const dayCount = new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' })
  /** `29–31 Oct 2026, 3 days` */
  const writtenDays = (from: string, to: string): string =>
    `${threeLetters(day.formatRange(at(from), at(to)))}, ${dayCount.format(periodDays({ from, to }))}`
  const writers: Readonly<Record<Exclude<ReportUnit, 'text' | 'day' | 'pointChange'>, Intl.NumberFormat>> = {
    number,
    decimal,
    change,
    difference: change,
    percent: share,
    percentChange: shareChange,
    position: decimal,
    positionChange: decimalChange,
    score: decimal,
    scoreChange: decimalChange,
  }
  return {
    value: (cell: ReportCell, unit: ReportUnit): string => {
      if (cell === null) return NO_VALUE
      if (unit === 'day') {
        const [from = '', to] = String(cell).split('/')
        return to === undefined ? writtenDay(from) : writtenDays(from, to)
      }
      if (unit === 'pointChange') return `${withMinus(decimalChange.format(Number(cell) * 100))} ${POINTS[language]}`
      return typeof cell === 'string' || unit === 'text' ? String(cell) : withMinus(writers[unit].format(cell))
    },
    /** In a sentence: without decimals. */
    share: (value: number): string => wholeShare.format(value),
    day: writtenDay,
    shortDay: (text: string): string => threeLetters(shortDay.format(at(text))),
    /** A whole calendar month by its name, else both days. */
    period: ({ from, to }: { readonly from: string; readonly to: string }): string => {
      const next = new Date(at(to).getTime() + DAY_MS)
      const isMonth = from.endsWith('-01') && next.getUTCDate() === 1 && from.slice(0, 7) === to.slice(0, 7)
      return isMonth ? month.format(at(from)) : threeLetters(day.formatRange(at(from), at(to)))
    },
  }
}
export type ReportFormatter = ReturnType<typeof createFormat>

const made = new Map<ReportLanguage, ReportFormatter>()

export const formatIn = (language: ReportLanguage): ReportFormatter => {
  const known = made.get(language) ?? createFormat(language)
  made.set(language, known)
  return known
}
