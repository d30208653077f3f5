import type { Database } from 'better-sqlite3'
import type { CallOutput, ParsedInput } from '../../../src-shared/desk/contract.ts'
import type { ListedDelivery } from '../../../src-shared/desk/webhooks.ts'
import { DAY_MS, toInstant } from '../../base/clock.ts'
import { contentOf } from '../../store/arrivals.ts'
import { assertBrand } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import { listPage } from '../../store/paging.ts'
import { type Condition, holds, isOneOf } from '../../store/search-text.ts'
import { deliveryId, deliveryNo } from '../rules/delivery-id.ts'

type DeliveryRecord = Omit<ListedDelivery, 'id' | 'receivedAt'> & { readonly no: number; readonly receivedAtMs: number }

const COLUMNS = `no, brand_id AS brandId, received_at_ms AS receivedAtMs, event, slug, title, status, reason,
  secret_used AS secretUsed, intent_id AS intentId, bytes,
  coalesce(title, (SELECT known.title FROM delivery known
    WHERE known.brand_id = delivery.brand_id AND known.slug = delivery.slug AND known.status = 'accepted'
      AND known.title IS NOT NULL ORDER BY known.received_at_ms DESC LIMIT 1)) AS articleTitle`

const toDelivery = ({ no, receivedAtMs, ...row }: DeliveryRecord): ListedDelivery => ({
  id: deliveryId(no),
  receivedAt: toInstant(receivedAtMs),
  ...row,
})

type PageInput = ParsedInput<'webhooks.deliveries'>

const ofBrands = (db: ReadableDb, brandIds: PageInput['brandIds']): Condition | undefined => {
  if (brandIds === 'all') return undefined
  for (const id of brandIds) assertBrand(db, id)
  const [only] = brandIds
  return brandIds.length === 1 ? { sql: 'brand_id = ?', params: [only] } : isOneOf('brand_id', brandIds)
}

const since = (sql: string, instant: string | undefined): Condition | undefined =>
  instant === undefined ? undefined : { sql, params: [Date.parse(instant)] }

export const deliveriesPage = (db: ReadableDb, input: PageInput): CallOutput<'webhooks.deliveries'> => {
  const { filter, sort } = input
  const { rows, ...page } = listPage<DeliveryRecord>(db.core, input, {
    columns: COLUMNS,
    from: 'delivery',
    conditions: [
      ofBrands(db, input.brandIds),
      holds('search', input.search),
      isOneOf('event', filter.event),
      isOneOf('status', filter.status),
      since('received_at_ms >= ?', filter.from),
      since('received_at_ms <= ?', filter.to),
    ],
    keys: sort.map(({ by, direction }) => ({ by, direction, sql: 'received_at_ms', nullable: false })),
    tie: 'no',
  })
  return { rows: rows.map(toDelivery), ...page, freshAsOf: null }
}

export type StoredDelivery = {
  readonly delivery: ListedDelivery
  /** As it arrived, secrets masked; null where a damaged inbox.db lost it. */
  readonly content: {
    readonly path: string
    readonly headers: [string, string][]
    readonly body: Uint8Array
  } | null
}

/** One delivery whole; null where there is none. */
export const getDelivery = (db: ReadableDb, { id }: { id: string }): StoredDelivery | null => {
  const no = deliveryNo(id)
  const row = prepared<DeliveryRecord>(db.core, `SELECT ${COLUMNS} FROM delivery WHERE no = ?`).get(no)
  if (row === undefined) return null
  const content = contentOf(db, no)
  if (content === undefined) return { delivery: toDelivery(row), content: null }
  const headers = JSON.parse(content.headers) as [string, string][] // as the receiver wrote it
  return { delivery: toDelivery(row), content: { ...content, headers } }
}

/** When each brand's newest delivery came; the desk's own samples do not count. */
export const lastDeliveries = (
  { core }: ReadableDb,
  { brandIds }: { brandIds: readonly string[] },
): { brandId: string; atMs: number | null }[] => {
  const sql = "SELECT max(received_at_ms) AS atMs FROM delivery WHERE brand_id = ? AND status <> 'sample'"
  return brandIds.map((brandId) => ({
    brandId,
    atMs: prepared<{ atMs: number | null }>(core, sql).get(brandId)?.atMs ?? null,
  }))
}

const DAYS = `SELECT DISTINCT received_at_ms / ${DAY_MS} AS day FROM delivery
  WHERE brand_id = ? AND status <> 'sample' AND received_at_ms >= ? ORDER BY day`

/** Days in UTC, since 1970, on which a delivery of a brand came; oldest first. */
export const deliveryDays = (
  { core }: ReadableDb,
  { brandId, sinceMs }: { brandId: string; sinceMs: number },
): number[] => prepared<number>(core, DAYS).pluck().all(brandId, sinceMs)

const LAST = 'SELECT max(no) FROM delivery WHERE no > @after AND no <= @last'

/** The highest number between these two; null: none. */
export const lastNumber = (core: Database, own: { readonly after: number; readonly last: number }): number | null =>
  core.prepare<typeof own, number | null>(LAST).pluck().get(own) ?? null
