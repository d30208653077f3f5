// What a list asks for: its rows in blocks, and the same rows for an export.
import type { CallInput, CallName } from '../../src-shared/desk/contract.ts'
import type { Reply } from '../../src-shared/desk/errors.ts'
import type { ExportListName } from '../../src-shared/desk/values/export-lists.ts'

export type BlockAsk = {
  readonly offset: number
  readonly limit: number
  /** Continues the block before; null: jump to `offset`. */
  readonly cursor: string | null
  /** Also load what the first paint does not need. */
  readonly isDetailed: boolean
  /** The rows on show are asked for again: kept ones do not count. */
  readonly isAgain?: boolean
  /** The rows of the block, where only their details are missing. */
  readonly known?: BlockReply<unknown> | undefined
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
  /** The rows have their details, though they were not asked for. */
  readonly isDetailed?: boolean
}
export type BlockQuery<Row> = {
  /** Two queries with the same key have the same rows in the same order. */
  readonly key: string
  /** Brand ids, or `all`. Rows of one scope are never shown while another one loads. */
  readonly scope: string
  /** The calls that its rows come from. Without calls, only another key makes them stale. */
  readonly calls: readonly CallName[]
  /** Further calls that read all brands, whatever its scope. */
  readonly callsOfAll?: readonly CallName[]
  readonly hasDetails: boolean
  /** The same rows for an export; absent: they cannot be exported. */
  readonly source?: ExportSource
  readonly fetch: (ask: BlockAsk) => Promise<Reply<BlockReply<Row>>>
}

type Window = { readonly limit: number; readonly cursor?: string; readonly offset?: number }

/** Continues by cursor when the block before is known, else jumps by offset. */
export const windowOf = ({ offset, limit, cursor }: BlockAsk): Window =>
  cursor === null ? { offset, limit } : { cursor, limit }

/** A query over a few rows that come in one reply and are cut into blocks here. */
export const localQuery = <Row>(
  options: Pick<BlockQuery<Row>, 'key' | 'scope' | 'calls' | 'source'> & {
    readonly load: (
      wanted: BlockAsk,
    ) => Promise<Reply<{ readonly rows: readonly Row[]; readonly freshAsOf: string | null }>>
  },
): BlockQuery<Row> => {
  let loading: ReturnType<typeof options.load> | undefined
  const fetch = async (wanted: BlockAsk): Promise<Reply<BlockReply<Row>>> => {
    const { offset, limit } = wanted
    if (offset === 0) loading = undefined
    loading ??= options.load(wanted)
    const reply = await loading
    if (!reply.ok) return reply
    const { rows, freshAsOf } = reply.value
    return {
      ok: true,
      value: { rows: rows.slice(offset, offset + limit), total: rows.length, nextCursor: null, freshAsOf },
    }
  }
  return { ...options, hasDetails: false, fetch }
}

type Compared = number | string | boolean | null

/** Sorts by the values that `fieldOf` gives. Rows without a value come last in either direction. */
export const sortRows = <Row>(
  rows: readonly Row[],
  keys: readonly { readonly by: string; readonly direction: 'asc' | 'desc' }[],
  fieldOf: (row: Row, field: string) => Compared,
): Row[] =>
  [...rows].sort((a, b) => {
    for (const { by, direction } of keys) {
      const one = fieldOf(a, by)
      const other = fieldOf(b, by)
      if (one === other) continue
      if (one === null) return 1
      if (other === null) return -1
      const order =
        typeof one === 'string' && typeof other === 'string' ? one.localeCompare(other) : one < other ? -1 : 1
      return direction === 'asc' ? order : -order
    }
    return 0
  })
