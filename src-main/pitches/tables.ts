import { pitchBefore } from '../journal/public.ts'
import { byBrandId, byBrandNo, type RoomTables } from '../store/tables.ts'
import { bouncedAddresses } from './queries/bounced.ts'
import { journalContactHistory } from './queries/journal-contact-history.ts'
import { ingestMailboxes, listMailboxes } from './queries/mailboxes.ts'
import { otherPitchesOf } from './queries/open-pitches.ts'
import { outboxPage } from './queries/outbox.ts'
import { outboxContactHistory } from './queries/outbox-contact-history.ts'
import { conversations, ingestOutbox, lastOutboxBatch, outboxOfContacts } from './queries/outbox-rows.ts'
import { pitchOutcomes } from './queries/outcomes.ts'
import { savePace } from './queries/outreach-pace.ts'
import { pitchesHere } from './queries/pitches-here.ts'
import { otherPitches } from './queries/pitches-of-contacts.ts'
import { pitchesSchema } from './queries/schema.ts'

export const pitchesTables = {
  reads: {
    'mailboxes.list': listMailboxes,
    'outbox.bounced': bouncedAddresses,
    'outbox.conversations': conversations,
    'outbox.lastBatch': lastOutboxBatch,
    'outbox.ofContacts': outboxOfContacts,
    'outbox.outcomes': pitchOutcomes,
    'outbox.page': outboxPage,
    'outbox.pitchBefore': pitchBefore,
    'outreach.journalContactHistory': journalContactHistory,
    'outreach.otherPitches': otherPitches,
    'outreach.otherPitchesOf': otherPitchesOf,
    'outreach.pitchesHere': pitchesHere,
    'outreach.contactHistory': outboxContactHistory,
  },
  writes: {
    core: {
      'outreach.savePace': savePace,
    },
    cache: {
      'mailboxes.ingest': ingestMailboxes,
      'outbox.ingest': ingestOutbox,
    },
  },
  schema: pitchesSchema,
  team: { tables: { outreach_pace: { place: 9, key: ['brand_id'], brand: 'brand_id', datasets: [] } } },
  brandRows: { core: [byBrandId('outreach_pace')], cache: [byBrandNo('outbox'), byBrandNo('mailbox')] },
} satisfies RoomTables
