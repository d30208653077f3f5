// The tables that desks of a team share, as their rooms declare them.
import type { ReadableDataset } from '../../../src-shared/desk/datasets.ts'
import type { Row } from './apply.ts'
import type { ColumnRule } from './column-rule.ts'

/** A table of core.db that desks of a team share; the same as in PostgreSQL's team_table. */
export type SharedTable = {
  /** Where PostgreSQL writes it among all tables. */
  readonly place: number
  readonly key: readonly string[]
  /** The column with the brand's id; null: it belongs to no brand. */
  readonly brand: string | null
  /** A row names brands in a list: who sees all of them sees it. */
  readonly isOfListedBrands?: boolean
  /** Its brand is that of the row of `table` whose `key` its `column` holds: PostgreSQL alone has the brand's column. */
  readonly parent?: { readonly table: string; readonly key: string; readonly column: string }
  /** A room keeps its rows in memory and hears which changed, also by rows that have them as parents. */
  readonly isFollowed?: boolean
  /** Each desk numbers its own rows in a range (desk-numbers.ts). */
  readonly isNumberedByDesk?: boolean
  /** The column that holds who wrote a row, where that is not `made_by`. */
  readonly writer?: string
  /** Empty on a desk alone. */
  readonly isTeamOnly?: boolean
  /** A person knows nothing of its rows: they go with others. */
  readonly isSilent?: boolean
  /** A column: rows that have 0 in it are the desk's own. */
  readonly isSharedIf?: string
  /** Columns that a desk has alone. */
  readonly own?: readonly string[]
  /** What a desk may write while PostgreSQL cannot be reached: new rows only, or any, where the last one wins. */
  readonly merge?: 'add' | 'last-wins'
  /** What a column has to hold where its type and its name do not say it, as PostgreSQL checks it. */
  readonly columns?: Readonly<Record<string, ColumnRule>>
  /** Of a row that has to be skipped: what it forbids stays forbidden. */
  readonly stillForbids?: (row: Row) => Row | null
  /** What a person sees of it, for `changed` events. */
  readonly datasets: readonly ReadableDataset[]
}

export type NamedTable = SharedTable & { readonly name: string }
type Rooms = readonly { readonly team?: { readonly tables?: Readonly<Record<string, SharedTable>> } }[]

/** In the order in which PostgreSQL writes them: a brand before what belongs to it. */
export const sharedTablesOf = (rooms: Rooms): readonly NamedTable[] =>
  rooms
    .flatMap(({ team }) => Object.entries(team?.tables ?? {}).map(([name, table]) => ({ name, ...table })))
    .sort((a, b) => a.place - b.place)
