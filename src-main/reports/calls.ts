import { randomBytes } from 'node:crypto'
import type { Handlers, ParsedInput } from '../../src-shared/desk/contract.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'
import type {
  Report,
  ReportBrands,
  ReportPeriod,
  ReportTemplate,
  ReportTemplateToSave,
} from '../../src-shared/desk/reports.ts'
import type { Period } from '../../src-shared/desk/values/period.ts'
import {
  REPORT_LANGUAGE_NAMES,
  REPORT_LANGUAGES,
  REPORT_SECTION_KINDS,
  REPORT_SECTION_LABELS,
  type ReportSectionKind,
} from '../../src-shared/desk/values/report-names.ts'
import { addMonths, isMonth, monthOf, monthPeriod } from '../../src-shared/desk/values/report-period.ts'
import { dayFromNumber, dayNumber, toDay, toInstant } from '../base/clock.ts'
import { given } from '../base/given.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import { readPeriodCauses, workOutCauses } from '../causes/public.ts'
import type { Ask } from '../exports/list.ts'
import type { RoomParts } from '../room.ts'
import { createBranding } from './branding.ts'
import { buildReport, type ReportOptions } from './build-report.ts'
import { reportCsv } from './csv.ts'
import { createReportFiles } from './files.ts'
import type { Printer } from './printer.ts'
import type { NewRun } from './queries/runs.ts'
import { renderHtml } from './render/html.ts'
import { createReportRuns } from './runs.ts'
import { createSchedules } from './schedules.ts'

// The days that a person or a schedule asked for.
/** `newestDay`: the last whole day that the brands have; without one, yesterday. */
const resolvePeriod = (
  period: ReportPeriod,
  { today, newestDay }: { readonly today: string; readonly newestDay: string | null },
): Period => {
  if (period === 'last-month') return monthPeriod(addMonths(monthOf(today), -1))
  if ('month' in period) return monthPeriod(period.month)
  if (!('days' in period)) return period
  const to = newestDay ?? dayFromNumber(dayNumber(today) - 1)
  return { from: dayFromNumber(dayNumber(to) - period.days + 1), to }
}

/** Names the folder of a run: `2026-10`, or the days. */
const folderOf = (period: Period): string => (isMonth(period) ? monthOf(period.from) : `${period.from}_${period.to}`)

const sections = (kinds: readonly ReportSectionKind[]): ReportTemplate['sections'] =>
  REPORT_SECTION_KINDS.map((kind) => ({ kind, isOn: kinds.includes(kind), title: null, rows: null }))

const builtIn = (
  template: Pick<ReportTemplate, 'id' | 'name' | 'title' | 'language' | 'summary' | 'sections'>,
): ReportTemplate => ({ ...template, compare: 'previous', nextSteps: '', isBuiltIn: true, updatedAt: null })

/** Templates that come with the program: copied, never changed. */
const BUILT_IN_REPORTS: readonly ReportTemplate[] = [
  builtIn({
    id: 'monthly',
    name: 'Monthly report',
    title: 'Search report',
    language: 'en',
    summary:
      'In {{ period }}, {{ brand }} had {{ clicks }} clicks from search ({{ clicksChange }} vs {{ comparePeriod }}) and {{ impressions }} impressions ({{ impressionsChange }}).\n\n{{ top10 }} of {{ keywords }} keywords rank in the top 10; {{ top3 }} of them are in the top 3.',
    sections: sections(REPORT_SECTION_KINDS),
  }),
  builtIn({
    id: 'monthly-de',
    name: 'Monatsbericht (Deutsch)',
    title: 'Suchmaschinenbericht',
    language: 'de',
    summary:
      'Im Zeitraum {{ period }} erhielt {{ brand }} {{ clicks }} Klicks aus der Suche ({{ clicksChange }} ggü. {{ comparePeriod }}) bei {{ impressions }} Impressionen ({{ impressionsChange }}).\n\n{{ top10 }} von {{ keywords }} Keywords stehen in den Top 10, {{ top3 }} davon in den Top 3.',
    sections: sections(REPORT_SECTION_KINDS),
  }),
  builtIn({
    id: 'short',
    name: 'Short report',
    title: 'Search summary',
    language: 'en',
    summary:
      'In {{ period }}, {{ brand }} had {{ clicks }} clicks from search ({{ clicksChange }} vs {{ comparePeriod }}).',
    sections: sections(['summary', 'visibility', 'positions', 'nextSteps']),
  }),
]

export type ReportDeps = RoomParts & {
  readonly exportsFolder: string
  readonly brands: Pick<BrandBook, 'find' | 'get' | 'list' | 'resolve'>
  readonly printer: Printer
  /** A call of this desk; rejects with its DeskError. */
  readonly ask: Ask
}

type ReportCalls = Extract<keyof Handlers, `reports.${string}`>

const newId = (kind: string): string => `${kind}_${randomBytes(9).toString('base64url')}`

type DraftDeps = Pick<ReportDeps, 'store' | 'clock' | 'brands' | 'ask'> & {
  readonly branding: ReturnType<typeof createBranding>
}

/** What a report is made of: its template, its days and its brands. */
const createDrafts = ({ store, clock, brands, ask, branding }: DraftDeps) => {
  const templates = async (): Promise<ReportTemplate[]> => [
    ...BUILT_IN_REPORTS,
    ...(await store.read('reports.templates', {})),
  ]
  const templateOf = async (id: string): Promise<ReportTemplate> => {
    const found = (await templates()).find((template) => template.id === id)
    if (found === undefined)
      throw new DeskError('not-found', 'There is no such report template. It may have been removed.')
    return found
  }

  const brandIdsOf = (wanted: ReportBrands): string[] => {
    if (wanted === 'all') return brands.list().map(({ id }) => id)
    if ('brandIds' in wanted) return brands.resolve(wanted.brandIds)
    const found = brands.list().filter(({ tags }) => tags.some((tag) => wanted.tags.includes(tag)))
    return found.map(({ id }) => id)
  }

  const periodOf = async (period: ReportPeriod, brandIds: 'all' | string[]): Promise<Period> => {
    const needsDay = typeof period === 'object' && 'days' in period
    const newestDay = needsDay ? (await ask('rankings.days', { brandIds })).newestWholeDay : null
    return resolvePeriod(period, { today: toDay(clock.now()), newestDay })
  }

  type Saved = Pick<ParsedInput<'reports.draft'>, 'brandId' | 'templateId' | 'packId'>
  const savedTemplate = async ({ brandId, templateId = '', packId }: Saved): Promise<ReportTemplate> => {
    if (packId === undefined) return templateOf(templateId)
    const { pack, run } = await store.read('reports.pack', { packId })
    if (pack.brandId !== brandId) throw new DeskError('not-found', 'This draft is of another brand.')
    return run.template
  }

  /** What is known of the other brands is as new as the brand's own days. */
  const causesIn: ReportOptions['causesIn'] = async (brandId, days) => {
    await workOutCauses(store, [brandId], { clock })
    return readPeriodCauses(store, { brandId, period: days })
  }

  const build = async (
    brand: ReportOptions['brand'],
    { template, period }: Pick<ReportOptions, 'template' | 'period'>,
    { summary, nextSteps }: Pick<ReportOptions, 'summary' | 'nextSteps'>,
  ): Promise<Report> =>
    buildReport({
      ...{ ask, causesIn, brand, template, period, summary, nextSteps },
      branding: await branding.of(brand.id),
      createdAt: toInstant(clock.now()),
    })

  const draft = async (input: ParsedInput<'reports.draft'>): Promise<Report> => {
    const brand = brands.get(input.brandId)
    const template: ReportTemplateToSave = input.template ?? (await savedTemplate(input))
    const period = await periodOf(input.period, [brand.id])
    return build(brand, { template, period }, input)
  }

  type Wanted = ParsedInput<'reports.create'>
  const toRun = async ({ brands: wanted, templateId, period, review, ...files }: Wanted): Promise<NewRun> => {
    const template = await templateOf(templateId)
    const brandIds = brandIdsOf(wanted)
    if (brandIds.length === 0) throw new DeskError('invalid', 'No brand was chosen: no brand has this tag.')
    const days = await periodOf(period, brandIds)
    return {
      ...{ ...files, template, brandIds, period: days, folder: folderOf(days), scheduleId: null },
      ...{ state: review ? 'review' : 'running', atMs: clock.now() },
    }
  }

  return { templates, templateOf, brandIdsOf, build, draft, toRun }
}

/** Settles runs that the end of the desk cut off before it answers any call. */
export const createReports = async (deps: ReportDeps) => {
  const { store, clock, emit, log, brands, printer, ask } = deps
  await store
    .write('reports.settleRuns', { atMs: clock.now() })
    .catch((error: unknown) => log.warn({ err: error }, 'reports that were interrupted are not settled'))
  const files = createReportFiles(deps)
  const branding = createBranding({ store, brands, emit })
  const drafts = createDrafts({ ...deps, branding })
  const { templates, templateOf, brandIdsOf, draft, toRun } = drafts

  const runs = createReportRuns({
    ...deps,
    files,
    csv: reportCsv(ask),
    build: drafts.build,
  })

  const schedules = createSchedules({
    ...deps,
    brandIdsOf,
    templateOf,
    draft: async ({ id: scheduleId, brands: wanted, templateId, formats, asZip }, month) => {
      const run = await toRun({ brands: wanted, templateId, period: { month }, formats, asZip, review: true })
      const made = await store.write('reports.draftMonth', { month, run: { ...run, scheduleId } })
      if (made !== null) runs.notify(made)
    },
  })

  const handlers: Pick<Handlers, ReportCalls> = {
    ...branding.handlers,
    ...schedules.handlers,
    'reports.templates': async () => ({
      templates: await templates(),
      languages: REPORT_LANGUAGES.map((language) => ({ language, name: REPORT_LANGUAGE_NAMES[language] })),
      sections: REPORT_SECTION_KINDS.map((kind) => ({ kind, label: REPORT_SECTION_LABELS[kind] })),
    }),
    'reports.saveTemplate': async ({ id = newId('report'), ...template }) => {
      if (BUILT_IN_REPORTS.some((one) => one.id === id))
        throw new DeskError(
          'conflict',
          'This template comes with the program and cannot be changed. Save a copy of it.',
        )
      const saved = await store.write('reports.saveTemplate', { ...template, id, atMs: clock.now() })
      emit('changed', { brandIds: 'all', datasets: ['reportTemplates'] })
      return saved
    },
    'reports.removeTemplate': async ({ id }) => {
      await store.write('reports.removeTemplate', { id })
      emit('changed', { brandIds: 'all', datasets: ['reportTemplates'] })
      return {}
    },
    'reports.draft': draft,
    'reports.html': async (input) => {
      const report = await draft(input)
      return { html: renderHtml(report), placeholders: report.placeholders }
    },
    'reports.create': async (input) => runs.start(await toRun(input)),
    'reports.runs': async ({ brandIds, ...input }) => {
      const wanted = brandIds === 'all' ? null : brands.resolve(brandIds)
      const { rows, ...page } = await store.read('reports.runs', { ...input, brandIds: wanted })
      return { ...page, rows: rows.map((row) => ({ ...runs.toRun(row), brandIds: row.brandIds })), freshAsOf: null }
    },
    'reports.run': async (input) => {
      const { run, packs } = await store.read('reports.run', input)
      return { run: runs.toRun(run), packs: packs.map(runs.toPack) }
    },
    'reports.packs': async ({ brandIds, ...input }) => {
      const found = await store.read('reports.packs', { ...input, brandIds: brands.resolve(brandIds) })
      const rows = found.rows.map(({ run: { templateName, period, startedAt, template }, ...pack }) => ({
        ...runs.toPack(pack),
        run: { templateName, period, startedAt },
        usual: { summary: template.summary, nextSteps: template.nextSteps },
      }))
      return { ...found, rows, freshAsOf: null }
    },
    'reports.cancel': ({ runId }) => runs.cancel(runId),
    'reports.resume': ({ runId }) => runs.resume(runId),
    'reports.approve': ({ runId, packIds }) => runs.approve(runId, packIds),
    'reports.removeRun': async ({ runId }) => {
      runs.assertNotUnderWay(runId)
      const { run, packs } = await store.read('reports.run', { runId })
      await files.remove([...packs.flatMap((pack) => pack.files), ...(run.zip === null ? [] : [run.zip])])
      await store.write('reports.removeRun', { runId })
      emit('changed', { brandIds: 'all', datasets: ['reportRuns'] })
      return {}
    },
    'reports.saveSummary': async ({ packId, ...words }) => {
      const { run, pack } = await store.write('reports.savePack', { ...given(words), packId, onlyIf: 'review' })
      runs.notify(run, pack)
      return runs.toPack(pack)
    },
    'reports.printer': async () => {
      const found = await printer.find()
      return typeof found === 'string' ? { printer: null, message: found } : { printer: found, message: null }
    },
  }

  return {
    handlers,
    /** Drafts of schedules are for shells that stay. */
    start: schedules.start,
    close: async (): Promise<void> => {
      await schedules.close()
      await runs.close()
    },
  }
}
