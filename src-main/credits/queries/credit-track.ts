// What a paid action was charged, written in the transaction of its intent: one row per batch. An item's `creditsCharged` is
// its share of the batch; if no item has one, the answer never came.

import { BATCHES, type IntentEffect, ITEMS_OF_BATCH, type StoredIntent } from '../../journal/public.ts'
import { prepared, type WritableDb } from '../../store/db.ts'

/** Sums over the stored items of a batch: a change may have only some of them. */
type BatchSum = {
  readonly open: number
  readonly confirmed: number
  readonly unknown: number
  /** NULL if the service's answer never came. */
  readonly charged: number | null
  readonly wasRunning: number
}

const SUM = `SELECT coalesce(sum(state IN ('waiting', 'in_flight')), 0) AS open,
    coalesce(sum(state = 'confirmed'), 0) AS confirmed, coalesce(sum(state = 'unknown'), 0) AS unknown,
    sum(json_extract(result, '$.creditsCharged')) AS charged,
    coalesce(max(json_extract(result, '$.alreadyRunning')), 0) AS wasRunning
  FROM ${ITEMS_OF_BATCH}`

const WAS_RUNNING = 'Discovery (already running)'
const aboutOf = (kind: StoredIntent['kind'], sites: number): string =>
  kind === 'discover' ? 'Discovery of new sites' : `${sites} ${sites === 1 ? 'site' : 'sites'} searched for people`

const PRICES = `SELECT call_no AS call, json_array_length(payloads) AS sites,
    (SELECT coalesce(sum(json_extract(value, '$.price')), 0) FROM json_each(payloads)) AS price
  FROM ${BATCHES}`
const INSERT = `INSERT INTO credit (brand_id, act, intent_no, intent_id, call_no, state, at_ms, price, charged, about)
  VALUES (@brandId, @kind, @no, @id, @call, 'open', @atMs, @price, NULL, @about)`

type Price = { readonly call: number; readonly sites: number; readonly price: number }

/** The price of an open intent counts towards the budget. */
const insertOpen = ({ core }: WritableDb, { no, id, brandId, kind }: StoredIntent, atMs: number): void => {
  for (const { call, sites, price } of prepared<Price>(core, PRICES).all({ intentNo: no }))
    prepared(core, INSERT).run({ brandId, kind, no, id, call, atMs, price, about: aboutOf(kind, sites) })
}

const SETTLE = `UPDATE credit SET state = 'settled', charged = @charged, about = @about,
  at_ms = iif(state = 'open', @atMs, at_ms) WHERE no = @no`
const payload = (field: string) => `json_extract(payloads, '$[' || (item - first_item) || '].${field}')`
/** If the charge is unknown, the possible refund is the price. */
const SITES = `INSERT INTO credit_site (credit_no, prospect_id, brand_id, contacts_before, refunded_before, charged, state, since_ms)
  SELECT @no, subject, @brandId, coalesce(${payload('contacts')}, 0), coalesce(${payload('refunded')}, 0),
    coalesce(json_extract(result, '$.creditsCharged'), ${payload('price')}, 0), 'searching', @atMs
  FROM ${ITEMS_OF_BATCH} JOIN ${BATCHES} AS batch ON batch.call_no = @call
  WHERE state = 'confirmed'
  ON CONFLICT (credit_no, prospect_id) DO NOTHING`
const ROW = 'SELECT no FROM credit WHERE intent_no = ? AND call_no = ?'

const settleBatch = (
  { core }: WritableDb,
  intent: StoredIntent,
  { call, atMs }: { call: number; atMs: number },
): void => {
  const row = prepared<{ no: number }>(core, ROW).get(intent.no, call)
  const sum = prepared<BatchSum>(core, SUM).get({ intentNo: intent.no, call })
  if (row === undefined || sum === undefined || sum.open > 0) return
  if (sum.confirmed + sum.unknown === 0 && (sum.charged ?? 0) === 0) {
    prepared(core, 'DELETE FROM credit WHERE no = ?').run(row.no)
    return
  }
  const about = sum.wasRunning === 1 ? WAS_RUNNING : aboutOf(intent.kind, sum.confirmed + sum.unknown)
  prepared(core, SETTLE).run({ no: row.no, charged: sum.charged, about, atMs })
  if (intent.kind !== 'findPeople') return
  prepared(core, SITES).run({ no: row.no, brandId: intent.brandId, atMs, intentNo: intent.no, call })
}

export const trackCredits: IntentEffect = (db, before, { after, atMs }) => {
  if (before === null) insertOpen(db, after, atMs)
  else for (const call of new Set(after.items.map((item) => item.batch))) settleBatch(db, after, { call, atMs })
}
