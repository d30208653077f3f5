// What the rest of the desk sees of the two databases: named reads and writes, answered by worker threads.
// No SQL and no connection exists on the main thread.

/** The rooms' queries by name: src-main/tables.ts adds them to these two. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging, so that the engine imports no room
export interface Reads {}
// biome-ignore lint/suspicious/noEmptyInterface: as above
export interface Writes {}

type Query = (db: never, args: never) => unknown
type ArgsOf<Q extends Query> = Parameters<Q>[1]

/** A thread of a room that has inbox.db open as well. */
export type InboxHolder = { readonly close: () => Promise<unknown>; readonly open: () => Promise<unknown> }

export type Store = {
  readonly read: <Name extends keyof Reads>(name: Name, args: ArgsOf<Reads[Name]>) => Promise<ReturnType<Reads[Name]>>
  /** `transfer` hands buffers over instead of copying them. */
  readonly write: <Name extends keyof Writes>(
    name: Name,
    args: ArgsOf<Writes[Name]>,
    transfer?: readonly ArrayBuffer[],
  ) => Promise<ReturnType<Writes[Name]>>
  /** While damaged files are repaired, the holder closes its file. */
  readonly setInboxHolder: (holder: InboxHolder) => void
  /** Checks the files and repairs what is damaged. */
  readonly repair: () => Promise<void>
  readonly close: () => Promise<void>
}
