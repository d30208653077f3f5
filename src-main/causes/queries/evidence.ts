// The days of a drop beside those of its controls, for a chart. Of the brand alone: other brands are counted, never drawn.
import type { CauseRow, Evidence } from '../../../src-shared/desk/causes.ts'
import { dayFromNumber } from '../../base/clock.ts'
import { type DaySpan, sumOver } from '../../rankings/public.ts'
import type { ReadableDb } from '../../store/db.ts'
import type { BrandSums } from '../rules/brand-sums.ts'
import type { Cause } from '../rules/cause.ts'
import { clicksLine, type Line, positionsLine } from '../rules/evidence-lines.ts'
import { createShiftsAt, pagesBefore, type Shifts, UNTOLD, type Windows } from '../rules/shifts.ts'
import { cutsOf, daysOf, type Source, sourceOf, topicsIn } from './brand-inputs.ts'
import { allRows, asOne, rowsOfPage } from './group-sums.ts'

/** Shown before the first day of the drop. */
const SHOWN_BEFORE = 21
/** Clicks have weekdays: they are compared with whole weeks. */
const CLICKS_BEFORE = 28

type Labelled = { readonly label: string; readonly values: Line }
type Lines = { readonly own: Labelled; readonly controls: Labelled | null }

/** What fell, as numbers; of the brand itself there is none. */
export type Fallen = { readonly of: CauseRow['of']; readonly keyword: number; readonly page: number }

type Place = {
  readonly of: Fallen['of']
  readonly brand: BrandSums
  readonly source: Source
  readonly cause: Cause
  readonly shifts: Shifts
  readonly windows: Windows
  /** Of what fell. */
  readonly rows: readonly number[]
  readonly shown: DaySpan
}

type Group = { readonly rows: readonly number[]; readonly label: string }

/** Without a count: the sentences have one, of the day that the rule looked at, which may be another one. */
const groupOf = (rows: readonly number[], what: string): Group => ({ rows, label: `Keywords ${what}` })
const clicksOf = (rows: readonly number[], what: string): Group => ({ rows, label: `Clicks ${what}` })

const split = (rows: readonly number[], isOwn: (row: number) => boolean) =>
  [rows.filter(isOwn), rows.filter((row) => !isOwn(row))] as const

const isOfTopic = (db: ReadableDb, { brand, source, cause }: Place): ((row: number) => boolean) => {
  const members = topicsIn(db, source, brand.days.keywords).find(({ name }) => name === cause.figures.topic)?.members
  return (row) => members?.has(row) === true
}

/** Those that fell together, and those that did not; null: a rule of another kind. */
const groupsOf = (db: ReadableDb, place: Place): readonly [own: Group, controls: Group | null] | null => {
  const { brand, cause, shifts, rows } = place
  const [index = 0] = rows
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
      const [own, others] = split(told, isOfTopic(db, place))
      return [groupOf(own, 'of the topic'), groupOf(others, 'of other topics')]
    }
    default:
      return null
  }
}

/** Of a page the others are its controls; of the brand, what the rule found apart. Null: a topic or page that is gone since. */
const clickGroupsOf = (db: ReadableDb, place: Place): readonly [own: Group, controls: Group | null] => {
  const { of, brand, cause, windows, rows } = place
  const all = allRows(brand)
  if (of === 'page') {
    const fell = new Set(rows)
    return [clicksOf(rows, 'of the page'), clicksOf(split(all, (row) => fell.has(row))[1], 'of other pages')]
  }
  if (cause.kind === 'topic') {
    const [own, others] = split(all, isOfTopic(db, place))
    return [clicksOf(own, 'of the topic'), clicksOf(others, 'of other topics')]
  }
  if (cause.kind === 'one-page' || cause.kind === 'own-action') {
    const fell = new Set(rowsOfPage(brand, cause.figures.page ?? 0, windows.before))
    const [own, others] = split(all, (row) => fell.has(row))
    return [clicksOf(own, 'of the page'), clicksOf(others, 'of other pages')]
  }
  return [clicksOf(all, 'of the brand'), null]
}

const clickLines = (db: ReadableDb, place: Place): Lines | null => {
  const { brand, windows, shown } = place
  const [own, controls] = clickGroupsOf(db, place)
  const lineOf = ({ rows, label }: Group): Labelled | null => {
    const { clicks } = asOne(brand, rows, windows.before)
    // Clicks by day, in the place of impressions.
    const values = clicksLine({ ...brand, impressions: clicks }, { rows: [0], windows, shown, what: 'impressions' })
    return values.every((value) => value === null) ? null : { label, values }
  }
  const line = lineOf(own)
  return line === null ? null : { own: line, controls: controls === null ? null : lineOf(controls) }
}

const SLICED = { keyword: 'This keyword', page: 'The page', brand: 'The brand' } as const

/** On the device or in the country that fell, and in all others of these together. */
const slicesOf = (db: ReadableDb, { of: fell, brand, source, cause, shifts, rows, shown }: Place): Lines | null => {
  const { slice } = cause.figures
  const cuts = cutsOf(db, source, brand.days.keywords).filter(({ of }) => of === slice?.of)
  const lines = cuts.map(({ name, sums }) => ({
    name,
    line: positionsLine(sums(), { rows, windows: shifts.windows, shown }),
  }))
  const own = lines.find(({ name }) => name === slice?.name)
  const others = lines.filter((one) => one !== own)
  if (own === undefined || others.length === 0) return null
  const values = own.line.map((_, at) => {
    const known = others.flatMap(({ line }) => line[at] ?? [])
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length
  })
  return {
    own: { label: `${SLICED[fell]} on ${own.name}`, values: own.line },
    controls: { label: `On ${others.map(({ name }) => name).join(', ')}`, values },
  }
}

const positionLines = (db: ReadableDb, place: Place): Lines | null => {
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

const partLines = ({ of, brand, cause, windows, rows, shown }: Place): Lines | null => {
  const parts = PARTS[cause.kind]
  if (parts === undefined) return null
  const one =
    cause.kind === 'measuring'
      ? { brand, rows: allRows(brand) }
      : of === 'keyword'
        ? { brand, rows }
        : { brand: asOne(brand, rows, windows.before), rows: [0] }
  const lineOf = ({ what, label }: Part): Labelled => ({
    label,
    values: clicksLine(one.brand, { rows: one.rows, windows, shown, what }),
  })
  const [own, controls] = parts
  return { own: lineOf(own), controls: controls === null ? null : lineOf(controls) }
}

const rowsOf = (brand: BrandSums, { of, keyword, page }: Fallen, before: DaySpan): readonly number[] => {
  if (of === 'brand') return allRows(brand)
  if (of === 'page') return rowsOfPage(brand, page, before)
  const row = brand.days.keywords.indexOf(keyword)
  return row < 0 ? [] : [row]
}

/** What the rule compared: positions of keywords, or of a page and the brand the clicks, which are what fell there. */
const measureOf = ({ of }: Fallen, { kind }: Cause): Evidence['measure'] =>
  PARTS[kind] !== undefined ? 'impressions' : of === 'keyword' || kind === 'one-slice' ? 'positions' : 'clicks'

/** Null: the days do not hold enough of it. */
export const evidenceOf = (db: ReadableDb, brandId: string, fallen: Fallen, cause: Cause): Evidence | null => {
  const source = sourceOf(db, brandId)
  if (source === undefined) return null
  const brand = daysOf(db, source)
  const { firstDay, length } = brand
  const onset = cause.since - firstDay
  const shifts = onset < 1 || onset >= length ? null : createShiftsAt(brand)(onset)
  if (shifts === null) return null
  const measure = measureOf(fallen, cause)
  const weeks = {
    before: { from: Math.max(0, onset - CLICKS_BEFORE), until: onset },
    after: { from: onset, until: length },
  }
  const windows = measure === 'positions' ? shifts.windows : weeks
  const rows = rowsOf(brand, fallen, weeks.before)
  if (rows.length === 0 || sumOver(brand.knownSums, windows.before) === 0) return null
  const shown = { from: Math.max(0, Math.min(windows.before.from, onset - SHOWN_BEFORE)), until: length }
  const place = { of: fallen.of, brand, source, cause, shifts, windows, rows, shown }
  const linesOf = {
    positions: positionLines,
    clicks: clickLines,
    impressions: (_: ReadableDb, of: Place) => partLines(of),
  }
  const lines = cause.kind === 'one-slice' ? slicesOf(db, place) : linesOf[measure](db, place)
  if (lines === null) return null
  const dayAt = (at: number) => dayFromNumber(firstDay + at)
  const daysOfSpan = ({ from, until }: DaySpan) => ({ from: dayAt(from), to: dayAt(until - 1) })
  return {
    measure,
    days: Array.from({ length: shown.until - shown.from }, (_, at) => dayAt(shown.from + at)),
    before: daysOfSpan(windows.before),
    after: daysOfSpan(windows.after),
    ...lines,
  }
}
