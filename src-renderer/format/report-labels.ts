// What reports, their runs and their files are called in the window.

import type { ReportBrands, ReportFile, ReportPack, ReportRun } from '../../src-shared/desk/reports.ts'
import type { Period } from '../../src-shared/desk/values/period.ts'
import type { ReportFormat } from '../../src-shared/desk/values/report-names.ts'
import { addMonths, isMonth } from '../../src-shared/desk/values/report-period.ts'
import type { Tone } from './intent-labels.ts'
import { joinParts } from './join-parts.ts'
import { plural } from './numbers.ts'
import { periodText } from './periods.ts'
import { formatDay, formatMonth } from './time.ts'
import { instantOf, UTC, wallOf } from './zones.ts'

type Word = { readonly word: string; readonly tone: Tone }

const RUN_LABELS: Readonly<Record<ReportRun['state'], Word>> = {
  running: { word: 'in progress', tone: 'busy' },
  review: { word: 'to review', tone: 'warn' },
  done: { word: 'done', tone: 'good' },
  cancelled: { word: 'cancelled', tone: 'plain' },
  interrupted: { word: 'interrupted', tone: 'warn' },
}

const { running, review, done, cancelled, interrupted } = RUN_LABELS

export const PACK_LABELS: Readonly<Record<ReportPack['state'], Word>> = {
  review,
  waiting: { word: 'waiting', tone: 'plain' },
  making: running,
  done,
  failed: { word: 'failed', tone: 'bad' },
  cancelled,
  interrupted,
}

/** `done`, `2 failed`, `12 to review`. */
export const runWord = ({ state, failed, toReview }: Pick<ReportRun, 'state' | 'failed' | 'toReview'>): Word =>
  state === 'done' && failed > 0
    ? { word: `${failed} failed`, tone: 'bad' }
    : state === 'review' && toReview > 0
      ? { word: `${toReview} to review`, tone: 'warn' }
      : RUN_LABELS[state]

type Counts = Pick<ReportRun, 'done' | 'failed' | 'total' | 'toReview'>

/** Drafts that nobody approved yet are not being made. */
export const toMake = ({ total, toReview }: Counts): number => total - toReview
/** `3 of 38 made, 1 failed`. */
export const madeLabel = (run: Counts): string =>
  `${run.done} of ${toMake(run)} made${run.failed === 0 ? '' : `, ${run.failed} failed`}`

export const FORMAT_LABELS: Readonly<Record<ReportFormat, string>> = { pdf: 'PDF', html: 'HTML', csv: 'CSV' }

/** `PDF`; one of several tables is `CSV keywords`, by the end of its name. */
export const fileLabel = ({ format, fileName }: Pick<ReportFile, 'format' | 'fileName'>): string => {
  const [, end] = /-([a-z]+)\.csv$/.exec(fileName) ?? []
  return end === undefined ? FORMAT_LABELS[format] : `${FORMAT_LABELS[format]} ${end}`
}

/** `PDF, CSV · ZIP`. */
export const filesLabel = ({ formats, asZip }: Pick<ReportRun, 'formats' | 'asZip'>): string =>
  joinParts([formats.map((format) => FORMAT_LABELS[format]).join(', '), asZip ? 'ZIP' : ''])

/** `Oct 2026` for a whole month, else its days. */
export const periodLabel = (period: Period): string => (isMonth(period) ? formatMonth(period.from) : periodText(period))

/** Months such as `2026-10`, the one before this day first. */
export const monthsBefore = (today: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => addMonths(today.slice(0, 7), -1 - at))

/** `all brands`, `3 brands`, `brands with the tag retail`. */
export const brandsLabel = (brands: ReportBrands): string =>
  brands === 'all'
    ? 'all brands'
    : 'tags' in brands
      ? `brands with the ${brands.tags.length === 1 ? 'tag' : 'tags'} ${brands.tags.join(', ')}`
      : plural(brands.brandIds.length, 'brand')

/** Which brands of the desk are meant, by their ids. */
export const brandIdsMeant = (
  brands: ReportBrands,
  list: readonly { readonly id: string; readonly tags: readonly string[] }[],
): string[] =>
  list
    .filter(
      ({ id, tags }) =>
        brands === 'all' ||
        ('tags' in brands ? brands.tags.some((tag) => tags.includes(tag)) : brands.brandIds.includes(id)),
    )
    .map(({ id }) => id)

/** Replaces what is selected by a placeholder; `caret` is the place after it. */
export const withPlaceholder = (text: string, name: string, start: number, end: number) => {
  const written = `{{ ${name} }}`
  return { text: `${text.slice(0, start)}${written}${text.slice(end)}`, caret: start + written.length }
}

/**
 * `Tue 1 Dec from 02:00`: drafts are made once the day has begun both here and in UTC, by which rankings count their days,
 * while the desk runs.
 */
export const draftsFrom = (day: string, zone: string): string => {
  const [utcMs, ownMs] = [UTC, zone].map((one) => instantOf({ day, time: '00:00' }, one)?.ms ?? 0)
  const { time } = wallOf(Math.max(utcMs ?? 0, ownMs ?? 0), zone)
  return `${formatDay(day)} from ${time}`
}
