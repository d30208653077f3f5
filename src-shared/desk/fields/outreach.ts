// Fields of Prospects, Contacts and the Outbox.
import type { OutboxRow } from '../outreach.ts'
import type { ContactRow, ProspectRow } from '../prospects.ts'
import { fieldsOf, instant, list, number, text, yes } from './field.ts'

export const PROSPECT_FIELDS = fieldsOf<ProspectRow>()({
  domain: text('Site', { isSorted: true, view: ['domain', 'Domain of the site.'] }),
  title: text('Title', { isSorted: true, view: ['title', 'Title of the page that was found.'] }),
  url: text('Address', { view: ['url', 'Address of that page.'] }),
  status: text('Status', { isSorted: true, view: ['status', 'As the service names it.'] }),
  contacts: number('Contacts', {
    about: 'People found at this site',
    view: ['contacts', 'How many contacts are known.'],
  }),
  mark: {
    ...text('Mark', {
      about: 'Your mark: 1 keep, 2 later, 3 drop, 0 none',
      view: ['triage', 'What a person decided; NULL: not reviewed yet.'],
    }),
    value: ({ triage }) => triage,
  },
  tags: list('Tags', { view: ['tags', 'Tags of the prospect.'] }),
  note: text('Note'),
  prospectId: {
    ...text('Prospect ID', { view: ['prospect_id', 'The id (contacts.prospect_id).'] }),
    value: ({ id }) => id,
  },
})

export const CONTACT_FIELDS = fieldsOf<ContactRow>()({
  name: text('Name', { isSorted: true, view: ['name', 'Name of the person.'] }),
  role: text('Role', { isSorted: true, view: ['role', 'Role of the person.'] }),
  email: text('E-mail', {
    isSorted: true,
    view: ['email', 'The address; NULL where addresses are not allowed.'],
  }),
  hasEmail: {
    ...yes('Has an e-mail', { isUnexported: true, view: ['has_email', 'Whether an e-mail address is known.'] }),
    value: ({ email }) => email !== null,
  },
  domain: text('Site', { isSorted: true, view: ['domain', 'Domain of the prospect.'] }),
  suppressedBy: { ...text('Suppressed by'), value: ({ suppression }) => suppression?.value },
  contactId: { ...text('Contact ID', { view: ['contact_id', 'The id.'] }), value: ({ id }) => id },
  prospectId: text('Prospect ID', { isUnexported: true, view: ['prospect_id', 'The prospect it belongs to.'] }),
})

export const OUTBOX_FIELDS = fieldsOf<OutboxRow>()({
  name: text('Name'),
  email: text('E-mail', { short: 'Address' }),
  domain: text('Site'),
  subject: text('Subject', { isSorted: true }),
  status: text('Status', { isSorted: true }),
  isWaiting: yes('Can be unsent'),
  mailbox: { ...text('Mailbox'), value: ({ mailboxEmail }) => mailboxEmail },
  scheduledAt: instant('Scheduled', { isSorted: true }),
  estimatedAt: instant('Estimated'),
  sentAt: instant('Sent', { isSorted: true }),
})
