import type { ReportLanguage } from '../../../src-shared/desk/values/report-names.ts'
import { de } from './de.ts'
import { en, type ReportTexts } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import { nl } from './nl.ts'

/** The fixed texts of reports by language. */
export const REPORT_TEXTS: Readonly<Record<ReportLanguage, ReportTexts>> = { en, de, fr, es, it, nl }
