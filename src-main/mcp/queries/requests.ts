// Which assistant read which brands, when and how much: kept on this desk, without what was asked or answered.
import type { CallOutput, ParsedInput } from '../../../src-shared/desk/contract.ts'
import type { McpRequest } from '../../../src-shared/desk/mcp.ts'
import { toInstant } from '../../base/clock.ts'
import { assertBrand } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'
import { listPage } from '../../store/paging.ts'
import { type Condition, holds, searchText } from '../../store/search-text.ts'

const KEPT = 20_000
const PRUNE_EVERY = 100

/** A request stays in the list without the brand. */
export const OF_BRAND = `UPDATE assistant_scope SET brand_ids =
    (SELECT json_group_array(j.value) FROM json_each(assistant_scope.brand_ids) j WHERE j.value <> gone.id)
  FROM (SELECT ? AS id) gone WHERE instr(brand_ids, gone.id) > 0`

export type NewRequest = Omit<McpRequest, 'id' | 'at'> & { readonly atMs: number }

const SCOPE = 'SELECT no FROM assistant_scope WHERE brand_ids = ? LIMIT 1'
const SAVE = `INSERT INTO assistant_request (at_ms, client, tool, via, scope, is_all, returned, bytes, took_ms, is_refused, folded)
  VALUES (@atMs, @client, @tool, @via, @scope, @isAll, @returned, @bytes, @tookMs, @isRefused, @folded)`

const scopeOf = ({ core }: WritableDb, brandIds: readonly string[]): number | bigint => {
  const text = JSON.stringify(brandIds.toSorted())
  const known = prepared<{ no: number }>(core, SCOPE).get(text)
  return known?.no ?? prepared(core, 'INSERT INTO assistant_scope (brand_ids) VALUES (?)').run(text).lastInsertRowid
}

export const saveRequest = (db: WritableDb, { brandIds, isAll, isRefused, ...request }: NewRequest): void =>
  db.core
    .transaction(() => {
      const { lastInsertRowid } = prepared(db.core, SAVE).run({
        ...request,
        scope: scopeOf(db, brandIds),
        isAll: isAll ? 1 : 0,
        isRefused: isRefused ? 1 : 0,
        folded: searchText([request.tool, request.client]),
      })
      const no = Number(lastInsertRowid)
      if (no % PRUNE_EVERY !== 0) return
      prepared(db.core, 'DELETE FROM assistant_request WHERE no <= ?').run(no - KEPT)
      prepared(db.core, 'DELETE FROM assistant_scope WHERE no NOT IN (SELECT scope FROM assistant_request)').run()
    })
    .immediate()

type Row = Omit<McpRequest, 'id' | 'at' | 'brandIds' | 'isAll' | 'isRefused'> & {
  readonly no: number
  readonly atMs: number
  readonly brandIds: string
  readonly isAll: number
  readonly isRefused: number
}
const COLUMNS = `r.no, r.at_ms AS atMs, r.client, r.tool, r.via, s.brand_ids AS brandIds, r.is_all AS isAll, r.returned,
  r.bytes, r.took_ms AS tookMs, r.is_refused AS isRefused`

const readsOneOf = (brandIds: 'all' | readonly string[]): Condition | undefined =>
  brandIds === 'all'
    ? undefined
    : {
        sql: 'EXISTS (SELECT 1 FROM json_each(s.brand_ids) b WHERE b.value IN (SELECT value FROM json_each(?)))',
        params: [JSON.stringify(brandIds)],
      }

/** The newest first. */
export const requestsPage = (
  db: ReadableDb,
  { brandIds, search, ...input }: ParsedInput<'mcp.requests'>,
): CallOutput<'mcp.requests'> => {
  if (brandIds !== 'all') for (const id of brandIds) assertBrand(db, id)
  const { rows, ...page } = listPage<Row>(db.core, input, {
    columns: COLUMNS,
    from: 'assistant_request r JOIN assistant_scope s ON s.no = r.scope',
    conditions: [readsOneOf(brandIds), holds('r.folded', search)],
    keys: [{ by: 'at', sql: 'r.at_ms', direction: 'desc', nullable: false }],
    tie: 'r.no',
  })
  return {
    ...page,
    rows: rows.map(({ no, atMs, brandIds: ids, isAll, isRefused, ...row }) => ({
      ...row,
      id: `a${no}`,
      at: toInstant(atMs),
      brandIds: JSON.parse(ids) as string[], // as saveRequest wrote them
      isAll: isAll === 1,
      isRefused: isRefused === 1,
    })),
    freshAsOf: null,
  }
}
