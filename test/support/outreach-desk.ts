import type { ComposeOptions } from '../../src-main/composed-desk.ts'
import type { SandboxOptions } from '../../src-sandbox/server.ts'
import type { CallInput } from '../../src-shared/desk/contract.ts'
import type { IntentWithItems } from '../../src-shared/desk/intents.ts'
import type { PitchItem } from '../../src-shared/desk/outreach.ts'
import { openTestDesk } from './composed-desk.ts'
import { whenIntent } from './publishing-desk.ts'
import { openSandbox } from './sandbox.ts'

export type ContactCounts = { readonly contactId: string; queued: number; updated: number; sent: number }
export type OutreachReport = {
  readonly outbox: { readonly waiting: number; readonly sent: number }
  readonly contacts: readonly ContactCounts[]
}
export type SandboxPitch = {
  readonly conversationId: string
  readonly contactId: string
  readonly subject: string
  readonly body: string | null
}

/** Ids of the brand's prospects that link to it already: a pitch to their people has a warning. */
export const linkingSites = async (
  { call }: Pick<Awaited<ReturnType<typeof openTestDesk>>, 'call'>,
  brandId: string,
): Promise<Set<string>> => {
  const { rows } = await call('prospects.page', { brandIds: [brandId], filter: { status: ['linked'] }, limit: 500 })
  return new Set(rows.map(({ id }) => id))
}

/** A desk with its brands on a real sandbox, over HTTP, their outreach listings read. */
export const openOutreachDesk = async (
  options: { sandbox?: SandboxOptions; brands?: number; desk?: Partial<ComposeOptions> } = {},
) => {
  const sandbox = await openSandbox({ keywords: 10, days: 3, ...options.sandbox })
  const desk = await openTestDesk(options.desk)
  await desk.call('service.setProfile', { baseUrl: sandbox.baseUrl })
  const brands: { id: string; name: string; slug: string; teamId: string }[] = []
  for (const { name, key, teamId } of sandbox.brands.slice(0, options.brands ?? 1)) {
    const { id, slug } = await desk.call('brands.add', { name, key, sessionOnly: true })
    brands.push({ id, name, slug, teamId })
  }
  const [brand] = brands
  if (brand === undefined) throw new Error('The sandbox has no brand.')
  await desk.sync({ datasets: ['prospects', 'contacts', 'outbox', 'mailboxes'] })
  // A sync's freshness is stored a moment after its end was reported.
  while ((await desk.call('outreach.mailboxes', { brandIds: [brand.id] })).freshAsOf === null);

  const control = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    const reply = await fetch(`${sandbox.controlUrl}/${path}`, init)
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
    return reply.json()
  }
  // What the control endpoints answer with.
  const report = async (teamId = brand.teamId): Promise<OutreachReport> => {
    const { brands: reports } = (await control(`outreach?teamId=${teamId}`)) as { brands: OutreachReport[] }
    const [own] = reports
    if (own === undefined) throw new Error('The sandbox knows no such team.')
    return own
  }
  const pitches = async () => ((await control('outreach/pitches')) as { pitches: SandboxPitch[] }).pitches

  /** Ids of contacts that nothing waits for, each with an address of its own; those whose site links already come last. */
  const free = async (count: number, brandId = brand.id): Promise<string[]> => {
    const waiting = new Set<string>()
    const linking = await linkingSites(desk, brandId)
    const ids: string[] = []
    const ofLinking: string[] = []
    const addresses = new Set<string | null>()
    const seen = await desk.call('outreach.outbox', { brandIds: [brandId], limit: 500 })
    for (const { prospectEmailId } of seen.rows) waiting.add(prospectEmailId)
    let cursor: string | null = null
    do {
      const page: { rows: { id: string; email: string | null; prospectId: string }[]; nextCursor: string | null } =
        await desk.call('contacts.page', {
          brandIds: [brandId],
          filter: { hasEmail: true },
          limit: 500,
          ...(cursor === null ? {} : { cursor }),
        })
      for (const { id, email, prospectId } of page.rows) {
        if (!waiting.has(id) && !addresses.has(email)) (linking.has(prospectId) ? ofLinking : ids).push(id)
        addresses.add(email)
      }
      cursor = page.nextCursor
    } while (cursor !== null && ids.length < count)
    const all = [...ids, ...ofLinking]
    if (all.length < count) throw new Error(`The sandbox has only ${all.length} free contacts.`)
    return all.slice(0, count)
  }
  const queue = async (items: readonly PitchItem[], more: Partial<CallInput<'outreach.queue'>> = {}): Promise<string> =>
    (await desk.call('outreach.queue', { brandId: brand.id, items: [...items], holdSeconds: 0, ...more })).intentId
  const ended = (id: string): Promise<IntentWithItems> => whenIntent(desk, id)
  const until = async (id: string, isMeant: (intent: IntentWithItems) => boolean): Promise<IntentWithItems> => {
    for (;;) {
      const changed = desk.next('intents.changed', ({ intentId }) => intentId === id)
      const intent = await desk.call('intents.get', { id })
      if (isMeant(intent)) return intent
      await changed
    }
  }
  /** The intent once each of its confirmed pitches names its conversation of the outbox. */
  const linked = (id: string): Promise<IntentWithItems> =>
    until(id, ({ endedAt, items }) => {
      const isListed = ({ conversationId, isUnlisted }: IntentWithItems['items'][number]['result']) =>
        conversationId !== undefined && isUnlisted !== true
      const isOpen = items.some(({ state, result }) => state === 'confirmed' && !isListed(result))
      return endedAt !== null && !isOpen
    })
  /** The intent once it says why it waits. */
  const waits = (id: string): Promise<IntentWithItems> =>
    until(id, ({ state, reason }) => state === 'ready' && reason !== null)
  return { ...desk, linked, waits, sandbox, brands, brand, control, report, pitches, free, queue, ended }
}

export const pitchTo = (
  prospectEmailId: string,
  subject = 'An idea',
  body = `Hello ${prospectEmailId}`,
): PitchItem => ({
  prospectEmailId,
  subject,
  body,
})
