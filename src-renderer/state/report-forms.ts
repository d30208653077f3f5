// The report that is being ordered, in each scope its own, so that a look elsewhere loses nothing.
import { create } from 'zustand'
import type { CallInput } from '../../src-shared/desk/contract.ts'
import type { ReportBrands, ReportPeriod, ReportTemplate, ReportTemplateToSave } from '../../src-shared/desk/reports.ts'
import type { Period } from '../../src-shared/desk/values/period.ts'
import {
  REPORT_SECTION_KINDS,
  type ReportFormat,
  type ReportSectionKind,
} from '../../src-shared/desk/values/report-names.ts'
import { addMonths, monthPeriod } from '../../src-shared/desk/values/report-period.ts'
import { type Scope, setParams } from './location.ts'
import { createScopedStore } from './scoped-store.ts'

export type PeriodMode = 'last-month' | 'month' | 'days'

export type ReportOrder = {
  /** Null: the first template. */
  readonly templateId: string | null
  readonly brands: ReportBrands
  readonly periodMode: PeriodMode
  /** Such as `2026-10`; null: last month. */
  readonly month: string | null
  readonly from: string
  readonly to: string
  readonly formats: readonly ReportFormat[]
  readonly asZip: boolean
  readonly isReviewed: boolean
}

export const NEW_ORDER: ReportOrder = {
  templateId: null,
  brands: 'all',
  periodMode: 'last-month',
  month: null,
  from: '',
  to: '',
  formats: ['pdf'],
  asZip: false,
  isReviewed: true,
}

export const orders = createScopedStore<ReportOrder>(NEW_ORDER)
export const useOrder = (): ReportOrder => orders.use((order) => order)
export const setOrder = (change: Partial<ReportOrder>): void => orders.here().set(change)

export const isChosen = (brands: ReportBrands): boolean =>
  brands === 'all' || ('tags' in brands ? brands.tags : brands.brandIds).length > 0

/** The brands that are meant; null: none is chosen yet. With one brand in view, that one. */
export const orderedBrands = (brands: ReportBrands, scope: Scope): ReportBrands | null =>
  scope !== 'all' ? { brandIds: [scope] } : isChosen(brands) ? brands : null

/** What the desk is asked for; null: the days are not chosen yet, or the last comes before the first. */
const orderedPeriod = ({ periodMode, month, from, to }: ReportOrder): ReportPeriod | null => {
  if (periodMode === 'last-month') return 'last-month'
  if (periodMode === 'month') return month === null ? 'last-month' : { month }
  return from === '' || to === '' || from > to ? null : { from, to }
}

/** The days that are meant, for what is said about them; null: not chosen yet. */
export const orderedDays = (order: ReportOrder, today: string): Period | null => {
  const period = orderedPeriod(order)
  if (period === null) return null
  if (period === 'last-month') return monthPeriod(addMonths(today.slice(0, 7), -1))
  return 'month' in period ? monthPeriod(period.month) : 'from' in period ? period : null
}

/** The input of the call; null: something is not chosen yet. */
export const orderInput = (
  order: ReportOrder,
  scope: Scope,
  templateId: string,
): CallInput<'reports.create'> | null => {
  const brands = orderedBrands(order.brands, scope)
  const period = orderedPeriod(order)
  if (brands === null || period === null || order.formats.length === 0 || templateId === '') return null
  return { brands, templateId, period, formats: [...order.formats], asZip: order.asZip, review: order.isReviewed }
}

// Changes of report templates that are not saved yet, by the template's id; a new one has the id ''.
export const NEW_TEMPLATE = ''

/** In the address, where a parameter has no empty value. */
const NEW_PARAM = 'new'
export const templateOfParam = (param: string | undefined): string | undefined =>
  param === NEW_PARAM ? NEW_TEMPLATE : param
/** Null: the first one. */
export const showTemplate = (id: string | null): void =>
  setParams({ template: id === NEW_TEMPLATE ? NEW_PARAM : (id ?? '') })

const useStaged = create<ReadonlyMap<string, ReportTemplateToSave>>()(() => new Map())

export const useStagedTemplate = (id: string): ReportTemplateToSave | undefined => useStaged((staged) => staged.get(id))

export const stageTemplate = (id: string, template: ReportTemplateToSave): void =>
  useStaged.setState(new Map(useStaged.getState()).set(id, template), true)

export const dropStaged = (id: string): void =>
  useStaged.setState(new Map([...useStaged.getState()].filter(([known]) => known !== id)), true)

type Sections = ReportTemplateToSave['sections']

/** What of a template can be saved. Kinds of sections that it does not name yet come last, off. */
export const editableOf = (template: ReportTemplateToSave | ReportTemplate): ReportTemplateToSave => {
  const { name, title, language, compare, sections, summary, nextSteps } = template
  const missing = REPORT_SECTION_KINDS.filter((kind) => sections.every((section) => section.kind !== kind))
  const added = missing.map((kind) => ({ kind, isOn: false, title: null, rows: null }))
  return { name, title, language, compare, sections: [...sections, ...added], summary, nextSteps }
}

/** Moves one section up (-1) or down (1); at the end of the list nothing moves. */
export const movedSection = (sections: Sections, kind: ReportSectionKind, step: 1 | -1): Sections => {
  const at = sections.findIndex((section) => section.kind === kind)
  const section = sections[at]
  if (section === undefined || sections[at + step] === undefined) return sections
  return sections.toSpliced(at, 1).toSpliced(at + step, 0, section)
}

export const changedSection = (
  sections: Sections,
  kind: ReportSectionKind,
  change: Partial<Sections[number]>,
): Sections => sections.map((section) => (section.kind === kind ? { ...section, ...change } : section))

// A logo out of a file, as the desk keeps it.

const TYPES = ['image/png', 'image/jpeg', 'image/svg+xml']
export const LOGO_TYPES = TYPES.join(',')
export const LOGO_MAX_BYTES = 512 * 1024

type Read = { readonly logo: string } | { readonly problem: string }

/** Why a file cannot be a logo; null: it can. */
export const logoProblem = ({ type, size }: Pick<File, 'type' | 'size'>): string | null => {
  if (!TYPES.includes(type)) return 'Choose a PNG, JPEG or SVG picture.'
  if (size <= LOGO_MAX_BYTES) return null
  return `The picture has ${Math.ceil(size / 1024)} KB. At most 512 KB are possible: save it smaller, 600 pixels wide are enough.`
}

const asDataUri = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })

export const readLogo = async (file: File): Promise<Read> => {
  const problem = logoProblem(file)
  if (problem !== null) return { problem }
  return asDataUri(file).then(
    (logo) => ({ logo }),
    () => ({ problem: 'The file could not be read. Choose it again.' }),
  )
}
