// The days of a drop beside those of its controls, for a chart. Of the brand alone: other brands are counted, never drawn.
import type { Evidence } from '../../../src-shared/desk/causes.ts'
import { dayFromNumber } from '../../base/clock.ts'
import { type DaySpan, sumOver } from '../../rankings/public.ts'
import type { ReadableDb } from '../../store/db.ts'
import type { BrandSums } from '../rules/brand-sums.ts'
import type { Cause } from '../rules/cause.ts'
import { clicksLine, type Line, positionsLine } from '../rules/evidence-lines.ts'
import { createShiftsAt, pagesBefore, type Shifts, UNTOLD } from '../rules/shifts.ts'
import { cutsOf, daysOf, type Source, sourcesOf, topicsIn } from './brand-inputs.ts'

/** Shown before the first day of the drop. */
const SHOWN_BEFORE = 21
/** Clicks have weekdays: they are compared with whole weeks. */
const CLICKS_BEFORE = 28

type Labelled = { readonly label: string; readonly values: Line }
type Lines = { readonly own: Labelled; readonly controls: Labelled | null }

type Place = {
  readonly brand: BrandSums
  readonly source: Source
  readonly cause: Cause
  readonly shifts: Shifts
  readonly index: number
  readonly shown: DaySpan
}

type Group = { readonly rows: readonly number[]; readonly label: string }

/** Without a count: the sentences have one, of the day that the rule looked at, which may be another one. */
const groupOf = (rows: readonly number[], what: string): Group => ({ rows, label: `Keywords ${what}` })

const split = (rows: readonly number[], isOwn: (row: number) => boolean) =>
  [rows.filter(isOwn), rows.filter((row) => !isOwn(row))] as const

/** Those that fell together, and those that did not; null: a rule of another kind. */
const groupsOf = (db: ReadableDb, place: Place): readonly [own: Group, controls: Group | null] | null => {
  const { brand, source, cause, shifts, index } = place
  const told = [...shifts.states.keys()].filter((row) => shifts.states[row] !== UNTOLD)
  switch (cause.kind) {
    case 'many-brands':
    case 'whole-site':
      return [groupOf(told, 'of the brand'), null]
    case 'one-page':
    case 'own-action': {
      const pages = pagesBefore(brand, shifts)
      const [own, others] = split(told, (row) => pages[row] === cause.figures.page)
      return [groupOf(own, 'of the page'), groupOf(others, 'of other pages')]
    }
    case 'another-page': {
      const pages = pagesBefore(brand, shifts)
      const others = told.filter((row) => pages[row] !== pages[index])
      return [{ rows: [index], label: 'This keyword' }, groupOf(others, 'of other pages')]
    }
    case 'topic': {
      const { topic } = cause.figures
      const members = topicsIn(db, source, brand.days.keywords).find(({ name }) => name === topic)?.members
      const [own, others] = split(told, (row) => members?.has(row) === true)
      return [groupOf(own, 'of the topic'), groupOf(others, 'of other topics')]
    }
    default:
      return null
  }
}

/** The keyword on the device or in the country that fell, and in all others of these together. */
const slicesOf = (db: ReadableDb, { brand, source, cause, shifts, index, shown }: Place): Lines | null => {
  const { slice } = cause.figures
  const cuts = cutsOf(db, source, brand.days.keywords).filter(({ of }) => of === slice?.of)
  const lines = cuts.map(({ name, sums }) => ({
    name,
    line: positionsLine(sums(), { rows: [index], windows: shifts.windows, shown }),
  }))
  const own = lines.find(({ name }) => name === slice?.name)
  const others = lines.filter((one) => one !== own)
  if (own === undefined || others.length === 0) return null
  const values = own.line.map((_, at) => {
    const known = others.flatMap(({ line }) => line[at] ?? [])
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length
  })
  return {
    own: { label: `This keyword on ${own.name}`, values: own.line },
    controls: { label: `On ${others.map(({ name }) => name).join(', ')}`, values },
  }
}

const positionLines = (db: ReadableDb, place: Place): Lines | null => {
  if (place.cause.kind === 'one-slice') return slicesOf(db, place)
  const { brand, shifts, shown } = place
  const groups = groupsOf(db, place)
  if (groups === null || groups[0].rows.length === 0) return null
  const lineOf = ({ rows, label }: Group) => ({
    label,
    values: positionsLine(brand, { rows, windows: shifts.windows, shown }),
  })
  const [own, controls] = groups
  return { own: lineOf(own), controls: controls === null || controls.rows.length === 0 ? null : lineOf(controls) }
}

type Part = { readonly what: 'impressions' | 'ctr'; readonly label: string }
const IMPRESSIONS: Part = { what: 'impressions', label: 'Impressions' }
const CTR: Part = { what: 'ctr', label: 'CTR' }
const PARTS: Readonly<Partial<Record<Cause['kind'], readonly [own: Part, controls: Part | null]>>> = {
  measuring: [{ ...IMPRESSIONS, label: 'Impressions of all keywords' }, null],
  'results-page': [CTR, IMPRESSIONS],
  demand: [IMPRESSIONS, CTR],
}

/** Null: the days do not hold enough of it. */
export const evidenceOf = (db: ReadableDb, brandId: string, keyword: number, cause: Cause): Evidence | null => {
  const [source] = sourcesOf(db, [brandId])
  const brand = source === undefined ? null : daysOf(db, source)
  if (source === undefined || brand === null) return null
  const { firstDay, length } = brand
  const onset = cause.since - firstDay
  const shifts = onset < 1 || onset >= length ? null : createShiftsAt(brand)(onset)
  const index = brand.days.keywords.indexOf(keyword)
  if (shifts === null || index < 0) return null
  const parts = PARTS[cause.kind]
  const windows =
    parts === undefined
      ? shifts.windows
      : { before: { from: Math.max(0, onset - CLICKS_BEFORE), until: onset }, after: { from: onset, until: length } }
  if (sumOver(brand.knownSums, windows.before) === 0) return null
  const shown = { from: Math.max(0, Math.min(windows.before.from, onset - SHOWN_BEFORE)), until: length }
  const rows = cause.kind === 'measuring' ? [...shifts.states.keys()] : [index]
  const partLine = ({ what, label }: Part): Labelled => ({
    label,
    values: clicksLine(brand, { rows, windows, shown, what }),
  })
  const lines =
    parts === undefined
      ? positionLines(db, { brand, source, cause, shifts, index, shown })
      : { own: partLine(parts[0]), controls: parts[1] === null ? null : partLine(parts[1]) }
  if (lines === null) return null
  const dayAt = (at: number) => dayFromNumber(firstDay + at)
  const daysOfSpan = ({ from, until }: DaySpan) => ({ from: dayAt(from), to: dayAt(until - 1) })
  return {
    isOfPositions: parts === undefined,
    days: Array.from({ length: shown.until - shown.from }, (_, at) => dayAt(shown.from + at)),
    before: daysOfSpan(windows.before),
    after: daysOfSpan(windows.after),
    ...lines,
  }
}
