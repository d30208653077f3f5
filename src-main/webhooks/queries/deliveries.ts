import type { CallOutput, ParsedInput } from '../../../src-shared/desk/contract.ts'
import type { IntentKind, IntentState } from '../../../src-shared/desk/intents.ts'
import type { Delivery } from '../../../src-shared/desk/webhooks.ts'
import { toInstant } from '../../base/clock.ts'
import { assertBrand } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'
import { listPage } from '../../store/paging.ts'
import { type Condition, holds, isOneOf, searchText } from '../../store/search-text.ts'
import { getSetting, setSetting } from '../../store/setting.ts'
import { unsynced } from '../../store/unsynced.ts'

/** A delivery before it has its number. `headers` and `body` as they came, webhook secrets masked. */
export type NewDelivery = Omit<Delivery, 'id' | 'receivedAt' | 'intentId'> & {
  readonly receivedAtMs: number
  readonly path: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
}

/** An accepted `article.published`, for what follows from it. */
export type PublishedArticle = {
  readonly no: number
  readonly brandId: string
  readonly slug: string
  readonly receivedAtMs: number
}

/** The result of an article that a delivery reports. */
export type ArticleConfirmed = {
  /** The desk's own intent that the delivery confirmed, now or earlier. */
  readonly intentId: string | null
  /** The intent whose state or items changed by it. */
  readonly changed: { readonly intentId: string; readonly kind: IntentKind; readonly state: IntentState } | null
}

/** Runs in the transaction that stores what follows from deliveries. */
export type ConfirmArticle = (
  db: WritableDb,
  article: Omit<PublishedArticle, 'no'> & { readonly deliveryId: string },
) => ArticleConfirmed

type DeliveryRecord = Omit<Delivery, 'id' | 'receivedAt'> & { readonly no: number; readonly receivedAtMs: number }

const PREFIX = 'd'
const APPLIED = 'webhooks.appliedThrough'
const COLUMNS = `no, brand_id AS brandId, received_at_ms AS receivedAtMs, event, slug, title, status, reason,
  secret_used AS secretUsed, intent_id AS intentId, bytes`

export const deliveryId = (no: number): string => `${PREFIX}${no}`
/** 0, which no delivery has, where the text is no id. */
export const deliveryNo = (id: string): number => (/^d\d{1,15}$/.test(id) ? Number(id.slice(PREFIX.length)) : 0)

const toDelivery = ({ no, receivedAtMs, ...row }: DeliveryRecord): Delivery => ({
  id: deliveryId(no),
  receivedAt: toInstant(receivedAtMs),
  ...row,
})

const INSERT = `
  INSERT INTO delivery (brand_id, received_at_ms, event, slug, title, status, reason, secret_used, bytes, path, headers,
    body, search)
  VALUES (@brandId, @receivedAtMs, @event, @slug, @title, @status, @reason, @secretUsed, @bytes, @path, @headers,
    @body, @search)
`
const COUNT = `
  INSERT INTO webhook_count (name, count) VALUES ('received', ?) ON CONFLICT (name) DO UPDATE SET count = count + excluded.count
`

/** Stores them all in one transaction; their numbers in the same order, null where the brand has been removed. */
export const insertDeliveries = (
  { core }: WritableDb,
  { deliveries }: { deliveries: readonly NewDelivery[] },
): (number | null)[] =>
  core
    .transaction(() => {
      const isThere = new Map<string, boolean>()
      const hasBrand = (brandId: string): boolean => {
        const known = isThere.get(brandId)
        if (known !== undefined) return known
        const found = prepared(core, 'SELECT 1 FROM brand WHERE id = ?').get(brandId) !== undefined
        isThere.set(brandId, found)
        return found
      }
      const insert = prepared(core, INSERT)
      const numbers = deliveries.map((one) => {
        if (!hasBrand(one.brandId)) return null
        const search = searchText([one.title, one.slug, one.event, one.reason])
        const { lastInsertRowid } = insert.run({ ...one, headers: JSON.stringify(one.headers), search })
        return Number(lastInsertRowid)
      })
      prepared(core, COUNT).run(numbers.filter((no) => no !== null).length)
      return numbers
    })
    // The lock is taken at the start: a read that turns into a write could meet another writer's commit and fail.
    .immediate()

/**
 * Confirms the desk's own publishes by their articles, in one transaction with the mark that every delivery up to
 * `through` is applied (0: no mark). It is not synced, so that no sender's commit waits behind it: after a power failure
 * the next start applies them again.
 */
export const createApplyDeliveries =
  (confirmArticle: ConfirmArticle) =>
  (
    db: WritableDb,
    { articles, through }: { articles: readonly PublishedArticle[]; through: number },
  ): ArticleConfirmed[] => {
    const apply = () => {
      const confirmed = articles.map(({ no, ...article }) => {
        const result = confirmArticle(db, { ...article, deliveryId: deliveryId(no) })
        if (result.intentId !== null) {
          prepared(db.core, 'UPDATE delivery SET intent_id = ? WHERE no = ?').run(result.intentId, no)
        }
        return result
      })
      if (through > appliedThrough(db)) setSetting(db, { key: APPLIED, value: through })
      return confirmed
    }
    return through === 0 ? db.core.transaction(apply).immediate() : unsynced(db, apply)
  }

const appliedThrough = (db: ReadableDb): number => {
  const value = getSetting(db, { key: APPLIED })
  return typeof value === 'number' ? value : 0
}

/** Accepted articles whose effect a crash may have cut off, the oldest first. */
export const unappliedDeliveries = (db: ReadableDb, _args: Record<string, never>): PublishedArticle[] => {
  const sql = `
    SELECT no, brand_id AS brandId, slug, received_at_ms AS receivedAtMs FROM delivery
    WHERE no > ? AND status = 'accepted' AND slug IS NOT NULL ORDER BY no`
  return prepared<PublishedArticle>(db.core, sql).all(appliedThrough(db))
}

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
  return { rows: rows.map(toDelivery), ...page, asOf: null }
}

export type StoredDelivery = {
  readonly delivery: Delivery
  readonly path: string
  readonly headers: [string, string][]
  readonly body: string
}

/** One delivery whole; null where there is none. */
export const getDelivery = ({ core }: ReadableDb, { id }: { id: string }): StoredDelivery | null => {
  type Whole = DeliveryRecord & { path: string; headers: string; body: string }
  const sql = `SELECT ${COLUMNS}, path, headers, body FROM delivery WHERE no = ?`
  const row = prepared<Whole>(core, sql).get(deliveryNo(id))
  if (row === undefined) return null
  const { path, headers, body, ...delivery } = row
  return { delivery: toDelivery(delivery), path, headers: JSON.parse(headers) as [string, string][], body } // as insertDeliveries wrote it
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

export const hasOlderDeliveries = ({ core }: ReadableDb, { beforeMs }: { beforeMs: number }): boolean =>
  prepared(core, 'SELECT 1 FROM delivery WHERE received_at_ms < ? LIMIT 1').get(beforeMs) !== undefined

const PRUNED_AT_ONCE = 500

/** Deletes some older deliveries, few enough that no sender waits long behind it; returns how many. */
export const pruneDeliveries = ({ core }: WritableDb, { beforeMs }: { beforeMs: number }): number =>
  core
    .transaction(() => {
      const sql = 'SELECT no FROM delivery WHERE received_at_ms < ? ORDER BY received_at_ms LIMIT ?'
      const rows = prepared<{ no: number }>(core, sql).all(beforeMs, PRUNED_AT_ONCE)
      for (const { no } of rows) {
        prepared(core, 'DELETE FROM delivery_forward WHERE delivery_no = ?').run(no)
        prepared(core, 'DELETE FROM delivery WHERE no = ?').run(no)
      }
      return rows.length
    })
    .immediate()
