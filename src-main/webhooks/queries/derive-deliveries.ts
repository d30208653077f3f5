// The rows that the desk shows are derived from inbox.db, in the order of arrival, together with what follows from them: the
// desk's own publishes are confirmed. One transaction of core.db holds the rows, the effects and the number they reach to,
// so that a crash repeats all of it or nothing.
import type { Database } from 'better-sqlite3'
import { DeskError } from '../../../src-shared/desk/errors.ts'
import type { IntentKind, IntentState } from '../../../src-shared/desk/intents.ts'
import type { Delivery } from '../../../src-shared/desk/webhooks.ts'
import { toInstant } from '../../base/clock.ts'
import { ARRIVAL_INSERT, arrivalValues } from '../../store/arrival.ts'
import { arrivalsAfter, lastArrival } from '../../store/arrivals.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'
import { derivedThrough, saveDerivedThrough } from '../../store/inbox.ts'
import { searchText } from '../../store/search-text.ts'
import { unsynced } from '../../store/unsynced.ts'
import { deliveryId, deliveryNo } from '../rules/delivery-id.ts'

/** A delivery for inbox.db that came in another way than by the receiver. */
export type NewDelivery = Omit<Delivery, 'id' | 'receivedAt' | 'intentId'> & {
  readonly receivedAtMs: number
  readonly path: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
}

/** An accepted `article.published`, for what follows from it. */
export type PublishedArticle = { readonly brandId: string; readonly slug: string; readonly receivedAtMs: number }

/** The result of an article that a delivery reports. */
export type ArticleConfirmed = {
  /** The desk's own intent that the delivery confirmed, now or earlier. */
  readonly intentId: string | null
  /** The intent whose state or items changed by it. */
  readonly changed: { readonly intentId: string; readonly kind: IntentKind; readonly state: IntentState } | null
}

/** Runs in the transaction that stores what follows from deliveries. What it did before it throws, it undoes itself. */
export type ConfirmArticle = (
  db: WritableDb,
  article: PublishedArticle & { readonly deliveryId: string },
) => ArticleConfirmed

export type Applied = { readonly article: PublishedArticle; readonly confirmed: ArticleConfirmed }
export type Derived = {
  readonly deliveries: readonly Delivery[]
  readonly applied: readonly Applied[]
  /** Why the effect of a delivery failed; it can be replayed. */
  readonly failures: readonly { readonly deliveryId: string; readonly message: string }[]
  /** About how many more are waiting; 0 after a step that took all there was. */
  readonly left: number
}

type Row = Omit<Delivery, 'id' | 'receivedAt' | 'intentId'> & { readonly no: number; readonly receivedAtMs: number }

const INSERT = `
  INSERT OR IGNORE INTO delivery (no, brand_id, received_at_ms, event, slug, title, status, reason, secret_used, bytes, search)
  SELECT ?, id, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM brand WHERE id = ?`
const COUNT = `
  INSERT INTO webhook_count (name, count) VALUES ('received', ?) ON CONFLICT (name) DO UPDATE SET count = count + excluded.count`
const IS_DERIVED = 'SELECT 1 FROM delivery WHERE no = ?'
const CONFIRMED = 'UPDATE delivery SET intent_id = ? WHERE no = ?'

const articleOf = ({ status, slug, brandId, receivedAtMs }: Omit<Row, 'no'>): PublishedArticle | null =>
  status === 'accepted' && slug !== null ? { brandId, slug, receivedAtMs } : null

const applyArticle = (db: WritableDb, confirm: ConfirmArticle, no: number, article: PublishedArticle): Applied => {
  const confirmed = confirm(db, { ...article, deliveryId: deliveryId(no) })
  if (confirmed.intentId !== null) prepared(db.core, CONFIRMED).run(confirmed.intentId, no)
  return { article, confirmed }
}

const toDelivery = ({ no, receivedAtMs, ...row }: Row, intentId: string | null): Delivery => ({
  id: deliveryId(no),
  receivedAt: toInstant(receivedAtMs),
  ...row,
  intentId,
})

/** Binds in order, which is the cheapest way. */
const insertValues = (row: Row): unknown[] => {
  const { no, brandId, receivedAtMs, event, slug, title, status, reason, secretUsed, bytes } = row
  const search = searchText([title, slug, event, reason])
  return [no, receivedAtMs, event, slug, title, status, reason, secretUsed, bytes, search, brandId]
}

/**
 * These rows, inside a transaction of core.db; repeated, they change nothing. Rows of a brand that is not on this desk are
 * passed over.
 */
const deriveRows = (db: WritableDb, confirm: ConfirmArticle, rows: readonly Row[]): Omit<Derived, 'left'> => {
  const insert = prepared(db.core, INSERT)
  const applied: Applied[] = []
  const failures: { deliveryId: string; message: string }[] = []
  const apply = (no: number, article: PublishedArticle): string | null => {
    try {
      const one = applyArticle(db, confirm, no, article)
      applied.push(one)
      return one.confirmed.intentId
    } catch (error) {
      if (!(error instanceof DeskError)) throw error
      failures.push({ deliveryId: deliveryId(no), message: error.message })
      return null
    }
  }
  const deliveries = rows.flatMap((row) => {
    const isNew = insert.run(...insertValues(row)).changes > 0
    if (!isNew && prepared(db.core, IS_DERIVED).get(row.no) === undefined) return []
    const article = articleOf(row)
    const intentId = article === null ? null : apply(row.no, article)
    return isNew ? [toDelivery(row, intentId)] : []
  })
  prepared(db.core, COUNT).run(deliveries.length)
  return { deliveries, applied, failures }
}

const deriveNext = (db: WritableDb, confirm: ConfirmArticle, limit: number): Derived => {
  const rows = arrivalsAfter(db, derivedThrough(db.core), limit) as Row[] // as the receiver wrote them
  const last = rows.at(-1)
  if (last === undefined) return { deliveries: [], applied: [], failures: [], left: 0 }
  const derived = deriveRows(db, confirm, rows)
  saveDerivedThrough(db.core, last.no)
  return { ...derived, left: rows.length < limit ? 0 : lastArrival(db) - last.no }
}

/** Not synced, so that nobody's commit waits for it: after a power failure the next start derives the rows again. */
export const createDeriveDeliveries =
  (confirm: ConfirmArticle) =>
  (db: WritableDb, { limit }: { limit: number }): Derived =>
    unsynced(db, () => deriveNext(db, confirm, limit))

/** Applies one delivery again. A person asked for it, so the commit is waited for. */
export const createReapplyDelivery =
  (confirm: ConfirmArticle) =>
  (db: WritableDb, { id }: { id: string }): Applied | null =>
    db.core
      .transaction(() => {
        const no = deliveryNo(id)
        const sql =
          'SELECT brand_id AS brandId, slug, status, received_at_ms AS receivedAtMs FROM delivery WHERE no = ?'
        const row = prepared<Row>(db.core, sql).get(no)
        const article = row === undefined ? null : articleOf(row)
        return article === null ? null : applyArticle(db, confirm, no, article)
      })
      .immediate()

const addArrivals = (inbox: Database, deliveries: readonly NewDelivery[], isKnown: (brandId: string) => boolean) =>
  inbox
    .transaction(() =>
      deliveries.map(({ headers, body, ...one }) => {
        if (!isKnown(one.brandId)) return null
        const values = arrivalValues({ ...one, headers: JSON.stringify(headers), body: Buffer.from(body) })
        return Number(prepared(inbox, ARRIVAL_INSERT).run(...values).lastInsertRowid)
      }),
    )
    .immediate()

/**
 * Deliveries that the receiver did not take; their numbers, null where the brand has been removed. Their rows are derived at
 * once and announced to nobody; others that wait stay for the next step, which passes over these.
 */
export const createInsertDeliveries =
  (confirm: ConfirmArticle) =>
  (db: WritableDb, { deliveries }: { deliveries: readonly NewDelivery[] }): (number | null)[] =>
    db.core
      .transaction(() => {
        const brands = new Set(db.core.prepare('SELECT id FROM brand').pluck().all())
        const numbers = addArrivals(db.inbox, deliveries, (brandId) => brands.has(brandId))
        deriveRows(
          db,
          confirm,
          deliveries.flatMap(({ path: _, headers: __, body: ___, ...row }, at) => {
            const no = numbers[at] ?? null
            return no === null ? [] : [{ ...row, no }]
          }),
        )
        return numbers
      })
      .immediate()

/** Whether arrivals wait to be derived. */
export const hasUnderived = (db: ReadableDb, _args: Record<string, never>): boolean => {
  return lastArrival(db) > derivedThrough(db.core)
}
