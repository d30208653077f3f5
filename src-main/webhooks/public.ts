// What other rooms may use of the webhooks' SQL.

import { readOf, writeOf } from '../store/ask.ts'
import { newestOf, rowsOfBrand } from '../store/tables.ts'

export { likelyProvider, reportingMark, reportsByWebhook } from './queries/webhook-providers.ts'
export type { RejectedWebhooks } from './queries/webhooks-rejected.ts'

export const insertDeliveries = writeOf('deliveries.insert')
export const saveRefusals = writeOf('webhooks.saveRefusals')
export const readDeliveryDays = readOf('deliveries.days')
export const readRejectedWebhooks = readOf('webhooks.rejected')

/** SQL, as a table: deliveries by `no`; those that were accepted, which an index has by brand and slug. */
export const DELIVERIES = '(SELECT no, title FROM delivery)'
export const DELIVERED = "(SELECT no, brand_id, slug, title, received_at_ms FROM delivery WHERE status = 'accepted')"

/** SQL: what a removal of a brand deletes. */
export const DELIVERY_ROWS = rowsOfBrand('delivery')

/** SQL: the latest instant that the desk's clock stamped on a delivery. */
export const NEWEST_DELIVERY = newestOf('delivery', 'received_at_ms')
