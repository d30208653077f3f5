import { searchedElsewhere } from '../journal/public.ts'
import { byBrandId, byBrandNo, type RoomTables } from '../store/tables.ts'
import { contactAddresses } from './queries/contact-addresses.ts'
import { contactOwners } from './queries/contact-owners.ts'
import {
  type AfterLink,
  contactsByEmails,
  contactsById,
  contactsPage,
  createIngestContacts,
} from './queries/contacts.ts'
import { outreachWatch } from './queries/outreach-watch.ts'
import { saveMarks } from './queries/prospect-marks.ts'
import { createIngestProspects, prospectsPage } from './queries/prospects.ts'
import { contactsOfSameAddress } from './queries/same-address.ts'
import { prospectsSchema } from './queries/schema.ts'
import { showSearching } from './queries/searched-sites.ts'

export const createProspectsTables = (afterLink: AfterLink) =>
  ({
    reads: {
      'contacts.addresses': contactAddresses,
      'contacts.byEmails': contactsByEmails,
      'contacts.byIds': contactsById,
      'contacts.owners': contactOwners,
      'contacts.ofSameAddress': contactsOfSameAddress,
      'contacts.page': contactsPage,
      'outreach.searchedElsewhere': searchedElsewhere,
      'outreach.watch': outreachWatch,
      'prospects.page': prospectsPage,
    },
    writes: {
      core: {
        'prospects.mark': saveMarks,
      },
      cache: {
        'contacts.ingest': createIngestContacts(afterLink),
        'prospects.ingest': createIngestProspects(afterLink),
        'prospects.showSearching': showSearching,
      },
    },
    brandRows: {
      core: [byBrandId('prospect_mark')],
      cache: [byBrandNo('prospect'), byBrandNo('prospect_status'), byBrandNo('contact')],
    },
    schema: prospectsSchema,
    team: {
      tables: {
        prospect_mark: {
          place: 10,
          key: ['brand_id', 'prospect_id'],
          brand: 'brand_id',
          merge: 'last-wins',
          columns: { triage: ['keep', 'later', 'drop'], tags: 'texts', note: 100_000 },
          datasets: ['marks'],
        },
      },
    },
  }) satisfies RoomTables
