// 10,000 pitches through a whole desk: over its door, onto its disk, to the service in calls of 200, each traced. Against
// it: the least that checks each pitch as the desk does (support/checking-desk.ts). Each side of each round has a brand of
// its own, so that both always queue new pitches. Once at a service that answers as soon as it can, and once at one that takes
// its time over a call of 200, as services behind a network do. Beside them, in the same rounds: 50 bare fetches of the same
// bodies, one after the other, and the least that writing all of it down first takes (support/least-desk.ts).
import { join } from 'node:path'
import { type Bench, type BenchRow, interleave, judge } from './bench.ts'
import { startServerFile } from './hook-servers.ts'
import { untilAtRest } from './support/at-rest.ts'
import { type OutreachAgency, type OutreachBrand, startOutreachAgency } from './support/outreach-agency.ts'
import { eventsOf } from './support/run-sync.ts'

const PITCHES = 10_000
const PER_CALL = 200
const ROUNDS = { rounds: 5, budgetMs: 240_000 }
const SLOW_ROUNDS = { rounds: 2, budgetMs: 120_000 }
const SLOW_MS = 150
const BODY_CHARACTERS = 1_600

const ENDED: ReadonlySet<string> = new Set(['confirmed', 'partly_done', 'failed', 'unknown', 'cancelled'])

const WORDS = 'we read your guide with care and think that a note on what we measured would serve your readers well '

const pitchesFor = ({ contactIds }: OutreachBrand) =>
  contactIds.map((prospectEmailId, place) => ({
    prospectEmailId,
    subject: `An idea for page ${place}`,
    body: `Hello ${place},\n\n${WORDS.repeat(Math.ceil(BODY_CHARACTERS / WORDS.length)).slice(0, BODY_CHARACTERS)}`,
  }))

/** The desk goes on after the end: it reads the outbox and links each pitch. Nothing else is measured meanwhile. */
let untilLinked: Promise<void> = Promise.resolve()

const throughDesk = async ({ desk }: OutreachAgency, brand: OutreachBrand): Promise<void> => {
  const controller = new AbortController()
  const events = eventsOf(desk, controller.signal)
  const heard = events.next() // the stream is open before the action is requested
  const { intentId } = await desk.value('outreach.queue', {
    brandId: brand.id,
    items: pitchesFor(brand),
    holdSeconds: 0,
    // People of the sandbox share some addresses.
    accept: ['duplicate-address', 'contacted-before'],
  })
  const nextEnd = async (first: typeof heard): Promise<void> => {
    for (let event = await first; ; event = await events.next()) {
      if (event.done === true) throw new Error('The events ended before the pitches did.')
      const { name, payload } = event.value
      if (name === 'intents.changed' && payload.intentId === intentId && ENDED.has(payload.state)) return
    }
  }
  await nextEnd(heard)
  untilLinked = nextEnd(events.next()).finally(() => controller.abort())
}

/** The same bodies by plain fetch; throws where a pitch was not queued. */
const bare = async ({ baseUrl }: OutreachAgency, brand: OutreachBrand): Promise<void> => {
  const pitches = pitchesFor(brand)
  for (let from = 0; from < pitches.length; from += PER_CALL) {
    const reply = await fetch(`${baseUrl}/v3/outreach/outbox/queue`, {
      method: 'POST',
      headers: { authorization: `Bearer ${brand.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ items: pitches.slice(from, from + PER_CALL) }),
    })
    const { queued } = (await reply.json()) as { queued: number } // what the sandbox answers
    if (queued !== PER_CALL) throw new Error(`Only ${queued} of ${PER_CALL} were queued.`)
  }
}

type Least = Awaited<ReturnType<typeof startServerFile>>

const throughLeast = async ({ port }: Least, brand: OutreachBrand): Promise<void> => {
  const reply = await fetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${brand.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ items: pitchesFor(brand) }),
  })
  if (!reply.ok) throw new Error('The least desk did not queue all pitches.')
  await reply.arrayBuffer()
}

const fillContacts = async ({ port }: Least, brands: readonly OutreachBrand[]): Promise<void> => {
  for (const [place, { key, contactIds, pitchedIds }] of brands.entries()) {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ name: `Brand number ${place}`, ids: contactIds, pitched: pitchedIds })
    const reply = await fetch(`http://127.0.0.1:${port}/contacts`, { method: 'POST', headers, body })
    if (!reply.ok) throw new Error('The checking desk did not take the contacts.')
  }
}

type Sending = {
  readonly agency: OutreachAgency
  readonly least: Least
  readonly checking: Least
  readonly brands: readonly OutreachBrand[]
  readonly rounds: typeof ROUNDS
  /** What the service takes over a call, beside its work. */
  readonly delayMs: number
}

const measure = async ({ agency, least, checking, brands, rounds, delayMs }: Sending): Promise<BenchRow[]> => {
  const left = [...brands]
  const next = (): OutreachBrand => {
    const brand = left.pop()
    if (brand === undefined) throw new Error('There are not brands enough for so many rounds.')
    return brand
  }
  const ms = await interleave(
    { ...rounds, untilAtRest: () => untilLinked.then(() => untilAtRest(agency.desk.pid)) },
    {
      desk: () => throughDesk(agency, next()),
      bare: () => bare(agency, next()),
      least: () => throughLeast(least, next()),
      checking: () => throughLeast(checking, next()),
    },
  )
  const name = `${PITCHES} pitches queued, on disk and counted${delayMs === 0 ? '' : `; ${delayMs} ms a call at the service`}`
  const measured = {
    ...{ deskMs: ms.desk, bareMs: ms.bare, leastMs: ms.least, checkingMs: ms.checking },
    ...{ deskRatio: ms.desk / ms.bare, leastRatio: ms.least / ms.bare, checkingRatio: ms.checking / ms.bare },
    ...{ pitches: PITCHES, bodyCharacters: BODY_CHARACTERS, delayMs },
  }
  return [
    judge({ name, against: 'the least that checks as much', ratio: ms.desk / ms.checking, atMost: 1.25, measured }),
  ]
}

/** One for each side of each round. */
const brandsFor = ({ rounds }: typeof ROUNDS): number => 4 * (rounds + 1)

/** Every queue call from now on is answered this much later. */
const slowDown = async ({ baseUrl }: OutreachAgency): Promise<void> => {
  const fault = { operation: 'outreach.queue', kind: 'delay', delayMs: SLOW_MS, times: 1_000_000 }
  const reply = await fetch(`${baseUrl}/__sandbox/faults`, { method: 'POST', body: JSON.stringify(fault) })
  if (!reply.ok) throw new Error('The sandbox was not slowed down.')
}

export const outreachBench: Bench = {
  name: 'outreach',
  run: async () => {
    const fast = brandsFor(ROUNDS)
    const agency = await startOutreachAgency({ brands: fast + brandsFor(SLOW_ROUNDS), pitches: PITCHES })
    const least = await startServerFile(join(import.meta.dirname, 'support', 'least-desk.ts'), agency.baseUrl)
    const checking = await startServerFile(join(import.meta.dirname, 'support', 'checking-desk.ts'), agency.baseUrl)
    const sides = { agency, least, checking }
    try {
      await fillContacts(checking, agency.brands)
      const atOnce = await measure({ ...sides, brands: agency.brands.slice(0, fast), rounds: ROUNDS, delayMs: 0 })
      await slowDown(agency)
      const slowly = { ...sides, brands: agency.brands.slice(fast), rounds: SLOW_ROUNDS, delayMs: SLOW_MS }
      return [...atOnce, ...(await measure(slowly))]
    } finally {
      await checking.close()
      await least.close()
      await agency.close()
    }
  },
}
