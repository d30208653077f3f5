// Pitches that a person queues again and again: a few to the next contacts of one brand, once those before have ended.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Agency } from '../../bench/support/agency.ts'

const AT_ONCE = 5
const PAUSE_MS = 1000
const STATE_EVERY_MS = 200
/** A contact is pitched again and again: each warning says that. */
const ACCEPTED = ['already-queued', 'contacted-before', 'duplicate-address'] as const
const ENDED: ReadonlySet<string> = new Set(['confirmed', 'partly_done', 'failed', 'unknown', 'cancelled'])

type Listed = { readonly items: readonly { readonly id: string; readonly email?: string | null }[] }

const contactsOf = async ({ sandbox }: Agency, place: number): Promise<string[]> => {
  const headers = { authorization: `Bearer ${sandbox.brands[place]?.key}` }
  const reply = await fetch(`${sandbox.baseUrl}/v3/outreach/prospects/emails`, { headers })
  const { items } = (await reply.json()) as Listed // the sandbox's own listing
  return items.flatMap(({ id, email }) => (email ? [id] : []))
}

/** Until `end`; `sent` counts pitches that the service confirmed. What ends otherwise is a failure. */
export const sendOnAndOn = (agency: Agency, place: number, failures: string[]) => {
  const { desk, brandIds } = agency
  const brandId = brandIds[place] ?? ''
  let isOver = false
  let sent = 0
  const untilEnded = async (id: string): Promise<void> => {
    while (!isOver) {
      const { state, items } = await desk.value('intents.get', { id })
      if (state === 'confirmed') sent += items.length
      else if (ENDED.has(state))
        failures.push(`pitches: ${state}: ${items.find(({ reason }) => reason !== null)?.reason}`)
      if (ENDED.has(state)) return
      await sleep(STATE_EVERY_MS)
    }
  }
  const run = async () => {
    const ids = await contactsOf(agency, place)
    for (let turn = 0; !isOver; turn += 1) {
      const items = Array.from({ length: AT_ONCE }, (_, at) => ({
        prospectEmailId: ids[(turn * AT_ONCE + at) % ids.length] ?? '',
        subject: `An idea, number ${turn}`,
        body: `Hello,\n\nthis is message ${turn} of a long day.`,
      }))
      const { intentId } = await desk.value('outreach.queue', { brandId, items, holdSeconds: 0, accept: [...ACCEPTED] })
      await untilEnded(intentId)
      await sleep(PAUSE_MS)
    }
  }
  const ended = run().catch((error: unknown) => {
    if (!isOver) failures.push(`pitches: ${String(error)}`)
  })
  return {
    count: () => sent,
    ended,
    end: () => {
      isOver = true
    },
  }
}
