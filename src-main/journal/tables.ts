import type { Database } from 'better-sqlite3'
import { INTENT_ITEM_STATES, INTENT_STATES } from '../../src-shared/desk/values/state-names.ts'
import { isObject } from '../../src-shared/service/named-values.ts'
import { byBrandId, type RoomTables } from '../store/tables.ts'
import type { ColumnRule } from '../store/team/column-rule.ts'
import { listOf } from '../store/team/row-rules.ts'
import { assertNothingInFlight, markOpenIntentsUnknown } from './queries/after-restore.ts'
import { claimOf, claimsLeft } from './queries/intent-claims.ts'
import { hashIntents } from './queries/intent-hash.ts'
import { getIntent, intentWithoutItems, listIntents } from './queries/intent-list.ts'
import type { IntentWrites } from './queries/intents.ts'
import {
  batchToSend,
  intentItems,
  intentsByNo,
  intentsToTakeUp,
  intentsWithUnknownItems,
  intentToSend,
  isAsQueued,
  openIntents,
} from './queries/intents-open.ts'
import { intentsToCheck } from './queries/intents-to-check.ts'
import { partsOfMove, unscheduleOfMove } from './queries/moves.ts'
import { newestPitches } from './queries/newest-pitches.ts'
import { intentRefusals } from './queries/refusals.ts'
import { journalSchema } from './queries/schema.ts'
import { claimNext, deskName, giveBackClaim, renewClaim } from './queries/team-claims.ts'
import { openActions, openTwice } from './queries/team-obstacles.ts'

/** What belongs to an intent has its brand from it. */
const ofIntent = {
  brand: 'brand_id',
  parent: { table: 'intent', key: 'no', column: 'intent_no' },
  datasets: ['intents'],
} as const

/** As `INTENT_KINDS`, which threads of the store do not load. */
const KINDS = ['publish', 'schedule', 'unschedule', 'unpublish', 'queue', 'unqueue', 'discover', 'findPeople'] as const
const ACTS = [
  'created',
  'held',
  'paused',
  'resumed',
  'released',
  'approved',
  'cancelled',
  'decided',
  'retried',
] as const
const payloadsRule: ColumnRule = listOf(isObject)
const detailsRule: ColumnRule = {
  json: 'object',
  schema: async () => (await import('../../src-shared/desk/intents.ts')).IntentSchema.shape.details,
}

const sharedTables = {
  intent: {
    place: 13,
    key: ['no'],
    brand: 'brand_id',
    isFollowed: true,
    columns: { id: 64, kind: KINDS, state: INTENT_STATES, details: detailsRule },
    datasets: ['intents'],
  },
  intent_call: { place: 14, key: ['no'], columns: { payloads: payloadsRule }, ...ofIntent },
  intent_item: {
    place: 15,
    key: ['intent_no', 'item'],
    columns: { state: INTENT_ITEM_STATES, result: 'object' },
    ...ofIntent,
  },
  intent_act: { place: 16, key: ['intent_no', 'no'], columns: { act: ACTS }, writer: 'person', ...ofIntent },
  intent_claim: { place: 17, key: ['intent_no'], isTeamOnly: true, isSilent: true, ...ofIntent },
} as const

export const createJournalTables = ({
  applyIntent,
  applyIntentAll,
  insertIntents,
  replaceIntent,
  retryItems,
}: IntentWrites) =>
  ({
    reads: {
      'intents.batchToSend': batchToSend,
      'intents.isAsQueued': isAsQueued,
      'intents.unknown': intentsWithUnknownItems,
      'intents.unscheduleOfMove': unscheduleOfMove,
      'intents.byNo': intentsByNo,
      'intents.claim': claimOf,
      'intents.claimsLeft': claimsLeft,
      'intents.get': getIntent,
      'intents.items': intentItems,
      'intents.list': listIntents,
      'intents.move': partsOfMove,
      'intents.newestPitches': newestPitches,
      'intents.open': openIntents,
      'intents.toCheck': intentsToCheck,
      'intents.toSend': intentToSend,
      'intents.toTakeUp': intentsToTakeUp,
      'intents.withoutItems': intentWithoutItems,
    },
    writes: {
      core: {
        'intents.retry': retryItems,
        'intents.apply': applyIntent,
        'intents.applyAll': applyIntentAll,
        'intents.insert': insertIntents,
        'intents.replace': replaceIntent,
      },
      cache: {},
    },
    brandRows: {
      core: [
        'DELETE FROM intent_item WHERE intent_no IN (SELECT no FROM intent WHERE brand_id = ?)',
        'DELETE FROM intent_call WHERE intent_no IN (SELECT no FROM intent WHERE brand_id = ?)',
        'DELETE FROM intent_act WHERE intent_no IN (SELECT no FROM intent WHERE brand_id = ?)',
        'DELETE FROM intent_claim WHERE intent_no IN (SELECT no FROM intent WHERE brand_id = ?)',
        byBrandId('intent'),
      ],
      cache: [],
    },
    team: {
      tables: sharedTables,
      refusals: intentRefusals,
      running: openActions,
      forbidden: openTwice,
      waits: { 'intents.insert': 'Sending', 'intents.replace': 'Sending', 'intents.retry': 'Sending' },
      queries: {
        'claims.next': claimNext,
        'claims.giveBack': giveBackClaim,
        'claims.deskName': deskName,
      },
      renewals: { 'claims.renew': renewClaim },
    },
    schema: journalSchema,
    afterTakeOver: (core: Database, from: number) => void (from < 54 && hashIntents(core)),
    assertMayReplace: assertNothingInFlight,
    afterRestoreAlone: markOpenIntentsUnknown,
  }) satisfies RoomTables
