// What a row of the team has to be before it is put into the mirror: what PostgreSQL checks (checks.ts of the schema), and what is inside
// of JSON. A row that is not is skipped and named, and never in the way of others.
import type { Database } from 'better-sqlite3'
import { isObject } from '../../../src-shared/service/named-values.ts'
import type { Key, Row } from './apply.ts'
import type { ColumnRule, JsonKind } from './column-rule.ts'
import { highestNumberAt } from './numbers.ts'
import type { NamedTable } from './shared-tables.ts'

export const listOf = (isFit: (one: unknown) => boolean): ColumnRule => ({
  json: 'list',
  isFit: (value) => Array.isArray(value) && value.every(isFit),
})

export const UNSIGNED = { made_by: null, changed_by: null, changed_at_ms: null } as const

/** As PostgreSQL has it: an integer that no number holds is a bigint. */
export type ServerRow = Readonly<Record<string, Row[string] | bigint>>
type Check = (value: unknown) => string | null

const FLAG = /^(is_.*|demo|star|can_manage|sync_enabled|as_zip|all_brands|needs_approval)$/
/** They are added up. */
const COUNT =
  /^(waiting|in_flight|confirmed|failed|skipped|unknown|cancelled|item|first_item|call_no|bytes|contacts_before|total_tests|passed_tests|monthly_budget)$/
const TEXT_MAX = 20_000
const PATTERN_MAX = 1_000_000
/** Their schemas take no empty one. */
const ID = /^(id|brand_id|note_id|rule_id|template_id)$/
const JSON_MAX = { texts: 1_000_000, list: 30_000_000, object: 10_000_000, any: 30_000_000 } as const

const between =
  (least: number, most: number): Check =>
  (value) =>
    typeof value === 'number' && value >= least && value <= most ? null : `is not between ${least} and ${most}`

const integer = (name: string): Check => {
  if (FLAG.test(name)) return between(0, 1)
  if (name.endsWith('_ms')) return between(0, 253_402_300_799_999)
  if (name === 'day' || name === 'until_day') return between(-719_162, 2_932_896)
  if (name === 'day_of_month') return between(1, 28)
  if (name.endsWith('_days')) return between(0, 36_500)
  if (COUNT.test(name)) return between(0, 1_000_000_000)
  return between(0, Number.MAX_SAFE_INTEGER)
}

const IS: Readonly<Record<JsonKind, (value: unknown) => boolean>> = {
  texts: (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
  list: Array.isArray,
  object: isObject,
  any: () => true,
}
const NAMES: Readonly<Record<JsonKind, string>> = {
  texts: 'a list of texts',
  list: 'a list',
  object: 'an object',
  any: 'JSON',
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const json = (core: Database, kind: JsonKind, isFit: (value: unknown) => boolean = () => true): Check => {
  // SQLite refuses JSON that is deeper than it reads.
  const isValid = core.prepare<[string], number>('SELECT json_valid(?)').pluck()
  return (value) => {
    if (typeof value !== 'string' || value.length > JSON_MAX[kind]) return 'is too long'
    const inside = parsed(value)
    if (inside === undefined || isValid.get(value) !== 1 || !IS[kind](inside)) return `is not ${NAMES[kind]}`
    return isFit(inside) ? null : 'has parts that this program cannot read'
  }
}

const text =
  (isFit: (value: string) => boolean, why: string): Check =>
  (value) =>
    typeof value === 'string' && isFit(value) ? null : why

const ofText = async (core: Database, name: string, rule: ColumnRule | undefined): Promise<Check> => {
  if (rule === undefined || typeof rule === 'number') {
    const least = ID.test(name) ? 1 : 0
    return text((value) => value.length >= least && value.length <= (rule ?? TEXT_MAX), 'is too long, or empty')
  }
  if (rule instanceof RegExp)
    return text((value) => value.length <= PATTERN_MAX && rule.test(value), 'has another form')
  if (typeof rule === 'string') return json(core, rule)
  if ('json' in rule) {
    const schema = await rule.schema?.()
    return json(core, rule.json, schema === undefined ? rule.isFit : (value) => schema.safeParse(value).success)
  }
  return text((value) => rule.includes(value), 'is none of the values that there are')
}

type Column = { readonly name: string; readonly type: string; readonly notnull: number }

const checkOf = async (core: Database, { name, type }: Column, rule: ColumnRule | undefined): Promise<Check> => {
  if (type === 'INTEGER') return integer(name)
  if (type === 'REAL') return between(-1e15, 1e15)
  return ofText(core, name, rule)
}

type CheckedColumn = { readonly name: string; readonly isNullable: boolean; readonly check: Check }

/** What a row of each table has to be. */
export const createRowRules = async (core: Database, shared: readonly NamedTable[]) => {
  const tables = new Map<string, readonly CheckedColumn[]>()
  const isNumberedByDesk = (table: string) => shared.find(({ name }) => name === table)?.isNumberedByDesk === true
  for (const { name, columns = {}, own = [], key, isSharedIf } of shared) {
    const all = core.pragma(`table_info(${name})`) as Column[] // as SQLite documents it
    const checked = all
      .filter((column) => !own.includes(column.name))
      .map(async (column) => ({
        name: column.name,
        isNullable: column.notnull === 0 && !key.includes(column.name),
        // A row of the team that says it is a desk's own would stay on every desk for good.
        check: column.name === isSharedIf ? between(1, 1) : await checkOf(core, column, columns[column.name]),
      }))
    tables.set(name, await Promise.all(checked))
  }
  /** Why this program cannot use the row, or one column of it, in words; null: it can. `nowMs` is the server's. */
  return (table: string, row: ServerRow, nowMs: number, only?: string): string | null => {
    for (const { name, isNullable, check } of tables.get(table) ?? []) {
      if (only !== undefined && only !== name) continue
      const value = row[name]
      const isMissing = value === null || value === undefined
      const why = isMissing ? (isNullable ? null : 'is missing') : check(value)
      if (why !== null) return `${name} ${why}`
    }
    // Another desk's next numbers begin after the highest one.
    const isOfFuture = only === undefined && typeof row.no === 'number' && row.no > highestNumberAt(nowMs)
    return isOfFuture && !isNumberedByDesk(table) ? 'no is a number of the future' : null
  }
}

/** A key as text, the same for a row and for what PostgreSQL notes of it. */
export const keyText = (key: readonly unknown[]): string =>
  `[${key.map((part) => (typeof part === 'bigint' ? `${part}` : JSON.stringify(part))).join(',')}]`

/** Null: no number holds a part of it. */
export const keyOf = (noted: string): Key | null => {
  const key = JSON.parse(noted) as Key // as PostgreSQL builds it
  return key.every((part) => typeof part === 'string' || Number.isSafeInteger(part)) ? key : null
}

/** The key here of what a row of this key still forbids (`stillForbids`), where that has a number of its own; NaN: it has none. */
export const restNumber = (noted: string): number =>
  -Math.min(Number((JSON.parse(noted) as Key)[0]), Number.MAX_SAFE_INTEGER)

/** Of a key that no number holds, as `keyText` makes it of the row. */
export const rawKeyText = (noted: string): string => noted.replaceAll(', ', ',')
