// What the rest of the desk sees of the two databases: named reads and writes, answered by worker threads.
// No SQL and no connection exists on the main thread.
import type { Mirrored, TeamState } from './team/state.ts'

/** The rooms' queries by name: src-main/tables.ts adds them to these two. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging, so that the engine imports no room
export interface Reads {}
// biome-ignore lint/suspicious/noEmptyInterface: as above
export interface Writes {}

// biome-ignore lint/suspicious/noEmptyInterface: as above, of what rooms ask PostgreSQL itself
export interface TeamQueries {}

type Query = (db: never, args: never) => unknown
export type ArgsOf<Q extends Query> = Parameters<Q>[1]

/** A thread of a room that has inbox.db open as well. */
export type InboxHolder = { readonly close: () => Promise<unknown>; readonly open: () => Promise<unknown> }

/** What the caller read before it decided on this write: the position of the mirror then, and the shared tables. */
export type ReadPosition = { readonly position: number; readonly tables: readonly string[] }

/** The other desks of the team. */
export type StoreTeam = {
  /** Rejects with `network` while PostgreSQL cannot be reached. */
  readonly query: <Name extends keyof TeamQueries>(
    name: Name,
    args: ArgsOf<TeamQueries[Name]>,
  ) => Promise<Awaited<ReturnType<TeamQueries[Name]>>>
  /** As last heard. */
  readonly state: () => TeamState
  readonly onState: (listener: (state: TeamState) => void) => () => void
  /** Called after changes of others are in the mirror. */
  readonly onMirrored: (listener: (mirrored: Mirrored) => void) => () => void
}

export type Store = {
  readonly read: <Name extends keyof Reads>(name: Name, args: ArgsOf<Reads[Name]>) => Promise<ReturnType<Reads[Name]>>
  /**
   * `transfer` hands buffers over instead of copying them. In a team, rejects with `conflict` if one of the tables of `readPosition`
   * was changed since for the brands that are written.
   */
  readonly write: <Name extends keyof Writes>(
    name: Name,
    args: ArgsOf<Writes[Name]>,
    transfer?: readonly ArrayBuffer[],
    readPosition?: ReadPosition,
  ) => Promise<ReturnType<Writes[Name]>>
  /** Null: a desk alone. */
  readonly team: StoreTeam | null
  /** While damaged files are repaired, the holder closes its file. */
  readonly setInboxHolder: (holder: InboxHolder) => void
  /** Checks the files and repairs what is damaged. */
  readonly repair: () => Promise<void>
  readonly close: () => Promise<void>
}
