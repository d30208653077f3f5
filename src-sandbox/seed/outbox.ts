import type { Contact } from '../../src-shared/service/outreach.ts'
import { msOfDay } from './days.ts'
import { hash, hashText, list, pick, token } from './hash.ts'

const SUBJECTS = [
  'A resource for your readers',
  'Quick question about your article',
  'An idea for #',
  'Spotted a broken link on #',
  'Contribution for #?',
] as const
const SENT_STATUSES = list(`
  sent, sent, sent, sent, delivered, delivered, delivered, delivered,
  opened, opened, opened, opened, opened, replied, replied, bounced
`)
const SENT_COUNT = 14
const QUEUED_COUNT = 6

/** Pitches sent in the last two weeks and those still queued, as of `today` (whole days since 1970). */
export const seedOutbox = <Mailbox>(
  contacts: readonly Contact[],
  mailboxes: readonly Mailbox[],
  brandSeed: number,
  today: number,
) =>
  contacts
    .filter(({ email }) => email !== null)
    .slice(0, SENT_COUNT + QUEUED_COUNT)
    .map(({ id: contactId, email }, index) => {
      const seed = hash(brandSeed, index, 0x0b0c)
      const site = email?.split('@')[1] ?? 'your site'
      const isSent = index < SENT_COUNT
      const hour = 8 + (hash(seed, 1) % 9)
      const conversationId = `conversation_${token(16, seed).toLowerCase()}`
      const sentMs = isSent ? msOfDay(today - 1 - (hash(seed, 2) % 14), hour) : null
      return {
        conversationId,
        subject: pick(SUBJECTS, hash(seed, 3)).replace('#', site),
        status: isSent ? pick(SENT_STATUSES, hash(seed, 4)) : 'queued',
        contactId,
        body: null,
        mailbox: mailboxes[hashText(conversationId) % mailboxes.length],
        scheduledMs: sentMs ?? msOfDay(today + 1 + (hash(seed, 5) % 3), hour),
        sentMs,
      }
    })
