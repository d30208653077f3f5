import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import { CONTACT_FIELDS, OUTBOX_FIELDS, PROSPECT_FIELDS } from '../../../src-shared/desk/fields/outreach.ts'
import type { LedgerRow, Suppression } from '../../../src-shared/desk/outreach-care.ts'
import { brandName, type Column, column, defineList, fieldColumns, pagedList } from '../list.ts'

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
  prospects: pagedList('prospects.page', fieldColumns(PROSPECT_FIELDS), { dataset: 'prospects' }),
  contacts: pagedList('contacts.page', fieldColumns(CONTACT_FIELDS), { dataset: 'contacts' }),
  outbox: pagedList('outreach.outbox', fieldColumns(OUTBOX_FIELDS), { dataset: 'outbox' }),
  suppressions: pagedList('outreach.suppressions', suppressions, { hasBrands: false }),
  credits: pagedList('outreach.ledger', ledger),
  // Every page has all totals.
  budgets: defineList({ call: 'outreach.ledger', rowsOf: ({ totals }) => totals, columns: budgets }),
}
