// Paging of any sorted set: no value comes last in either direction, a page continues after the last row seen
// (keyset) or jumps by offset, and a single sort key can walk an index of (filter columns, key).
// A cursor holds values only; they are checked and bound, so a forged one can name no SQL.
import { createHash } from 'node:crypto'
import type { Database } from 'better-sqlite3'
import { DeskError } from '../../src-shared/desk/errors.ts'
import { prepared } from './db.ts'
import { all, type Condition } from './search-text.ts'

/** `sql` is ours, never input: an expression on the rows of `from`. `by` is its name in the contract. */
export type SortKey = {
  readonly by: string
  readonly sql: string
  readonly direction: 'asc' | 'desc'
  readonly nullable: boolean
}

export type PageSpec = {
  readonly columns: string
  readonly from: string
  /** A condition, `TRUE` for none. */
  readonly where: string
  /** What the `?` of columns, from and where bind, in this order. */
  readonly params: readonly unknown[]
  /** One to three. */
  readonly keys: readonly SortKey[]
  /** A unique integer of each row, normally its rowid. */
  readonly tie: string
  readonly limit: number
  readonly offset?: number | undefined
  readonly cursor?: string | null | undefined
  /** Tells the list from others with the same order, so that a cursor continues only its own. */
  readonly list?: string
}

export type PageRows<Row> = { readonly rows: Row[]; readonly nextCursor: string | null }

type Value = number | string | null
/** `o` is the number of rows before; `k` and `t` are left out where they would not fit into a cursor. */
type Position = {
  readonly s: string
  readonly o: number
  readonly k?: Value[] | undefined
  readonly t?: number | undefined
}
type SortedRow = Record<string, unknown> & { readonly tie: number }

const CURSOR_CHARACTERS_MAX = 4000 // CursorSchema of the contract

const isValue = (value: unknown): value is Value =>
  value === null || typeof value === 'string' || Number.isFinite(value)

const isPosition = (json: unknown): json is Position => {
  if (typeof json !== 'object' || json === null) return false
  const { s, o, k, t, ...others } = json as Record<string, unknown> // an object, of which each field is looked at
  const isPlace =
    (k === undefined || (Array.isArray(k) && k.every(isValue))) && (t === undefined || Number.isSafeInteger(t))
  return (
    typeof s === 'string' && Number.isSafeInteger(o) && Number(o) >= 0 && isPlace && Object.keys(others).length === 0
  )
}

/** A list in an order that its reader knows, as its cursors name it. */
export type CursorList = Pick<PageSpec, 'list' | 'limit' | 'cursor'> & {
  readonly keys: readonly Omit<SortKey, 'sql'>[]
}

/** A list of 200 brands by id would not fit into a cursor. */
const LIST_CHARACTERS = 64
const listName = (list: string): string =>
  list.length <= LIST_CHARACTERS ? list : createHash('sha256').update(list).digest('base64url')

const signature = ({ keys, list }: Pick<CursorList, 'keys' | 'list'>): string =>
  [...(list === undefined ? [] : [listName(list)]), ...keys.map(({ by, direction }) => `${by}:${direction}`)].join(',')

const encode = (position: Position): string => {
  const text = (value: Position) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const whole = text(position)
  return whole.length <= CURSOR_CHARACTERS_MAX ? whole : text({ s: position.s, o: position.o })
}

const refused = () =>
  new DeskError('invalid', 'This cursor does not belong to this list. Request the first page again.', {
    issues: [{ path: 'cursor', message: 'not a cursor of this list and order' }],
  })

const decode = (cursor: string, spec: Omit<CursorList, 'limit'>): Position => {
  const { keys } = spec
  let json: unknown
  try {
    json = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    throw refused()
  }
  if (!isPosition(json) || json.s !== signature(spec)) throw refused()
  const { k, t } = json
  const isWhole =
    k?.length === keys.length && t !== undefined && keys.every((key, at) => key.nullable || k[at] !== null)
  if (!isWhole && (k !== undefined || t !== undefined)) throw refused()
  return json
}

const tieDirection = (keys: readonly SortKey[]) => keys.at(-1)?.direction ?? 'asc'

const orderBy = (keys: readonly SortKey[], tieOrder: string): string =>
  [...keys.map(({ sql, direction, nullable }) => `${sql} ${direction}${nullable ? ' NULLS LAST' : ''}`), tieOrder].join(
    ', ',
  )

const isAfter = (direction: 'asc' | 'desc') => (direction === 'asc' ? '>' : '<')

/** Rows after a position, in an order of these keys and then the tie. */
const after = (keys: readonly SortKey[], values: readonly Value[], tie: Condition): Condition => {
  const [key, ...rest] = keys
  const [value = null, ...restValues] = values
  if (key === undefined) return tie
  const further = after(rest, restValues, tie)
  if (value === null) return { sql: `(${key.sql} IS NULL AND ${further.sql})`, params: further.params }
  const orNull = key.nullable ? ` OR ${key.sql} IS NULL` : ''
  return {
    sql: `(${key.sql} ${isAfter(key.direction)} ?${orNull} OR (${key.sql} = ? AND ${further.sql}))`,
    params: [value, value, ...further.params],
  }
}

/** The order of a whole list. */
export const listOrder = ({ keys, tie }: Pick<PageSpec, 'keys' | 'tie'>): string =>
  orderBy(keys, `${tie} ${tieDirection(keys)}`)

type Section = { readonly condition: Condition; readonly order: string; readonly offset: number }

/**
 * The first key's values and its nulls are asked for one after the other: an OR over both would keep SQLite from
 * seeking in the index to where the page begins.
 */
const sectionsAfter = (spec: PageSpec, values: readonly Value[], tieValue: number): Section[] => {
  const { keys, tie } = spec
  const [first, ...rest] = keys
  const [value = null, ...restValues] = values
  const tieAfter = { sql: `${tie} ${isAfter(tieDirection(keys))} ?`, params: [tieValue] }
  const further = after(rest, restValues, tieAfter)
  if (first === undefined) throw new Error('A page needs a sort key.')
  const tieOrder = `${tie} ${tieDirection(keys)}`
  const nullOrder = orderBy(rest, tieOrder)
  if (value === null) {
    const condition = { sql: `${first.sql} IS NULL AND ${further.sql}`, params: further.params }
    return [{ condition, order: nullOrder, offset: 0 }]
  }
  const beyond = isAfter(first.direction)
  const ranked: Condition = {
    sql: `${first.sql} ${beyond}= ? AND (${first.sql} ${beyond} ? OR ${further.sql})`,
    params: [value, value, ...further.params],
  }
  const nulls = { sql: `${first.sql} IS NULL`, params: [] }
  const sections = [{ condition: ranked, order: orderBy(keys, tieOrder), offset: 0 }]
  return first.nullable ? [...sections, { condition: nulls, order: nullOrder, offset: 0 }] : sections
}

const sectionsOf = (spec: PageSpec, position: Position | undefined): Section[] => {
  if (position?.k !== undefined && position.t !== undefined) return sectionsAfter(spec, position.k, position.t)
  const offset = spec.offset ?? position?.o ?? 0
  return [
    {
      condition: { sql: 'TRUE', params: [] },
      order: listOrder(spec),
      offset,
    },
  ]
}

const readSection = (db: Database, spec: PageSpec, section: Section, limit: number): SortedRow[] => {
  const sorts = spec.keys.map(({ sql }, at) => `${sql} AS sort${at}`).join(', ')
  const sql = `
    SELECT ${spec.columns}, ${sorts}, ${spec.tie} AS tie FROM ${spec.from}
    WHERE (${spec.where}) AND ${section.condition.sql} ORDER BY ${section.order} LIMIT ? OFFSET ?`
  return prepared<SortedRow>(db, sql).all(...spec.params, ...section.condition.params, limit, section.offset)
}

const positionOf = (spec: CursorList & Pick<PageSpec, 'offset'>): Position | undefined =>
  spec.offset !== undefined || spec.cursor == null ? undefined : decode(spec.cursor, spec)

const readSections = (db: Database, spec: PageSpec, sections: readonly Section[], count: number): SortedRow[] => {
  const rows: SortedRow[] = []
  for (const section of sections) {
    const missing = count - rows.length
    if (missing > 0) rows.push(...readSection(db, spec, section, missing))
  }
  return rows
}

/** Where a row is in a list. */
export type RowPlace = { readonly keys: readonly Value[]; readonly tie: number }

/** How many rows of each part of a list may be in a page of the whole. */
const keptRows = (spec: CursorList & Pick<PageSpec, 'offset'>, position: Position | undefined): number =>
  (position?.k === undefined ? (spec.offset ?? position?.o ?? 0) : 0) + spec.limit + 1

/** Of a list that is read in parts: which rows of this part may be in the page. */
export const placesInPart = (db: Database, part: Omit<PageSpec, 'columns'>): RowPlace[] => {
  const spec = { ...part, columns: '1 AS one' }
  const position = positionOf(spec)
  const sections = sectionsOf(spec, position).map((section) => ({ ...section, offset: 0 }))
  return readSections(db, spec, sections, keptRows(spec, position)).map((row) => ({
    keys: spec.keys.map((_, at) => row[`sort${at}`] as Value), // the key's own column
    tie: row.tie,
  }))
}

/** As SQLite orders texts: by their bytes. */
const compareTexts = (one: string, other: string): number => {
  const length = Math.min(one.length, other.length)
  for (let at = 0; at < length; at += 1) {
    const [a, b] = [one.charCodeAt(at), other.charCodeAt(at)]
    // Halves of a pair come after all other signs.
    if (a !== b) return (a >> 11 === 0x1b ? a + 0x10000 : a) - (b >> 11 === 0x1b ? b + 0x10000 : b)
  }
  return one.length - other.length
}

const compareValues = (one: Value, other: Value, direction: 'asc' | 'desc'): number => {
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  const difference =
    typeof one === 'string' && typeof other === 'string' ? compareTexts(one, other) : Number(one) - Number(other)
  return direction === 'asc' ? difference : -difference
}

type JoinSpec = CursorList & Pick<PageSpec, 'offset'>

const inOrder =
  ({ keys }: JoinSpec) =>
  (one: RowPlace, other: RowPlace): number => {
    for (const [at, { direction }] of keys.entries()) {
      const difference = compareValues(one.keys[at] ?? null, other.keys[at] ?? null, direction)
      if (difference !== 0) return difference
    }
    return compareValues(one.tie, other.tie, keys.at(-1)?.direction ?? 'asc')
  }

/** The first of the places of some parts: no others can be in the page. */
export const firstPlaces = (spec: JoinSpec, places: readonly RowPlace[]): RowPlace[] =>
  places.toSorted(inOrder(spec)).slice(0, keptRows(spec, positionOf(spec)))

/** Of a list that is held in memory: the row that the page comes after, and how many of those after it may be in the page. */
export const pageStart = (spec: JoinSpec): { readonly after: RowPlace | undefined; readonly rows: number } => {
  const position = positionOf(spec)
  const { k, t } = position ?? {}
  const after = k === undefined || t === undefined ? undefined : { keys: k, tie: t }
  return { after, rows: keptRows(spec, position) }
}

/** The page of the whole list, of the places of all its parts. */
export const joinParts = (spec: JoinSpec, places: readonly RowPlace[]) => {
  const position = positionOf(spec)
  const kept = firstPlaces(spec, places).slice(keptRows(spec, position) - spec.limit - 1)
  const page = kept.slice(0, spec.limit)
  const last = page.at(-1)
  const o = (spec.offset ?? position?.o ?? 0) + page.length
  const hasMore = last !== undefined && kept.length > spec.limit
  return {
    ties: page.map(({ tie }) => tie),
    nextCursor: hasMore ? encode({ s: signature(spec), o, k: [...last.keys], t: last.tie }) : null,
  }
}

/** One page. Throws `invalid` for a cursor that is not one of this list in this order. `offset` goes before `cursor`. */
export const readPage = <Row extends object>(db: Database, spec: PageSpec): PageRows<Row> => {
  const position = positionOf(spec)
  const rows = readSections(db, spec, sectionsOf(spec, position), spec.limit + 1)
  const page = rows.slice(0, spec.limit)
  const last = page.at(-1)
  const before = (spec.offset ?? position?.o ?? 0) + page.length
  const next = (row: SortedRow): Position => ({
    s: signature(spec),
    o: before,
    k: spec.keys.map((_, at) => row[`sort${at}`] as Value), // the key's own column
    t: row.tie,
  })
  const nextCursor = last !== undefined && rows.length > spec.limit ? encode(next(last)) : null
  const toRow = ({ tie: _, sort0: _0, sort1: _1, sort2: _2, ...row }: SortedRow) => row
  return { rows: page.map(toRow) as unknown as Row[], nextCursor } // the columns are the caller's own
}

/** A row's place in a list: the values of its keys and its tie, none of them so long that a cursor cannot hold it. */
export type Place = { readonly keys: readonly number[]; readonly tie: number }

export type CursorReader<Row> = {
  /** The first `count` rows after a place, from the beginning without it. */
  readonly take: (after: Place | undefined, count: number) => readonly Row[]
  readonly placeOf: (row: Row) => Place
}

/** One page of a list that is not sorted by SQL. Throws `invalid` for a cursor that is not one of this list. */
export const cursorPage = <Row>(spec: CursorList, { take, placeOf }: CursorReader<Row>): PageRows<Row> => {
  const { limit, cursor } = spec
  const position = cursor == null ? undefined : decode(cursor, spec)
  if (position !== undefined && position.t === undefined) throw refused()
  const after = position?.t === undefined ? undefined : { keys: (position.k ?? []).map(Number), tie: position.t }
  const found = take(after, limit + 1)
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  if (last === undefined || found.length <= limit) return { rows, nextCursor: null }
  const { keys, tie } = placeOf(last)
  return { rows, nextCursor: encode({ s: signature(spec), o: (position?.o ?? 0) + rows.length, k: [...keys], t: tie }) }
}

/** How many rows fit: the exact `total` of a page. */
export const countRows = (db: Database, { from, where, params }: Pick<PageSpec, 'from' | 'where' | 'params'>): number =>
  prepared<{ total: number }>(db, `SELECT count(*) AS total FROM ${from} WHERE ${where}`).get(...params)?.total ?? 0

export type ListSpec = Pick<PageSpec, 'columns' | 'from' | 'keys' | 'tie'> & {
  /** Rows that meet all that are there. */
  readonly conditions: readonly (Condition | undefined)[]
}

/** A page of a call's list, with its exact total. */
export const listPage = <Row extends object>(
  db: Database,
  { limit, offset, cursor }: Pick<PageSpec, 'limit' | 'offset' | 'cursor'>,
  { conditions, ...list }: ListSpec,
): PageRows<Row> & { readonly total: number } => {
  const { sql: where, params } = all(conditions)
  const spec = { ...list, where, params, limit, offset, cursor }
  return { ...readPage<Row>(db, spec), total: countRows(db, spec) }
}
