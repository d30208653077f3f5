import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import type { ReportChart } from '../../../src-shared/desk/reports.ts'
import { titleOfSlug } from '../../../src-shared/desk/values/slugs.ts'
import { hyphenated, termsOf } from '../../brands/rules/brand-terms.ts'
import type { Ask } from '../../exports/list.ts'
import { allRows, type BuildSection, type Column, type SectionContext, tableBlock, withoutData } from '../context.ts'

type Annotation = CallOutput<'annotations.list'>['rows'][number]

const READ = 500
const USUAL_ROWS = 20
/** What a client may read of what the desk saw itself; permissions and settings are the agency's own affair. */
const FOR_CLIENTS: readonly Annotation['kind'][] = ['note', 'published', 'scheduled', 'unpublished', 'audit']
/** More flags than a month has days hide the line. */
const MARKS_MAX = 31

/** Whether a text names another brand of the desk. */
export const namesAnotherThan = async (
  ask: Ask,
  { brand }: Pick<SectionContext, 'brand'>,
): Promise<(text: string) => boolean> => {
  const { brands } = await ask('brands.list', {})
  const signs = brands
    .filter(({ id }) => id !== brand.id)
    .flatMap(({ id, name }) => [...termsOf({ brandId: id, name, pages: [] })])
  return (text) => signs.some((sign) => hyphenated(text).includes(sign))
}

/** Notes of the period, oldest first, but those on one keyword, and those that name another brand of the desk. */
export const readAnnotations = async (
  ask: Ask,
  { brand, period }: Pick<SectionContext, 'brand' | 'period'>,
): Promise<Annotation[]> => {
  const namesAnother = await namesAnotherThan(ask, { brand })
  const input = { brandIds: [brand.id], ...period, kinds: FOR_CLIENTS, limit: READ }
  const rows = await allRows((cursor) => ask('annotations.list', { ...input, cursor }))
  return rows.filter(({ keyword, text }) => keyword === null && !namesAnother(text)).toReversed()
}

const listed = (annotations: readonly Annotation[], rows: number | null) => annotations.slice(0, rows ?? USUAL_ROWS)

type Flagged = { readonly rows: number | null; readonly from: string }

/** One flag for each day of the list, numbered as there. A note that began before the period has none. */
export const marksOf = (annotations: readonly Annotation[], { rows, from }: Flagged): ReportChart['marks'] => {
  const all = listed(annotations, rows).map(({ day }) => day)
  const days = [...new Set(all)].filter((day) => day >= from)
  return days.length > MARKS_MAX ? [] : days.map((day, at) => ({ day, label: String(at + 1) }))
}

/** A note is Markdown; a report has its plain text. */
const plain = (text: string): string =>
  text
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*_`#>]+/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Of articles that went out in the period, by their slugs. */
export const articleTitles = async ({ ask, brand, period }: SectionContext) => {
  const { entries } = await ask('publishing.calendar', { brandIds: [brand.id], ...period })
  const titles = new Map(entries.map(({ articleSlug, title }) => [articleSlug, title]))
  return (slug: string): string => titles.get(slug) ?? titleOfSlug(slug)
}

/** An address as people name a site: `https://www.acme.com/` is acme.com. */
export const siteOf = (address: string): string => address.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '')

/** What the desk saw itself in the language of the report; a note as it was written. */
export const wordsOf = (
  { kind, subject, text }: Annotation,
  { events }: SectionContext['texts'],
  titleOf: (slug: string) => string,
) => {
  if (subject === null) return plain(text)
  if (kind === 'audit') return events.audited(siteOf(subject))
  return kind === 'unpublished' ? events.unpublished(titleOf(subject)) : events.published(titleOf(subject))
}

export const buildAnnotations: BuildSection = async (context) => {
  const { annotations, marks, texts, rows } = context
  const { columns, titles, notes } = texts
  if (annotations.length === 0) return withoutData(notes.noAnnotations)
  const shown = listed(annotations, rows)
  const titleOf = await articleTitles(context)
  const numberOf = new Map(marks.map(({ day, label }) => [day, label]))
  const inCharts: readonly Column<Annotation>[] =
    marks.length === 0 ? [] : [['number', 'text', ({ day }) => numberOf.get(day) ?? '', columns.inCharts]]
  const table = tableBlock(texts, {
    id: 'notes',
    title: titles.notes,
    columns: [...inCharts, ['day', 'day', ({ day }) => day], ['note', 'text', (one) => wordsOf(one, texts, titleOf)]],
    rows: shown,
    total: annotations.length,
  })
  return { hasData: true, blocks: [table] }
}
