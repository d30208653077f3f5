// Pitches through a desk that is killed or whose line is cut, and what the service sent by then.
import type { IntentWithItems } from '../../src-shared/desk/intents.ts'
import { openCrashDesk, whenQuiet } from './crash-desk.ts'
import type { DeskProcess } from './desk-process.ts'
import type { OpenSandbox } from './sandbox.ts'

export const QUEUE_PATH = '/v3/outreach/outbox/queue'
/** Pitches that one service call carries. */
export const PER_CALL = 200
/** Two outbox checks this far apart prove that a pitch is not there. */
export const LATER_MS = 5 * 60_000

/** People of the sandbox share some addresses. */
export const SAME_ADDRESSES = ['duplicate-address', 'contacted-before']
const MONTHS_MS = 400 * 86_400_000

type SentCounts = {
  readonly contactId: string
  readonly queued: number
  readonly updated: number
  readonly sent: number
}

const jsonOf = async (url: string, init: RequestInit = {}): Promise<unknown> => {
  const reply = await fetch(url, init)
  if (!reply.ok) throw new Error(`${url}: ${reply.status} ${await reply.text()}`)
  return reply.json()
}

/** Ids of contacts that can be written to and that nothing was written to yet. */
const freeContacts = async (sandbox: OpenSandbox, count: number): Promise<string[]> => {
  const headers = { authorization: `Bearer ${sandbox.keyOf(0)}` }
  const rows = async (path: string) =>
    // the listing's own shape
    ((await jsonOf(`${sandbox.baseUrl}${path}`, { headers })) as { items: Record<string, string | null>[] }).items
  const known = new Set((await rows('/v3/outreach/outbox/emails')).map((row) => row.prospectEmailId))
  const free = (await rows('/v3/outreach/prospects/emails')).filter(({ id, email }) => email !== null && !known.has(id))
  if (free.length < count) throw new Error(`The sandbox has only ${free.length} free contacts.`)
  return free.slice(0, count).map(({ id }) => String(id))
}

/** A desk behind the cutting proxy with `count` pitches to send, not queued yet. */
export const openOutreachCrash = async (count: number) => {
  const crash = await openCrashDesk({ contacts: 40 + Math.ceil(count * 1.4) })
  const { sandbox, first, brandId } = crash
  const contactIds = await freeContacts(sandbox, count)
  const items = contactIds.map((prospectEmailId, index) => ({
    prospectEmailId,
    subject: `Idea number ${index}`,
    body: `Hello,\n\nthis is pitch ${index}.`,
  }))
  const counts = async (): Promise<ReadonlyMap<string, SentCounts>> => {
    const { brands } = (await jsonOf(`${sandbox.controlUrl}/outreach`)) as { brands: { contacts: SentCounts[] }[] }
    return new Map(brands.flatMap(({ contacts }) => contacts).map((row) => [row.contactId, row]))
  }
  return {
    ...crash,
    items,
    queue: async (): Promise<string> =>
      (await first.value('outreach.queue', { brandId, items, holdSeconds: 0, accept: SAME_ADDRESSES })).intentId,
    /** How many pitches each of our contacts got, after all queued ones were sent; later ones are new. */
    sends: async (): Promise<number[]> => {
      const body = JSON.stringify({ advanceMs: MONTHS_MS })
      await jsonOf(`${sandbox.controlUrl}/clock`, { method: 'POST', body })
      const all = await counts()
      return contactIds.map((id) => all.get(id)?.sent ?? 0)
    },
    /** Conversations that calls made for each of our contacts. */
    queued: async (): Promise<number[]> => {
      const all = await counts()
      return contactIds.map((id) => all.get(id)?.queued ?? 0)
    },
  }
}

/** The items of an intent by state, e.g. { confirmed: 200, unknown: 50 }. */
export const tally = ({ items }: IntentWithItems): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const { state } of items) counts[state] = (counts[state] ?? 0) + 1
  return counts
}

/** Asks until the intent is so. */
export const whenSo = async (
  desk: DeskProcess,
  id: string,
  isSo: (intent: IntentWithItems) => boolean,
): Promise<IntentWithItems> => {
  for (;;) {
    const intent = await desk.value('intents.get', { id })
    if (isSo(intent)) return intent
  }
}

/** The intent when nothing of it is in flight and the outbox was read for its unknown items. */
export const whenRead = async (desk: DeskProcess, intentId: string): Promise<IntentWithItems> => {
  await whenQuiet(desk, intentId)
  await desk.value('outreach.recheck', { intentId })
  return whenQuiet(desk, intentId)
}

/** Sends again, by a person's hand, what is surely not in the outbox; the new intent. */
export const sendRestAgain = async (desk: DeskProcess, intentId: string): Promise<IntentWithItems> => {
  const { newIntentId } = await desk.value('intents.resolve', { id: intentId, as: 'retry' })
  if (newIntentId === null) throw new Error('There was nothing to send again.')
  await desk.value('intents.releaseNow', { id: newIntentId })
  return whenQuiet(desk, newIntentId)
}
