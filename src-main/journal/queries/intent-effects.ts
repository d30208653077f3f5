import type { IntentKind } from '../../../src-shared/desk/intents.ts'
import { trackCredits } from '../../credits/queries/credit-track.ts'
import { trackArticles } from '../../publishing/queries/article-track.ts'
import type { WritableDb } from '../../store/db.ts'
import type { StoredIntent } from './intents.ts'

export type IntentChange = { readonly after: StoredIntent; readonly atMs: number }

/** What a change of an intent means to the tables of its domain; `before` is null where it was just written. */
export type IntentEffect = (db: WritableDb, before: StoredIntent | null, change: IntentChange) => void

/** What a pitch changes shows in the outbox, which is the service's. */
const nothing: IntentEffect = () => undefined

const effects: Readonly<Record<IntentKind, IntentEffect>> = {
  publish: trackArticles,
  schedule: trackArticles,
  unschedule: trackArticles,
  unpublish: trackArticles,
  discover: trackCredits,
  findPeople: trackCredits,
  queue: nothing,
  unqueue: nothing,
}

export const applyIntentEffects: IntentEffect = (db, before, change) => effects[change.after.kind](db, before, change)
