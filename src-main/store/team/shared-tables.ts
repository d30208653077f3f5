// The tables that desks of a team share, as their rooms declare them.
import type { SharedTable } from '../tables.ts'

export type NamedTable = SharedTable & { readonly name: string }
type Rooms = readonly { readonly team?: { readonly tables?: Readonly<Record<string, SharedTable>> } }[]

/** In the order in which PostgreSQL writes them: a brand before what belongs to it. */
export const sharedTablesOf = (rooms: Rooms): readonly NamedTable[] =>
  rooms
    .flatMap(({ team }) => Object.entries(team?.tables ?? {}).map(([name, table]) => ({ name, ...table })))
    .sort((a, b) => a.place - b.place)
