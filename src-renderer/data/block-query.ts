// What a list asks for: its rows in blocks, and the same rows for an export.
import type { CallInput, CallName } from '../../src-shared/desk/contract.ts'
import type { Reply } from '../../src-shared/desk/errors.ts'
import type { ExportListName } from '../../src-shared/desk/export-lists.ts'

export type BlockAsk = {
  readonly offset: number
  readonly limit: number
  /** Continues the block before; null: jump to `offset`. */
  readonly cursor: string | null
  /** Also load what the first paint does not need. */
  readonly isDetailed: boolean
}
/** A list of the desk, as its call is asked for it; with `keys` or `numbers` these rows alone. */
export type ExportSource = {
  readonly list: ExportListName
  readonly input: Readonly<Record<string, unknown>>
  readonly keys?: readonly string[]
  /** The reply on show, where asking again would give another one. */
  readonly answer?: CallInput<'exports.write'>['answer']
  readonly numbers?: { readonly ranges: readonly (readonly [number, number])[]; readonly total: number }
}
export type BlockReply<Row> = {
  readonly rows: readonly Row[]
  readonly total: number
  readonly nextCursor: string | null
  readonly freshAsOf: string | null
}
export type BlockQuery<Row> = {
  /** Two queries with the same key have the same rows in the same order. */
  readonly key: string
  /** Brand ids, or `all`. Rows of one scope are never shown while another one loads. */
  readonly scope: string
  /** The calls that its rows come from. Without calls, only another key makes them stale. */
  readonly calls: readonly CallName[]
  readonly hasDetails: boolean
  /** The same rows for an export; absent: they cannot be exported. */
  readonly source?: ExportSource
  readonly fetch: (ask: BlockAsk) => Promise<Reply<BlockReply<Row>>>
}
