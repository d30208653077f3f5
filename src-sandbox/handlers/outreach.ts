import { dayOf } from '../seed/days.ts'
import { seedOutbox } from '../seed/outbox.ts'
import {
  DEFAULT_ROLES,
  SUGGESTED_ROLES,
  seedBrandStatuses,
  seedContacts,
  seedMailboxes,
  seedProspects,
} from '../seed/outreach.ts'
import type { BrandState } from '../state/brand-state.ts'
import type { Handler } from './handler.ts'
import { pageOf } from './paging.ts'

export const listProspects: Handler<'outreach.prospects'> = ({ query }, { brand, pageSize }) => ({
  ...pageOf(prospectsOf(brand), query.cursor, pageSize),
  ...(brand.kind === 'seeded' ? seedBrandStatuses(brand.seed) : NOTHING_RUNS),
})

export const listContacts: Handler<'outreach.contacts'> = ({ query }, { brand, pageSize }) =>
  pageOf(contactsOf(brand), query.cursor, pageSize)

export const listOutbox: Handler<'outreach.outbox'> = ({ query }, { brand, nowMs, pageSize }) =>
  pageOf(seedOutbox(contactsOf(brand), brand.seed, dayOf(nowMs)), query.cursor, pageSize)

export const listSendingAccounts: Handler<'outreach.sendingAccounts'> = ({ query }, { brand, pageSize }) =>
  pageOf(brand.kind === 'seeded' ? seedMailboxes(brand.seeded) : [], query.cursor, pageSize)

export const listSearchTerms: Handler<'outreach.peopleSearchTerms'> = () => ({
  suggested: [...SUGGESTED_ROLES],
  defaults: [...DEFAULT_ROLES],
})

const NOTHING_RUNS = { discoveryStatus: 'idle', mentionCheckStatus: 'idle', relationshipSweepStatus: 'idle' }

/** A brand made of an export has no outreach. */
const prospectsOf = (brand: BrandState) => (brand.kind === 'seeded' ? seedProspects(brand.seeded) : [])
const contactsOf = (brand: BrandState) => seedContacts(prospectsOf(brand), brand.seed)
