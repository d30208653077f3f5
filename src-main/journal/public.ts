// What other rooms may use of the journal's SQL.

import { readOf, writeOf } from '../store/ask.ts'
import { newestOf, rowsOfBrand } from '../store/tables.ts'

export { RESTORED_REASON } from './queries/after-restore.ts'
export { BATCHES, INTENTS, ITEMS, ITEMS_OF_BATCH, isAnyKept } from './queries/batch-items.ts'
export { confirmedItems, confirmedOnProviders, type ProviderTime } from './queries/confirmed-items.ts'
export { payloadsOf } from './queries/intent-items.ts'
export type {
  IntentDetails,
  IntentEffect,
  IntentHooks,
  IntentWrites,
  NewIntent,
  PreviewUse,
  StoredIntent,
} from './queries/intents.ts'
export { createIntentWrites } from './queries/intents.ts'
export type { IntentHead, ItemToSend } from './queries/intents-open.ts'
export type { IntentToCheck } from './queries/intents-to-check.ts'
export {
  intentOfId,
  isAnyOpenOrSince,
  isConfirmed,
  itemsOfContact,
  pitchBefore,
  sumEnds,
} from './queries/items-by-kind.ts'
export { openMoves } from './queries/moves.ts'
export { searchedElsewhere } from './queries/searched-elsewhere.ts'
export { ACTIVITY_VIEWS } from './queries/views.ts'

export const applyIntentEvents = writeOf('intents.applyAll')
export const insertIntents = writeOf('intents.insert')
export const readIntent = readOf('intents.get')
export const readIntentItems = readOf('intents.items')
export const readIntentsToCheck = readOf('intents.toCheck')
export const readNewestPitches = readOf('intents.newestPitches')
export const readOpenIntents = readOf('intents.open')
export const readUnscheduleOfMove = readOf('intents.unscheduleOfMove')

/** SQL: what a removal of a brand deletes. */
export const INTENT_ROWS = rowsOfBrand('intent')

/** SQL: the latest instant that the desk's clock stamped on an intent. */
export const NEWEST_INTENT = newestOf('intent', 'created_at_ms')
