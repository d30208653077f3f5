// What the desk and its query process say to each other.
import type { QueryCell, QueryResult } from '../../src-shared/desk/query.ts'

export type QueryScope = {
  readonly coreFile: string
  readonly cacheFile: string
  /** Another one whenever the desk has written: rows that were loaded before are loaded again. */
  readonly version: number
  /** No other brand's rows are loaded. */
  readonly brandIds: readonly string[]
  /** Whether rows have e-mail addresses: of contacts, and in any other text. */
  readonly hasAddresses: boolean
}

export type QueryRequest = {
  readonly id: number
  readonly scope: QueryScope
  readonly sql: string
  /** Bound by name; the tools of assistants use them. */
  readonly params: Readonly<Record<string, QueryCell>>
  /** Rows that are counted and not returned, before the first one. */
  readonly offset: number
  readonly limit: number
  readonly bytesMax: number
  readonly timeoutMs: number
}

export type QueryRows = Omit<QueryResult, 'freshAsOf' | 'tookMs'>

/** Why SQLite refused the query, in its words and in plain ones. */
export type QueryFault = {
  readonly message: string
  readonly at: { readonly line: number; readonly column: number } | null
}

export type QueryReply =
  | { readonly id: number; readonly ok: true; readonly rows: QueryRows }
  | { readonly id: number; readonly ok: false; readonly fault: QueryFault }

/** Nothing of ours goes over this channel but these messages. */
export type QueryProcess = {
  readonly send: (request: QueryRequest) => void
  readonly onReply: (listener: (reply: QueryReply) => void) => void
  readonly ended: Promise<void>
  /** Ends it without asking. */
  readonly kill: () => void
}

export type StartQueryProcess = () => QueryProcess
