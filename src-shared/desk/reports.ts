import { z } from 'zod'
import {
  BrandIdSchema,
  ColourSchema,
  DaySchema,
  EmptySchema,
  InstantSchema,
  NameSchema,
  NumberOrNullSchema,
  pageInput,
  pageOf,
  sortBy,
} from './common.ts'
import { call, event } from './define.ts'
import { changedFields } from './values/attribution.ts'
import { PeriodSchema } from './values/period.ts'
import {
  LOGO_MAX,
  REPORT_BRANDS_MAX,
  REPORT_FORMATS,
  REPORT_LANGUAGES,
  REPORT_PACK_STATES,
  REPORT_PLACEHOLDERS,
  REPORT_RUN_STATES,
  REPORT_SECTION_KINDS,
} from './values/report-names.ts'

const WordsSchema = z.string().max(10_000)
const TemplateIdSchema = z.string().min(1).max(80)
const LanguageSchema = z.enum(REPORT_LANGUAGES)
const FormatsSchema = z
  .array(z.enum(REPORT_FORMATS))
  .min(1)
  .refine((formats) => new Set(formats).size === formats.length, 'a format is listed twice')

/** How a value is written: by the template's language. Changes carry their sign. */
export const REPORT_UNITS = [
  'text',
  'number',
  /** With one decimal. */
  'decimal',
  'change',
  /** A change that is neither good nor bad. */
  'difference',
  /** A share, 0 to 1. */
  'percent',
  /** A change as a share of what was before. */
  'percentChange',
  /** A change of a share, in percentage points: 0.01 is one. */
  'pointChange',
  /** Null: not ranking. */
  'position',
  /** Lower is better. */
  'positionChange',
  /** 0 to 100, with one decimal; so is its change. */
  'score',
  'scoreChange',
  /** Or two with a slash between: the first and the last of a part of a week. */
  'day',
] as const
const UnitSchema = z.enum(REPORT_UNITS)
export type ReportUnit = z.infer<typeof UnitSchema>

/** Where to print; `printer` null: no program here can make PDF files. */
const PrinterSchema = z.object({
  printer: z.object({ name: z.string(), path: z.string().nullable() }).nullable(),
  /** Why there is none, and what to do. */
  message: z.string().nullable(),
})

const SectionChoiceSchema = z.object({
  kind: z.enum(REPORT_SECTION_KINDS),
  isOn: z.boolean().default(true),
  /** Its own heading; null: the usual one of the language. */
  title: z.string().trim().max(120).nullable().default(null),
  /** Rows of its tables at most; null: as many as is usual for the section. */
  rows: z.number().int().min(1).max(200).nullable().default(null),
})

/** What a person writes; placeholders such as `{{ clicks }}` are filled in for each brand (`REPORT_PLACEHOLDERS`). */
const templateFields = {
  name: NameSchema,
  /** On the cover. */
  title: z.string().trim().min(1).max(120),
  language: LanguageSchema,
  /** What the period is compared with: the one before, or the same days a year ago. */
  compare: z.enum(['previous', 'lastYear']).default('previous'),
  /** In the order of the report, each once. */
  sections: z
    .array(SectionChoiceSchema)
    .min(1)
    .max(REPORT_SECTION_KINDS.length)
    .refine((all) => new Set(all.map(({ kind }) => kind)).size === all.length, 'a section is listed twice'),
  /** The agency's words; a blank line begins a paragraph. */
  summary: WordsSchema.default(''),
  nextSteps: WordsSchema.default(''),
}
const TemplateToSaveSchema = z.object(templateFields)

export const ReportTemplateSchema = TemplateToSaveSchema.extend({
  id: TemplateIdSchema,
  /** Comes with the program: it can be copied, not changed. */
  isBuiltIn: z.boolean(),
  updatedAt: InstantSchema.nullable(),
  ...changedFields,
})
export type ReportTemplate = z.infer<typeof ReportTemplateSchema>
export type ReportTemplateToSave = z.output<typeof TemplateToSaveSchema>

/** A picture as a data URI: PNG, JPEG or SVG. Its bytes are checked against its type. */
const LogoSchema = z
  .string()
  .max(LOGO_MAX, 'is larger than 512 KB')
  .regex(/^data:image\/(png|jpeg|svg\+xml);base64,[A-Za-z0-9+/]+={0,2}$/, 'must be a PNG, JPEG or SVG picture')

const brandingFields = {
  /** The agency's name, as clients know it. */
  name: z.string().trim().max(120),
  logo: LogoSchema.nullable(),
  /** Headings, lines and charts. */
  colour: ColourSchema,
  /** At the bottom of each page. */
  footer: z.string().trim().max(300),
}
export const ReportBrandingSchema = z.object(brandingFields)
export type ReportBranding = z.infer<typeof ReportBrandingSchema>

/** What one brand has of its own; null: as the agency. */
const OverridesSchema = z.object({
  name: brandingFields.name.min(1).nullable().default(null),
  logo: LogoSchema.nullable().default(null),
  colour: ColourSchema.nullable().default(null),
  footer: brandingFields.footer.nullable().default(null),
})
export type ReportBrandingOverrides = z.infer<typeof OverridesSchema>

const AllBrandingSchema = z.object({
  agency: ReportBrandingSchema,
  /** Only brands that have something of their own. */
  brands: z.array(OverridesSchema.extend({ brandId: BrandIdSchema })),
})

const MonthSchema = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be written as 2026-10')

/** A calendar month, so many whole days up to the newest one that most of the brands have, or days. */
export const ReportPeriodSchema = z.union([
  z.literal('last-month'),
  z.object({ month: MonthSchema }),
  z.object({ days: z.number().int().min(1).max(366) }),
  PeriodSchema,
])
export type ReportPeriod = z.infer<typeof ReportPeriodSchema>

/** All brands, these, or those with one of these tags. */
export const ReportBrandsSchema = z.union([
  z.literal('all'),
  z.object({ brandIds: z.array(BrandIdSchema).min(1).max(REPORT_BRANDS_MAX) }),
  z.object({ tags: z.array(z.string().trim().min(1).max(40)).min(1).max(20) }),
])
export type ReportBrands = z.infer<typeof ReportBrandsSchema>

const CellSchema = z.union([z.string(), z.number(), z.null()])
export type ReportCell = z.infer<typeof CellSchema>

const PointSchema = NumberOrNullSchema
const ChartSchema = z.object({
  /** `lines` over days; `bars` one for each label; `band` a line with what follows and its 80% band. */
  kind: z.enum(['lines', 'bars', 'band']),
  title: z.string(),
  /** What it shows, in a sentence: the text for readers who do not see it. */
  description: z.string(),
  /** Days, or names of bars. */
  labels: z.array(z.string()),
  series: z.array(
    z.object({
      label: z.string(),
      unit: UnitSchema,
      values: z.array(PointSchema),
      /** Of a band, for the same labels. */
      low: z.array(PointSchema).optional(),
      high: z.array(PointSchema).optional(),
      /** Draws it thin: what it is compared with. */
      isBefore: z.boolean().optional(),
    }),
  ),
  /** Days with a note; their number stands in the list of notes. */
  marks: z.array(z.object({ day: DaySchema, label: z.string() })),
  /** True: lower values are better, and drawn higher (positions). */
  isInverted: z.boolean(),
})
export type ReportChart = z.infer<typeof ChartSchema>

const TableSchema = z.object({
  /** Stable, for files: `keywords`. */
  id: z.string(),
  title: z.string(),
  columns: z.array(z.object({ key: z.string(), label: z.string(), unit: UnitSchema })),
  rows: z.array(z.array(CellSchema)),
  /** How many rows there are beside those shown. */
  more: z.number().int(),
})
export type ReportTable = z.infer<typeof TableSchema>

const FigureSchema = z.object({
  /** Stable, for files: `clicks`. */
  key: z.string(),
  label: z.string(),
  value: NumberOrNullSchema,
  unit: UnitSchema,
  change: NumberOrNullSchema,
  changeUnit: UnitSchema,
  /** Null: neither good nor bad, or no change. */
  isGood: z.boolean().nullable(),
})
export type ReportFigure = z.infer<typeof FigureSchema>

/** One part of a section, in the order of the report. */
export const ReportBlockSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('words'), paragraphs: z.array(z.string()) }),
  z.object({ type: z.literal('figures'), figures: z.array(FigureSchema) }),
  z.object({ type: z.literal('chart'), chart: ChartSchema }),
  z.object({ type: z.literal('table'), table: TableSchema }),
  /** What the numbers are of, or why there are none. */
  z.object({ type: z.literal('note'), text: z.string() }),
])
export type ReportBlock = z.infer<typeof ReportBlockSchema>

const SectionSchema = z.object({
  kind: z.enum(REPORT_SECTION_KINDS),
  title: z.string(),
  /** False: it says in one sentence that there is nothing. */
  hasData: z.boolean(),
  blocks: z.array(ReportBlockSchema),
})

/** What the agency's words ask for, as it is written; null: not known. */
const PlaceholdersSchema = z.record(z.enum(REPORT_PLACEHOLDERS), z.string().nullable())

export const ReportSchema = z.object({
  brand: z.object({ id: BrandIdSchema, name: z.string(), colour: z.string() }),
  title: z.string(),
  language: LanguageSchema,
  branding: ReportBrandingSchema,
  period: PeriodSchema,
  /** Those of its days that rankings are held of: all, or the last ones without a gap. */
  measured: PeriodSchema,
  /** Null: not all of its days are held, so nothing is compared. */
  comparePeriod: PeriodSchema.nullable(),
  createdAt: InstantSchema,
  /** When the brand's rankings were synced; null: never. */
  freshAsOf: InstantSchema.nullable(),
  placeholders: PlaceholdersSchema,
  sections: z.array(SectionSchema),
})
export type Report = z.infer<typeof ReportSchema>

/** A saved template, one that is being written, or that of a draft as it was when the draft was made. */
const draftFields = {
  brandId: BrandIdSchema,
  templateId: TemplateIdSchema.optional(),
  template: TemplateToSaveSchema.optional(),
  packId: z
    .string()
    .regex(/^p\d{1,15}$/)
    .optional(),
  period: ReportPeriodSchema,
  /** This pack's own words instead of the template's. */
  summary: WordsSchema.optional(),
  nextSteps: WordsSchema.optional(),
}
type OneOfThree = { readonly templateId?: unknown; readonly template?: unknown; readonly packId?: unknown }
const hasOneTemplate = ({ templateId, template, packId }: OneOfThree): boolean =>
  [templateId, template, packId].filter((given) => given !== undefined).length === 1
const oneTemplate = { error: 'one of templateId, template and packId', path: ['templateId'] }

const FileSchema = z.object({
  format: z.enum(REPORT_FORMATS),
  path: z.string(),
  /** Below the exports folder: `reports/2026-10/acme.pdf`. */
  fileName: z.string(),
  bytes: z.number().int(),
})
export type ReportFile = z.infer<typeof FileSchema>

export const ReportPackSchema = z.object({
  id: z.string(),
  runId: z.string(),
  brandId: BrandIdSchema,
  state: z.enum(REPORT_PACK_STATES),
  /** Why it failed, and what to do. */
  reason: z.string().nullable(),
  /** The pack's own words; null: those of the template. */
  summary: z.string().nullable(),
  nextSteps: z.string().nullable(),
  files: z.array(FileSchema),
  /** Of the PDF. */
  pages: z.number().int().nullable(),
  endedAt: InstantSchema.nullable(),
})
export type ReportPack = z.infer<typeof ReportPackSchema>

export const ReportRunSchema = z.object({
  id: z.string(),
  templateId: TemplateIdSchema,
  /** As it was when the run began. */
  templateName: z.string(),
  language: LanguageSchema,
  period: PeriodSchema,
  formats: FormatsSchema,
  asZip: z.boolean(),
  /** Null: a person started it. */
  scheduleId: z.string().nullable(),
  state: z.enum(REPORT_RUN_STATES),
  startedAt: InstantSchema,
  endedAt: InstantSchema.nullable(),
  total: z.number().int(),
  done: z.number().int(),
  failed: z.number().int(),
  /** Packs that wait for a person. */
  toReview: z.number().int(),
  /** The folder of its files; absolute. */
  folder: z.string(),
  /** Null: none was wanted, or it is not made yet. */
  zip: FileSchema.omit({ format: true }).nullable(),
  /** Why there are no PDF files although they were wanted, or why the ZIP failed; null: nothing is missing. */
  message: z.string().nullable(),
})
export type ReportRun = z.infer<typeof ReportRunSchema>

const scheduleFields = {
  name: NameSchema,
  templateId: TemplateIdSchema,
  brands: ReportBrandsSchema,
  /** Drafts are made on this day of each month, for the month before. */
  dayOfMonth: z.number().int().min(1).max(28).default(1),
  formats: FormatsSchema.default(['pdf']),
  asZip: z.boolean().default(false),
  isOn: z.boolean().default(true),
}
export const ReportScheduleSchema = z.object({
  ...scheduleFields,
  id: z.string(),
  /** The month that it made drafts for last; null: none yet. */
  lastMonth: MonthSchema.nullable(),
  /** The next day on which it makes drafts; null while it is off. */
  nextDay: DaySchema.nullable(),
  /** False: another desk of the team makes them. */
  isOnThisDesk: z.boolean(),
  ...changedFields,
})
export type ReportSchedule = z.infer<typeof ReportScheduleSchema>

export const REPORT_RUN_SORTS = ['startedAt', 'period', 'template', 'brands', 'state'] as const
export const REPORT_PACK_SORTS = ['startedAt', 'period', 'template', 'state'] as const
const { search: _, ...listInput } = pageInput

const PackIdSchema = z.string().regex(/^p\d{1,15}$/)
const RunIdSchema = z.string().regex(/^r\d{1,15}$/)

/** What a report is made of. */
const reads = [
  'reportTemplates',
  'reportBranding',
  'brands',
  'rankings',
  'history',
  'clusters',
  'articles',
  'deliveries',
  'outbox',
  'prospects',
  'contacts',
  'audits',
  'auditSites',
  'basket',
  'annotations',
  'impact',
] as const

export const reportCalls = {
  /** The built-in ones first, then the agency's own by name. */
  'reports.templates': call({
    input: EmptySchema,
    output: z.object({
      templates: z.array(ReportTemplateSchema),
      /** What a template can be made of. */
      languages: z.array(z.object({ language: LanguageSchema, name: z.string() })),
      sections: z.array(z.object({ kind: z.enum(REPORT_SECTION_KINDS), label: z.string() })),
    }),
    reads: ['reportTemplates'],
  }),
  /** Without an id a new one. `conflict` for a built-in one. */
  'reports.saveTemplate': call({
    input: TemplateToSaveSchema.extend({ id: TemplateIdSchema.optional() }),
    output: ReportTemplateSchema,
    reads: [],
  }),
  /** `conflict` while a schedule uses it. */
  'reports.removeTemplate': call({ input: z.object({ id: TemplateIdSchema }), output: EmptySchema, reads: [] }),
  'reports.branding': call({ input: EmptySchema, output: AllBrandingSchema, reads: ['reportBranding', 'brands'] }),
  /** Of the agency, or of one brand; a brand that has nothing of its own left follows the agency again. */
  'reports.setBranding': call({
    input: z.union([
      z.object({ brandId: z.null(), branding: ReportBrandingSchema }),
      z.object({ brandId: BrandIdSchema, branding: OverridesSchema }),
    ]),
    output: AllBrandingSchema,
    reads: [],
  }),
  /** The report of one brand as data, with the numbers of the rankings' own calls. Nothing is written. */
  'reports.draft': call({
    input: z.object(draftFields).refine(hasOneTemplate, oneTemplate),
    output: ReportSchema,
    reads,
  }),
  /** The same as one HTML file: what is printed. For a preview in a frame without scripts. */
  'reports.html': call({
    input: z.object(draftFields).refine(hasOneTemplate, oneTemplate),
    output: z.object({ html: z.string(), placeholders: PlaceholdersSchema }),
    reads,
  }),
  /**
   * Makes the packs of these brands, one after the other; goes on if one fails. With `review` drafts are made, and no file
   * before a person approves them. `conflict` while another run is under way.
   */
  'reports.create': call({
    input: z.object({
      brands: ReportBrandsSchema.default('all'),
      templateId: TemplateIdSchema,
      period: ReportPeriodSchema.default('last-month'),
      formats: FormatsSchema.default(['pdf']),
      asZip: z.boolean().default(false),
      review: z.boolean().default(false),
    }),
    output: ReportRunSchema,
    reads: [],
  }),
  /** Runs with a report of one of the brands. */
  'reports.runs': call({
    input: z.object({
      ...listInput,
      filter: z.object({ state: z.array(z.enum(REPORT_RUN_STATES)).min(1).optional() }).default({}),
      sort: sortBy(REPORT_RUN_SORTS, 'startedAt', 'desc'),
    }),
    output: pageOf(
      ReportRunSchema.extend({
        /** In the order of the run. */
        brandIds: z.array(BrandIdSchema),
      }),
    ),
    reads: ['reportRuns', 'brands'],
  }),
  /** One run with its packs, in the order of the brands. */
  'reports.run': call({
    input: z.object({ runId: RunIdSchema }),
    output: z.object({ run: ReportRunSchema, packs: z.array(ReportPackSchema) }),
    reads: ['reportRuns', 'brands'],
  }),
  /** Packs of brands over all runs: earlier reports, and the drafts that wait. */
  'reports.packs': call({
    input: z.object({
      ...listInput,
      filter: z.object({ state: z.array(z.enum(REPORT_PACK_STATES)).min(1).optional() }).default({}),
      sort: sortBy(REPORT_PACK_SORTS, 'startedAt', 'desc'),
    }),
    output: pageOf(
      ReportPackSchema.extend({
        run: ReportRunSchema.pick({ templateName: true, period: true, startedAt: true }),
        /** The words of the template as it was, for a draft without its own. */
        usual: z.object({ summary: z.string(), nextSteps: z.string() }),
      }),
    ),
    reads: ['reportRuns', 'brands'],
  }),
  /** The pack that is being made is finished; no further one is begun. */
  'reports.cancel': call({ input: z.object({ runId: RunIdSchema }), output: ReportRunSchema, reads: [] }),
  /** Makes packs again that failed, were cancelled or were interrupted. `conflict` while another run is under way. */
  'reports.resume': call({ input: z.object({ runId: RunIdSchema }), output: ReportRunSchema, reads: [] }),
  /** Deletes the run with its drafts and files. `conflict` while it is under way. */
  'reports.removeRun': call({ input: z.object({ runId: RunIdSchema }), output: EmptySchema, reads: [] }),
  /** The words of a draft that waits for review; null: those of the template. `conflict` once it is approved. */
  'reports.saveSummary': call({
    input: z.object({
      packId: PackIdSchema,
      summary: WordsSchema.nullable().optional(),
      nextSteps: WordsSchema.nullable().optional(),
    }),
    output: ReportPackSchema,
    reads: [],
  }),
  /** Makes the files of reviewed drafts; all of one run, or these. `conflict` while another run is under way. */
  'reports.approve': call({
    input: z.object({ runId: RunIdSchema, packIds: z.array(PackIdSchema).min(1).max(REPORT_BRANDS_MAX).optional() }),
    output: ReportRunSchema,
    reads: [],
  }),
  'reports.schedules': call({
    input: EmptySchema,
    output: z.object({ schedules: z.array(ReportScheduleSchema) }),
    reads: ['reportSchedules', 'reportTemplates', 'brands'],
  }),
  /** Makes drafts once a month on this desk, ready for review; nothing is ever sent. */
  'reports.saveSchedule': call({
    input: z.object({ ...scheduleFields, id: z.string().min(1).max(80).optional() }),
    output: ReportScheduleSchema,
    reads: [],
  }),
  'reports.removeSchedule': call({
    input: z.object({ id: z.string().min(1).max(80) }),
    output: EmptySchema,
    reads: [],
  }),
  /** Which program would print PDF files here. */
  'reports.printer': call({ input: EmptySchema, output: PrinterSchema, reads: [] }),
}

export const reportEvents = {
  /** A run began, moved or ended; `pack`: the one that was made. */
  'reports.progress': event(z.object({ run: ReportRunSchema, pack: ReportPackSchema.optional() })),
}
