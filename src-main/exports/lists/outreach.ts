import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import type { OutboxRow } from '../../../src-shared/desk/outreach.ts'
import type { LedgerRow, Suppression } from '../../../src-shared/desk/outreach-care.ts'
import type { ContactRow, ProspectRow } from '../../../src-shared/desk/prospects.ts'
import { brandName, type Column, column, defineList } from '../list.ts'

const prospects: readonly Column<ProspectRow>[] = [
  brandName(),
  column('domain', 'Site', ({ domain }) => domain),
  column('title', 'Title', ({ title }) => title),
  column('url', 'Address', ({ url }) => url),
  column('status', 'Status', ({ status }) => status),
  column('contacts', 'Contacts', ({ contacts }) => contacts),
  column('mark', 'Mark', ({ triage }) => triage),
  column('tags', 'Tags', ({ tags }) => tags.join(', ')),
  column('note', 'Note', ({ note }) => note),
  column('prospectId', 'Prospect ID', ({ id }) => id),
]

const contacts: readonly Column<ContactRow>[] = [
  brandName(),
  column('name', 'Name', ({ name }) => name),
  column('role', 'Role', ({ role }) => role),
  column('email', 'E-mail', ({ email }) => email),
  column('domain', 'Site', ({ domain }) => domain),
  column('suppressedBy', 'Suppressed by', ({ suppression }) => suppression?.value),
  column('contactId', 'Contact ID', ({ id }) => id),
]

const outbox: readonly Column<OutboxRow>[] = [
  brandName(),
  column('name', 'Name', ({ name }) => name),
  column('email', 'E-mail', ({ email }) => email),
  column('domain', 'Site', ({ domain }) => domain),
  column('subject', 'Subject', ({ subject }) => subject),
  column('status', 'Status', ({ status }) => status),
  column('isWaiting', 'Can be unsent', ({ isWaiting }) => isWaiting),
  column('mailbox', 'Mailbox', ({ mailboxEmail }) => mailboxEmail),
  column('scheduledAt', 'Scheduled', ({ scheduledAt }) => scheduledAt),
  column('estimatedAt', 'Estimated', ({ estimatedAt }) => estimatedAt),
  column('sentAt', 'Sent', ({ sentAt }) => sentAt),
]

const suppressions: readonly Column<Suppression>[] = [
  column('value', 'Address or domain', ({ value }) => value),
  column('kind', 'Type', ({ kind }) => kind),
  column('reason', 'Reason', ({ reason }) => reason),
  column('createdAt', 'Added', ({ createdAt }) => createdAt),
]

const ACTIONS = { discover: 'discover prospects', findPeople: 'find people', audit: 'audit' } as const

const ledger: readonly Column<LedgerRow>[] = [
  brandName(),
  column('at', 'Charged at', ({ at }) => at),
  column('action', 'Action', ({ action }) => ACTIONS[action]),
  column('about', 'What for', ({ about }) => about),
  column('charged', 'Charged (credits)', ({ charged }) => charged),
  column('refunded', 'Refunded (credits)', ({ refunded }) => refunded),
  column('possibleRefund', 'Possible refund', ({ mayComeBack }) => mayComeBack),
  column('expectedRefund', 'Expected refund', ({ expectedBack }) => expectedBack),
]

const budgets: readonly Column<CallOutput<'outreach.ledger'>['totals'][number]>[] = [
  brandName(),
  column('spentThisMonth', 'Spent this month (UTC)', ({ spentThisMonth }) => spentThisMonth),
  column('possibleRefund', 'Possible refund', ({ mayComeBack }) => mayComeBack),
  column('monthlyBudget', 'Monthly budget', ({ monthlyBudget }) => monthlyBudget),
]

export const outreachLists = {
  prospects: defineList({
    call: 'prospects.page',
    isPaged: true,
    rowsOf: ({ rows }) => rows,
    columns: prospects,
    dataset: 'prospects',
  }),
  contacts: defineList({
    call: 'contacts.page',
    isPaged: true,
    rowsOf: ({ rows }) => rows,
    columns: contacts,
    dataset: 'contacts',
  }),
  outbox: defineList({
    call: 'outreach.outbox',
    isPaged: true,
    rowsOf: ({ rows }) => rows,
    columns: outbox,
    dataset: 'outbox',
  }),
  suppressions: defineList({
    call: 'outreach.suppressions',
    isPaged: true,
    rowsOf: ({ rows }) => rows,
    columns: suppressions,
    hasBrands: false,
  }),
  credits: defineList({ call: 'outreach.ledger', isPaged: true, rowsOf: ({ rows }) => rows, columns: ledger }),
  // Every page has all totals.
  budgets: defineList({ call: 'outreach.ledger', rowsOf: ({ totals }) => totals, columns: budgets }),
}
