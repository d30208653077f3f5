// What other rooms may use of the journal's SQL.
export { RESTORED_REASON } from './queries/after-restore.ts'
export { confirmedItems } from './queries/confirmed-items.ts'
export { type Payload, payloadsOf } from './queries/intent-items.ts'
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
export { openMoves } from './queries/moves.ts'
