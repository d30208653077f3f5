// One day of one slice as a blob: five columns of whole numbers, each as wide as its largest value, so that any value
// is read without those before it. Keywords come as gaps: where the numbers are consecutive, they take no bytes.
// Values that are not whole numbers up to 2^32 make their column one of doubles, so nothing is rounded.

/** One keyword of a day. */
export type DayRow = {
  readonly keyword: number
  /** In thousandths; null: not ranking. */
  readonly position: number | null
  readonly clicks: number
  readonly impressions: number
  /** The number of the page that ranked; 0: not known. */
  readonly page: number
}

/** Packed positions are one more than the thousandths; 0: not ranking. */
const packPosition = (position: number | null): number => (position === null ? 0 : position + 1)
const positionFrom = (packed: number): number | null => (packed === 0 ? null : packed - 1)

const FORMAT = 1
/** The format, the width of each column, then the number of rows and the first keyword. */
const COLUMNS = ['gaps', 'positions', 'clicks', 'impressions', 'pages'] as const
export type ColumnName = (typeof COLUMNS)[number]
const COUNT_AT = 1 + COLUMNS.length
const FIRST_AT = COUNT_AT + 4
const HEAD_BYTES = FIRST_AT + 4
const DOUBLE = 8

const widthOf = (values: readonly number[]): number => {
  let most = 0
  for (const value of values) {
    if (!Number.isInteger(value) || value < 0 || value >= 2 ** 32 || Object.is(value, -0)) return DOUBLE
    if (value > most) most = value
  }
  return most === 0 ? 0 : most < 2 ** 8 ? 1 : most < 2 ** 16 ? 2 : most < 2 ** 24 ? 3 : 4
}

const writeAt = (view: DataView, at: number, width: number, value: number): void => {
  if (width === 1) view.setUint8(at, value)
  if (width === 2 || width === 3) view.setUint16(at, value % 2 ** 16, true)
  if (width === 3) view.setUint8(at + 2, value / 2 ** 16)
  if (width === 4) view.setUint32(at, value, true)
  if (width === DOUBLE) view.setFloat64(at, value, true)
}

/** `rows` are by keyword upwards, each keyword once. */
export const packDay = (rows: readonly DayRow[]): Buffer => {
  const columns = [
    rows.map(({ keyword }, at) => (at === 0 ? 0 : keyword - (rows[at - 1]?.keyword ?? 0) - 1)),
    rows.map(({ position }) => packPosition(position)),
    rows.map(({ clicks }) => clicks),
    rows.map(({ impressions }) => impressions),
    rows.map(({ page }) => page),
  ]
  const widths = columns.map(widthOf)
  const data = Buffer.allocUnsafe(HEAD_BYTES + rows.length * widths.reduce((sum, width) => sum + width, 0))
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  data.set([FORMAT, ...widths])
  view.setUint32(COUNT_AT, rows.length, true)
  view.setUint32(FIRST_AT, rows[0]?.keyword ?? 0, true)
  let at = HEAD_BYTES
  columns.forEach((values, column) => {
    const width = widths[column] ?? 0
    if (width === 0) return
    for (const value of values) {
      writeAt(view, at, width, value)
      at += width
    }
  })
  return data
}

type Column = { readonly start: number; readonly width: number }
export type Head = {
  readonly view: DataView
  readonly count: number
  readonly first: number
  readonly columns: Readonly<Record<ColumnName, Column>>
}

export const dayHead = (data: Uint8Array): Head => {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  if (view.getUint8(0) !== FORMAT) throw new Error(`A packed day has the unknown format ${view.getUint8(0)}.`)
  const count = view.getUint32(COUNT_AT, true)
  let start = HEAD_BYTES
  const next = (index: number): Column => {
    const width = view.getUint8(1 + index)
    const column = { start, width }
    start += width * count
    return column
  }
  const columns = { gaps: next(0), positions: next(1), clicks: next(2), impressions: next(3), pages: next(4) }
  if (start !== data.byteLength) throw new Error(`A packed day has ${data.byteLength} bytes instead of ${start}.`)
  return { view, count, first: view.getUint32(FIRST_AT, true), columns }
}

const keywordBytes = ({ view, count, columns }: Head): Uint8Array =>
  new Uint8Array(view.buffer, view.byteOffset + columns.gaps.start, columns.gaps.width * count)

/** Whether both days have the same keywords, as most neighbours do. */
export const hasSameKeywords = (one: Head, other: Head): boolean =>
  one.count === other.count &&
  one.first === other.first &&
  one.columns.gaps.width === other.columns.gaps.width &&
  Buffer.compare(keywordBytes(one), keywordBytes(other)) === 0

const valueAt = (view: DataView, { start, width }: Column, index: number): number => {
  const at = start + index * width
  switch (width) {
    case 0:
      return 0
    case 1:
      return view.getUint8(at)
    case 2:
      return view.getUint16(at, true)
    case 3:
      return view.getUint16(at, true) + view.getUint8(at + 2) * 2 ** 16
    case 4:
      return view.getUint32(at, true)
    default:
      return view.getFloat64(at, true)
  }
}

/** A whole column at once; `out` has room for it. */
export const readColumn = ({ view, count, columns }: Head, name: ColumnName, out: Float64Array): void => {
  const { start, width } = columns[name]
  const bytes = new Uint8Array(view.buffer, view.byteOffset + start, width * count)
  if (width === 0) out.fill(0, 0, count)
  else if (width === 1) out.set(bytes)
  else if (width === 2)
    for (let at = 0, from = 0; at < count; at += 1, from += 2)
      out[at] = (bytes[from] ?? 0) + (bytes[from + 1] ?? 0) * 256
  else if (width === 3)
    for (let at = 0, from = 0; at < count; at += 1, from += 3)
      out[at] = (bytes[from] ?? 0) + (bytes[from + 1] ?? 0) * 256 + (bytes[from + 2] ?? 0) * 65_536
  else for (let at = 0; at < count; at += 1) out[at] = valueAt(view, columns[name], at)
}

const rowAt = ({ view, columns }: Head, keyword: number, index: number): DayRow => ({
  keyword,
  position: positionFrom(valueAt(view, columns.positions, index)),
  clicks: valueAt(view, columns.clicks, index),
  impressions: valueAt(view, columns.impressions, index),
  page: valueAt(view, columns.pages, index),
})

/** How many keywords a day says that it has: any number, where their values take no bytes. */
export const countOfDay = (data: Uint8Array): number => dayHead(data).count

/** By keyword upwards. */
export const unpackDay = (data: Uint8Array): DayRow[] => {
  const head = dayHead(data)
  const rows = new Array<DayRow>(head.count)
  let keyword = head.first - 1
  for (let index = 0; index < head.count; index += 1) {
    keyword += valueAt(head.view, head.columns.gaps, index) + 1
    rows[index] = rowAt(head, keyword, index)
  }
  return rows
}

const indexOf = ({ view, count, first, columns }: Head, keyword: number): number => {
  if (columns.gaps.width === 0) return keyword < first + count ? Math.max(-1, keyword - first) : -1
  let at = first - 1
  for (let index = 0; index < count && at < keyword; index += 1) {
    at += valueAt(view, columns.gaps, index) + 1
    if (at === keyword) return index
  }
  return -1
}

/** The row of one keyword, without unpacking the others. */
export const findRow = (data: Uint8Array, keyword: number): DayRow | undefined => {
  const head = dayHead(data)
  const index = indexOf(head, keyword)
  return index < 0 ? undefined : rowAt(head, keyword, index)
}
