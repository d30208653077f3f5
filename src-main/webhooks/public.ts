// What other rooms may use of the webhooks' SQL.

import { readOf, writeOf } from '../store/ask.ts'
import { rowsOfBrand } from '../store/tables.ts'

export { likelyProvider, reportingMark, reportsByWebhook } from './queries/webhook-providers.ts'
export type { RejectedWebhooks } from './queries/webhooks-rejected.ts'

export const insertDeliveries = writeOf('deliveries.insert')
export const readDeliveryDays = readOf('deliveries.days')
export const readRejectedWebhooks = readOf('webhooks.rejected')

/** SQL: what a removal of a brand deletes. */
export const DELIVERY_ROWS = rowsOfBrand('delivery')
