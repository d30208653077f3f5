import type { SandboxOptions } from '../../src-sandbox/server.ts'
import { type Answer, type SandboxClient, startClient } from './sandbox-client.ts'

export type Item = { readonly prospectEmailId?: string; readonly subject?: string; readonly body?: string }
type Row = {
  readonly conversationId: string
  readonly prospectEmailId: string
  readonly subject: string
  readonly status: string
  readonly scheduledAt: string
  readonly sentAt: string | null
  readonly sendingAccountId: string
  readonly mailbox: string
}
type Mailbox = { readonly id: string; readonly email: string; readonly dailyLimit: number }
type Prospect = { readonly id: string; readonly status: string; readonly opportunity: string; readonly domain: string }
type Contact = {
  readonly id: string
  readonly prospectId: string
  readonly email: string | null
  readonly role: string
}
type Pitch = { readonly conversationId: string; readonly subject: string; readonly body: string | null }
type Counts = { readonly contactId: string; readonly queued: number; readonly updated: number; readonly sent: number }
export type Report = {
  readonly credits: { readonly balance: number; readonly charged: number; readonly refunded: number }
  readonly discoveries: { readonly charged: number; readonly free: number; readonly alreadyRunning: number }
  readonly outbox: { readonly waiting: number; readonly sent: number }
  readonly contacts: readonly Counts[]
}

export type OutreachClient = SandboxClient & {
  readonly prospects: (brand?: number) => Promise<Prospect[]>
  readonly contacts: (brand?: number) => Promise<Contact[]>
  readonly outbox: (brand?: number) => Promise<Row[]>
  readonly mailboxes: (brand?: number) => Promise<Mailbox[]>
  /** Contacts with an address that nothing waits for. */
  readonly free: (count: number, brand?: number) => Promise<string[]>
  readonly queue: (items: readonly Item[], more?: Record<string, unknown>, brand?: number) => Promise<Answer>
  readonly unqueue: (conversationIds: readonly string[]) => Promise<Answer>
  readonly findPeople: (prospectIds: readonly string[], terms?: readonly string[], brand?: number) => Promise<Answer>
  readonly discover: (brand?: number) => Promise<Answer>
  readonly order: (order: Record<string, unknown>, brand?: number) => Promise<Answer>
  readonly advance: (ms: number) => Promise<Answer>
  readonly report: (brand?: number) => Promise<Report>
  readonly pitches: () => Promise<Pitch[]>
}

export const pitchTo = (prospectEmailId: string, body = 'Hello'): Item => ({
  prospectEmailId,
  subject: 'An idea',
  body,
})

/** A small sandbox with what outreach asks of it. */
export const startOutreach = async (options: SandboxOptions = {}): Promise<OutreachClient> => {
  const client = await startClient(options)
  const { call, control, sandbox } = client
  const teamOf = (brand: number): string => sandbox.brands[brand]?.teamId ?? ''
  const items = async (path: string, brand: number) => (await call(path, { brand })).json.items
  const post = (path: string, body: unknown, brand = 0) => call(path, { method: 'POST', body, brand })
  const outbox = (brand = 0): Promise<Row[]> => items('/v3/outreach/outbox/emails', brand)
  const contacts = (brand = 0): Promise<Contact[]> => items('/v3/outreach/prospects/emails', brand)
  return {
    ...client,
    outbox,
    contacts,
    prospects: (brand = 0) => items('/v3/outreach/prospects', brand),
    mailboxes: (brand = 0) => items('/v3/outreach/sending-accounts', brand),
    free: async (count, brand = 0) => {
      const known = new Set((await outbox(brand)).map(({ prospectEmailId }) => prospectEmailId))
      const usable = (await contacts(brand)).filter(({ id, email }) => email !== null && !known.has(id))
      if (usable.length < count) throw new Error(`only ${usable.length} free contacts`)
      return usable.slice(0, count).map(({ id }) => id)
    },
    queue: (list, more = {}, brand = 0) => post('/v3/outreach/outbox/queue', { items: list, ...more }, brand),
    unqueue: (conversationIds) => post('/v3/outreach/outbox/unqueue', { conversationIds }),
    findPeople: (prospectIds, terms, brand = 0) =>
      post('/v3/outreach/prospects/find-people', { prospectIds, ...(terms === undefined ? {} : { terms }) }, brand),
    discover: (brand = 0) => call('/v3/outreach/discover/run', { method: 'POST', brand }),
    order: (order, brand = 0) => control('POST', '/outreach', { teamId: teamOf(brand), ...order }),
    advance: (ms) => control('POST', '/clock', { advanceMs: ms }),
    report: async (brand = 0) => (await control('GET', `/outreach?teamId=${teamOf(brand)}`)).json.brands[0],
    pitches: async () => (await control('GET', '/outreach/pitches')).json.pitches,
  }
}
