// Desks whose clocks are an hour late and an hour early, and a server that is restarted: what is held is sent by the server's
// time, not earlier and once.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openOwnTeam, SHORT_LEASE } from '../support/own-team.ts'
import { postgresHere } from '../support/postgres-programs.ts'
import { cmsControl } from '../support/publishing-desk.ts'
import { openSandbox } from '../support/sandbox.ts'
import { one } from '../support/team-database.ts'
import type { TeamDeskProcess } from '../support/team-desk-process.ts'

const HOUR_MS = 3_600_000
const HOLD_MS = 5_000
/** Intents of each desk. */
const EACH = 20
const RESTARTS = ['fast', 'immediate', 'kill'] as const
const [programs] = postgresHere()
/** Longer than the restarts: what is under way meanwhile stays known. */
const LONG_LEASE = { ...SHORT_LEASE, leaseMs: 60_000, coverMaxMs: 60_000, renewEveryMs: 15_000 }
const limits = { requestsPerMinute: 100_000 }

const ended = async (desk: TeamDeskProcess, id: string) => {
  for (;;) {
    const reply = await desk.call('intents.get', { id })
    if (reply.ok && reply.value.endedAt !== null) return reply.value
    await sleep(50)
  }
}

test.skipIf(programs === undefined)(
  'a hold ends by the clock of the server, whatever the clocks of the desks say',
  { timeout: 300_000 },
  async () => {
    if (programs === undefined) return
    const sandbox = await openSandbox({ brands: 1, keywords: 5, days: 2, profile: { limits }, now: Date.now })
    const own = await openOwnTeam(programs, ['brand0'])
    const [late, early] = [await own.joinDesk('late'), await own.joinDesk('early')]
    const desks = [
      await late.start({ clockOffsetMs: HOUR_MS, claimTimes: LONG_LEASE }),
      await early.start({ clockOffsetMs: -HOUR_MS, claimTimes: LONG_LEASE }),
    ]
    const [ann, ben] = desks
    await ann?.value('service.setProfile', { baseUrl: sandbox.baseUrl, limits })
    const key = sandbox.brands[0]?.key ?? ''
    for (const desk of desks)
      await expect
        .poll(async () => (await desk.call('brands.replaceKey', { brandId: 'brand0', key, sessionOnly: true })).ok, {
          timeout: 60_000,
        })
        .toBe(true)
    const publish = async (desk: TeamDeskProcess | undefined, slug: string) =>
      (await desk?.value('publishing.publish', {
        brandId: 'brand0',
        articleSlugs: [slug],
        provider: 'wordpress',
        status: 'publish',
        holdSeconds: HOLD_MS / 1000,
        accept: ['duplicate', 'wrong-brand'],
      })) ?? { intentId: '' }
    const serverMs = async () => {
      const client = await own.connect()
      return one<number>(client, 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8')
    }
    const slugs = Array.from({ length: EACH }, (_, at) => [`from-late-${at}`, `from-early-${at}`]).flat()
    const beforeMs = await serverMs()
    const ids: string[] = []
    for (const [at, slug] of slugs.entries()) ids.push((await publish(at % 2 === 0 ? ann : ben, slug)).intentId)
    const afterMs = await serverMs()
    for (const mode of RESTARTS) {
      await own.server.stop(mode)
      await own.server.start()
    }
    for (const id of ids) for (const desk of desks) expect((await ended(desk, id)).state).toBe('confirmed')
    const client = await own.connect()
    const holdsEndedMs: number[] = []
    for (const id of ids) {
      const [createdMs, sentMs] = [
        await one<number>(client, 'SELECT created_at_ms FROM agency_desk.intent WHERE id = $1', [id]),
        await one<number>(client, 'SELECT sent_at_ms FROM agency_desk.intent WHERE id = $1', [id]),
      ]
      // The clock of this machine counts in milliseconds, and an answer's way is divided in two.
      expect(createdMs).toBeGreaterThanOrEqual(beforeMs - 100)
      expect(createdMs).toBeLessThanOrEqual(afterMs + 100)
      expect(sentMs - createdMs).toBeGreaterThanOrEqual(HOLD_MS)
      expect(sentMs - createdMs).toBeLessThan(HOLD_MS + 120_000)
      holdsEndedMs.push(createdMs + HOLD_MS)
    }
    holdsEndedMs.sort((one, other) => one - other)
    const articles = await cmsControl(sandbox.controlUrl).articles()
    expect(articles.map(({ slug, published }) => [slug, published]).toSorted()).toEqual(
      slugs.toSorted().map((slug) => [slug, 1]),
    )
    // As the service saw it: at no moment more was sent than holds had ended.
    const sends = (await sandbox.requests()).filter(({ operation }) => operation === 'cms.publish')
    const waitedMs = sends.map(({ at }, index) => Date.parse(at) - (holdsEndedMs[index] ?? 0))
    expect(sends).toHaveLength(ids.length)
    expect(Math.min(...waitedMs)).toBeGreaterThanOrEqual(-100)
    process.stdout.write(
      `${ids.length} intents, ${RESTARTS.length} restarts: sent ${Math.min(...waitedMs)} to ${Math.max(...waitedMs)} ms after their holds\n`,
    )
  },
)
