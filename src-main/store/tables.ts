// What a room declares about its part of the two files, and how the rooms' declarations become one store.
import type { Database } from 'better-sqlite3'
import type { DeskError } from '../../src-shared/desk/errors.ts'
import { type BrandRows, prepared, type ReadQuery, type WriteQuery } from './db.ts'
import { composeMigrations, type FileKind, type Migration, type Migrations, type RoomSchema } from './migrate.ts'
import type { TeamClient } from './team/client.ts'
import { type NamedTable, type SharedTable, sharedTablesOf } from './team/shared-tables.ts'

/** Why PostgreSQL refused a write. */
export type Refusal = { readonly constraint: string; readonly message: string; readonly detail: string | null }

/** A request that the service still counts. */
export type SentRequest = { readonly bucket: string; readonly msAgo: number }

/** What a desk takes along when it joins a team or leaves it. */
export type Requests = {
  /** `under`: the core.db whose profile says what shares a limit. */
  readonly sent: (core: Database, at: { readonly nowMs: number; readonly under?: Database }) => readonly SentRequest[]
  /** In the place of what is stored. Null: not known. */
  readonly keep: (core: Database, sent: readonly SentRequest[] | null, nowMs: number) => void
}

/** Says in a sentence why a desk cannot set up or join a team now; null: it can. */
type Obstacle = (core: Database) => string | null

export type RoomTeam = {
  readonly tables?: Readonly<Record<string, SharedTable>>
  /** The message for the person, by the rule that refused; `core` holds their changes. */
  readonly refusals?: Readonly<Record<string, (core: Database, refusal: Refusal) => DeskError>>
  /** What waits while PostgreSQL cannot be reached, by the name of the write: the first words of a sentence. */
  readonly waits?: Readonly<Record<string, string>>
  /** Asked of PostgreSQL itself, on the thread that writes core.db, never within a write. */
  readonly queries?: Readonly<Record<string, (client: TeamClient, args: never) => Promise<unknown>>>
  /** The same, where they make a lease last longer: they wait for no other. */
  readonly renewals?: RoomTeam['queries']
  /** What has to end before. */
  readonly running?: Obstacle
  /** What no team may hold. */
  readonly forbidden?: Obstacle
  readonly requests?: Requests
}

/** The `tables.ts` of a room. Names of queries are unique over all rooms. */
export type RoomTables = {
  readonly reads: Readonly<Record<string, ReadQuery>>
  readonly writes: {
    /** Touch core.db alone and are short: they run on a thread of their own. */
    readonly core: Readonly<Record<string, WriteQuery>>
    /** All others: they may keep their thread busy for long. */
    readonly cache: Readonly<Record<string, WriteQuery>>
  }
  readonly brandRows: BrandRows
  readonly team?: RoomTeam
  /** Its part of the first schema. */
  readonly schema?: RoomSchema
  /** Later steps of the schema by their number, which is unique over all rooms. */
  readonly migrations?: Readonly<Partial<Record<FileKind, Readonly<Record<number, Migration>>>>>
  /** Completes the rows of a core.db of this older schema. */
  readonly afterTakeOver?: (core: Database, from: number) => void
  /** The highest number of this desk's deliveries, which has to be between these two; null: none. */
  readonly lastArrival?: (core: Database, own: { readonly after: number; readonly last: number }) => number | null
  /** Throws `conflict` while no backup may take the place of core.db. */
  readonly assertMayReplace?: (core: Database) => void
  /** Tables of which a restore leaves the rows as they are. */
  readonly keptByRestore?: readonly string[]
  /** Changes a core.db that was just restored from a backup, before it is used. */
  readonly afterRestore?: (core: Database) => void
  /** The same for tables that desks may share, if this desk shares with none: only then the backup is all there is. */
  readonly afterRestoreAlone?: (core: Database, nowMs: number, reason?: string) => void
}

/** What the engine needs from all rooms together. */
export type StoreTables = Pick<RoomTables, 'reads' | 'writes' | 'brandRows'> & {
  readonly lastArrival: NonNullable<RoomTables['lastArrival']>
  readonly assertMayReplace: (core: Database) => void
  readonly keptByRestore: readonly string[]
  readonly afterRestore: (
    core: Database,
    /** `reason`: why what was open is unknown, where it is not the age of a backup. */
    at: { readonly nowMs: number; readonly isAlone: boolean; readonly reason?: string },
  ) => void
  readonly migrations: Readonly<Record<FileKind, Migrations>>
  readonly team: Required<Pick<RoomTeam, 'refusals' | 'waits' | 'queries' | 'requests'>> & {
    /** Names of queries. */
    readonly renewals: ReadonlySet<string>
    readonly tables: readonly NamedTable[]
    readonly running: (core: Database) => readonly string[]
    readonly forbidden: (core: Database) => readonly string[]
  }
}

type Rooms = readonly RoomTables[]
type AsOne<Union> = (Union extends unknown ? (one: Union) => void : never) extends (one: infer All) => void
  ? All
  : never

/** All reads and all writes of rooms, by name. */
export type ReadsOf<R extends Rooms> = AsOne<R[number]['reads']>
export type WritesOf<R extends Rooms> = AsOne<R[number]['writes']['core'] | R[number]['writes']['cache']>

type TeamQueriesOfRoom<Room> =
  | (Room extends { readonly team: { readonly queries: infer Queries } } ? Queries : never)
  | (Room extends { readonly team: { readonly renewals: infer Renewals } } ? Renewals : never)
/** All queries of PostgreSQL, by name. */
export type TeamQueriesOf<R extends Rooms> = [TeamQueriesOfRoom<R[number]>] extends [never]
  ? Record<never, never>
  : AsOne<TeamQueriesOfRoom<R[number]>>

/** The rows of a table whose column holds the brand's id. */
export const byBrandId = (table: string): string => `DELETE FROM ${table} WHERE brand_id = ?`

/** How many rows of a table are a brand's. */
export const rowsOfBrand = (table: string): string => `SELECT count(*) AS count FROM ${table} WHERE brand_id = ?`

/** The latest instant in a column, not after @untilMs. */
export const newestOf = (table: string, column: string): string =>
  `SELECT max(${column}) AS at FROM ${table} WHERE ${column} <= @untilMs`

/** The rows of a table whose column holds the brand's number in cache.db. */
export const byBrandNo =
  (table: string) =>
  (cache: Database, brandNo: number): void =>
    void prepared(cache, `DELETE FROM ${table} WHERE brand_no = ?`).run(brandNo)

const merge = <Query>(parts: readonly Readonly<Record<string, Query>>[]): Readonly<Record<string, Query>> => {
  const names = parts.flatMap(Object.keys)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined)
    throw new Error(`Two rooms declare the query "${twice}", or one declares it twice. Give one of them another name.`)
  return Object.assign({}, ...parts)
}

/** One store of all rooms. The rows of a removed brand are deleted in the order of the rooms. */
export const composeTables = (rooms: Rooms): StoreTables => {
  const core = merge(rooms.map(({ writes }) => writes.core))
  const cache = merge(rooms.map(({ writes }) => writes.cache))
  merge([core, cache])
  const schemas = rooms.map(({ schema }) => schema ?? {})
  const laterOf = (file: FileKind) => rooms.map(({ migrations }) => migrations?.[file] ?? {})
  return {
    reads: merge(rooms.map(({ reads }) => reads)),
    writes: { core, cache },
    brandRows: {
      core: rooms.flatMap(({ brandRows }) => brandRows.core),
      cache: rooms.flatMap(({ brandRows }) => brandRows.cache),
    },
    migrations: {
      core: composeMigrations('core', {
        schemas,
        later: laterOf('core'),
        afterTakeOver: (file, from) => {
          for (const room of rooms) room.afterTakeOver?.(file, from)
        },
      }),
      inbox: composeMigrations('inbox', { schemas, later: laterOf('inbox') }),
      cache: composeMigrations('cache', { schemas, later: laterOf('cache') }),
    },
    team: {
      tables: sharedTablesOf(rooms),
      refusals: merge(rooms.map(({ team }) => team?.refusals ?? {})),
      waits: merge(rooms.map(({ team }) => team?.waits ?? {})),
      queries: merge(rooms.flatMap(({ team }) => [team?.queries ?? {}, team?.renewals ?? {}])),
      renewals: new Set(rooms.flatMap(({ team }) => Object.keys(team?.renewals ?? {}))),
      running: (core) => rooms.flatMap(({ team }) => team?.running?.(core) ?? []),
      forbidden: (core) => rooms.flatMap(({ team }) => team?.forbidden?.(core) ?? []),
      requests: {
        sent: (core, at) => rooms.flatMap(({ team }) => team?.requests?.sent(core, at) ?? []),
        keep: (core, sent, nowMs) => {
          for (const { team } of rooms) team?.requests?.keep(core, sent, nowMs)
        },
      },
    },
    lastArrival: (core, own) =>
      rooms.map(({ lastArrival }) => lastArrival?.(core, own) ?? null).find((no) => no !== null) ?? null,
    assertMayReplace: (core) => {
      for (const { assertMayReplace } of rooms) assertMayReplace?.(core)
    },
    keptByRestore: rooms.flatMap(({ keptByRestore }) => keptByRestore ?? []),
    afterRestore: (file, { nowMs, isAlone, reason }) => {
      for (const room of rooms) {
        room.afterRestore?.(file)
        if (isAlone) room.afterRestoreAlone?.(file, nowMs, reason)
      }
    },
  }
}
