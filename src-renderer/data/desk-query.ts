import type { Reply } from '../../src-shared/desk/errors.ts'
import type { BlockAsk, BlockQuery, BlockReply } from './block-query.ts'

type Window = { readonly limit: number; readonly cursor?: string; readonly offset?: number }

/** Continues by cursor when the block before is known, else jumps by offset. */
export const windowOf = ({ offset, limit, cursor }: BlockAsk): Window =>
  cursor === null ? { offset, limit } : { cursor, limit }

/** A query over a few rows that come in one reply and are cut into blocks here. */
export const localQuery = <Row>(
  options: Pick<BlockQuery<Row>, 'key' | 'scope' | 'calls' | 'source'> & {
    readonly load: () => Promise<Reply<{ readonly rows: readonly Row[]; readonly freshAsOf: string | null }>>
  },
): BlockQuery<Row> => {
  let loading: ReturnType<typeof options.load> | undefined
  const fetch = async ({ offset, limit }: BlockAsk): Promise<Reply<BlockReply<Row>>> => {
    if (offset === 0) loading = undefined
    loading ??= options.load()
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
