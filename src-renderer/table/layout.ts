// How one table is arranged. Kept as plain JSON: it goes into saved views and comes back from them, and what no longer
// fits the columns (an older view, a renamed column) is dropped without a word.
import type { SavedView } from '../../src-shared/desk/desk.ts'
import { isObject } from '../../src-shared/service/named-values.ts'
import type { DataColumn } from './column.ts'

export type TableLayout = {
  readonly order: readonly string[]
  readonly hidden: readonly string[]
  /** A person chose the columns: none is left out for want of room. */
  readonly isChosen?: boolean
  readonly widths: Readonly<Record<string, number>>
  readonly sorting: readonly { readonly id: string; readonly desc: boolean }[]
}

type Known<Row> = readonly DataColumn<Row>[]

export const MIN_WIDTH_PX = 48
const MAX_WIDTH_PX = 1200

export const startLayout = <Row>(columns: Known<Row>, sorting: TableLayout['sorting']): TableLayout => ({
  order: columns.map((column) => column.id),
  hidden: columns.filter((column) => column.isHiddenAtFirst).map((column) => column.id),
  widths: {},
  sorting,
})

const knownIds = (value: unknown, ids: ReadonlySet<string>): string[] =>
  Array.isArray(value) ? [...new Set(value.filter((id): id is string => typeof id === 'string' && ids.has(id)))] : []

/** What was kept, made to fit the columns of today; columns it does not know go to their usual places. */
export const readLayout = <Row>(columns: Known<Row>, kept: unknown, fallback: TableLayout): TableLayout => {
  if (!isObject(kept)) return fallback
  const ids = new Set(columns.map((column) => column.id))
  const order = knownIds(kept.order, ids)
  for (const [index, column] of columns.entries()) if (!order.includes(column.id)) order.splice(index, 0, column.id)
  const hidden = knownIds(kept.hidden, ids)
  const isChosen = kept.isChosen === true || hidden.toSorted().join() !== fallback.hidden.toSorted().join()
  const widths = Object.entries(isObject(kept.widths) ? kept.widths : {}).flatMap(([id, width]): [string, number][] =>
    ids.has(id) && typeof width === 'number' && width >= MIN_WIDTH_PX && width <= MAX_WIDTH_PX ? [[id, width]] : [],
  )
  const sorting = (Array.isArray(kept.sorting) ? kept.sorting : []).flatMap((key: unknown) =>
    isObject(key) && typeof key.id === 'string' && ids.has(key.id) ? [{ id: key.id, desc: key.desc === true }] : [],
  )
  return {
    order,
    hidden,
    ...(isChosen ? { isChosen } : {}),
    widths: Object.fromEntries(widths),
    sorting: sorting.length === 0 ? fallback.sorting : sorting,
  }
}

export const writeLayout = ({
  order,
  hidden,
  isChosen = false,
  widths,
  sorting,
}: TableLayout): SavedView['state'][string] => ({
  order: [...order],
  hidden: [...hidden],
  isChosen,
  widths: { ...widths },
  sorting: sorting.map((key) => ({ ...key })),
})

/** Moves a column one place; the ends stay ends. */
export const moveColumn = (order: readonly string[], id: string, by: -1 | 1): readonly string[] => {
  const from = order.indexOf(id)
  const to = from + by
  if (from < 0 || to < 0 || to >= order.length) return order
  const next = [...order]
  next.splice(from, 1)
  next.splice(to, 0, id)
  return next
}

const WIDE = /[\p{Lu}mw@&—]/u
const NARROW = /[fijlrt.,’' ]/
/** A badge, the gap after it and the space of a cell. */
const AROUND_NAME_PX = 48
const BRAND_MAX_PX = 232

/** About as wide as a letter of the text font is at 13 pixels, a little more rather than less. */
const letterPx = (letter: string): number => (WIDE.test(letter) ? 10 : NARROW.test(letter) ? 4.5 : 7.5)

/** The width of a column that names brands: no name is cut, up to a maximum. */
export const brandWidthPx = (names: readonly string[]): number => {
  const widthOf = (name: string) => [...name].reduce((sum, letter) => sum + letterPx(letter), AROUND_NAME_PX)
  return Math.min(BRAND_MAX_PX, Math.ceil(Math.max(0, ...names.map(widthOf))))
}

type Track = { readonly widthPx: number; readonly isGrowing: boolean; readonly fitPx?: number | undefined }

/** Widths in pixels: of the room that is left, columns first get what their texts take; growing ones share the rest. */
export const trackWidths = (tracks: readonly Track[], roomPx: number): number[] => {
  const growing = tracks.filter((track) => track.isGrowing).length
  let sparePx = Math.max(0, roomPx - tracks.reduce((sum, track) => sum + track.widthPx, 0))
  const fitted = tracks.map(({ widthPx, fitPx = 0 }) => {
    const morePx = Math.min(sparePx, Math.max(0, fitPx - widthPx))
    sparePx -= morePx
    return widthPx + morePx
  })
  const share = growing === 0 ? 0 : Math.floor(sparePx / growing)
  return fitted.map((widthPx, index) => widthPx + (tracks[index]?.isGrowing === true ? share : 0))
}

/** What the texts of a column take beyond its usual width; a width that a person set is enough. */
const lacksPx = <Row>({ id, widthPx, fitPx = 0 }: DataColumn<Row>, { widths }: TableLayout): number =>
  widths[id] === undefined ? Math.max(0, fitPx - widthPx) : 0

export type InRoom = {
  readonly hidden: readonly string[]
  /** Shown at their short width. */
  readonly short: readonly string[]
}

/**
 * The columns that this room has no place for. Hidden are those of the layout, and, unless a person chose the columns, as many
 * as do not fit: columns of lesser use first, then the last ones. A column with a short width is narrowed in place of
 * hidden. The first of the others, kept ones and those that the rows are sorted by stay.
 */
export const columnsInRoom = <Row>(columns: Known<Row>, layout: TableLayout, roomPx: number): InRoom => {
  if (layout.isChosen === true || roomPx <= 0) return { hidden: layout.hidden, short: [] }
  const byId = new Map(columns.map((column) => [column.id, column]))
  const shown = layout.order.flatMap((id) => (layout.hidden.includes(id) ? [] : (byId.get(id) ?? [])))
  const widthOf = ({ id, widthPx }: DataColumn<Row>): number => layout.widths[id] ?? widthPx
  const gainOf = (column: DataColumn<Row>): number => Math.max(0, widthOf(column) - (column.shortPx ?? 0))
  const first = shown.find(({ shortPx }) => shortPx === undefined)
  const kept = shown.filter((column) => column.isKept === true || column === first)
  const stays = new Set([...kept, ...layout.sorting].map(({ id }) => id))
  const leaving = shown
    .filter(({ id }) => !stays.has(id))
    .toReversed()
    .toSorted((one, other) => Number(other.isLesser ?? false) - Number(one.isLesser ?? false))
  let excessPx = shown.reduce((sum, column) => sum + widthOf(column), 0) - roomPx
  const isFitted = shown.some(({ grows, fitPx }) => grows === true && fitPx !== undefined)
  const cutPx = isFitted ? shown.reduce((sum, column) => sum + lacksPx(column, layout), 0) : 0
  const taken: DataColumn<Row>[] = []
  for (const column of leaving) {
    if (excessPx + (column.isLesser === true ? cutPx : 0) <= 0) break
    taken.push(column)
    excessPx -= gainOf(column)
  }
  // A wide one that left last may have made room for narrow ones.
  const gone = taken.toReversed().filter((column) => {
    if (excessPx + gainOf(column) + (column.isLesser === true ? cutPx : 0) > 0) return true
    excessPx += gainOf(column)
    return false
  })
  const left = gone.toReversed()
  const idsOf = (isShort: boolean) =>
    left.filter(({ shortPx }) => (shortPx !== undefined) === isShort).map(({ id }) => id)
  return { hidden: [...layout.hidden, ...idsOf(false)], short: idsOf(true) }
}
