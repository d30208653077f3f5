import { DEFAULT_ROLES, SUGGESTED_ROLES } from '../seed/people.ts'
import type { Handler } from './handler.ts'
import { pageOf } from './paging.ts'

export const listProspects: Handler<'outreach.prospects'> = ({ query }, { brand, outreach, nowMs, pageSize }) => {
  const own = outreach.of(brand)
  const statuses = own?.discovery.look(nowMs) ?? NOTHING_RUNS
  return { ...pageOf(own?.people.prospects() ?? [], query.cursor, pageSize), ...statuses }
}

export const listContacts: Handler<'outreach.contacts'> = ({ query }, { brand, outreach, pageSize }) =>
  pageOf(outreach.of(brand)?.people.contacts() ?? [], query.cursor, pageSize)

export const listOutbox: Handler<'outreach.outbox'> = ({ query }, { brand, outreach, pageSize }) =>
  pageOf(outreach.of(brand)?.outbox.rows() ?? [], query.cursor, pageSize)

export const listSendingAccounts: Handler<'outreach.sendingAccounts'> = ({ query }, { brand, outreach, pageSize }) =>
  pageOf([...(outreach.of(brand)?.mailboxes ?? [])], query.cursor, pageSize)

export const listSearchTerms: Handler<'outreach.peopleSearchTerms'> = () => ({
  suggested: [...SUGGESTED_ROLES],
  defaults: [...DEFAULT_ROLES],
})

const NOTHING_RUNS = { discoveryStatus: 'idle', mentionCheckStatus: 'idle', relationshipSweepStatus: 'idle' }
