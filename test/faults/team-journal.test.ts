// Six desks of a team, each a process, publish articles of the same brands, while desks are killed and stopped past their
// lease, and the database crashes. The service counts: nothing is sent twice, nothing is lost, and what is uncertain says so.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { type OwnTeam, openOwnTeam } from '../support/own-team.ts'
import { postgresHere } from '../support/postgres-programs.ts'
import { cmsControl } from '../support/publishing-desk.ts'
import { openSandbox } from '../support/sandbox.ts'
import { column, one } from '../support/team-database.ts'
import type { TeamDeskProcess } from '../support/team-desk-process.ts'

const INTENTS = Number(process.env.AGENCY_DESK_FAULT_INTENTS ?? 3_000)
const DESKS = 6
const BRANDS = 6
const SEED = Number(process.env.AGENCY_DESK_FAULT_SEED ?? Date.now() % 1_000_000)
const limits = { requestsPerMinute: 100_000 }
const PROVIDER = 'wordpress'
const LEASE_MS = 2_000

/** The same sequence for the same seed. */
const randomOf = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

const [programs] = postgresHere()

test.skipIf(programs === undefined)(
  `six desks send ${INTENTS} intents once, however desks and the database are interrupted (seed ${SEED})`,
  { timeout: 1_800_000 },
  async () => {
    if (programs === undefined) return
    const random = randomOf(SEED)
    const sandbox = await openSandbox({ brands: BRANDS, keywords: 5, days: 2, profile: { limits }, now: Date.now })
    // So that an interruption finds requests under way.
    await sandbox.fault({ operation: 'cms.publish', kind: 'delay', delayMs: 60, times: 1_000_000 })
    const cms = cmsControl(sandbox.controlUrl)
    const brandIds = sandbox.brands.map((_, at) => `brand${at}`)
    const own: OwnTeam = await openOwnTeam(programs, brandIds)
    const folders = await Promise.all(Array.from({ length: DESKS }, (_, at) => own.joinDesk(`p${at}`)))

    const start = async (at: number): Promise<TeamDeskProcess> => {
      const folder = folders[at]
      if (folder === undefined) throw new Error('no such desk')
      const desk = await folder.start()
      for (const [index, { key }] of sandbox.brands.entries())
        await patiently(desk, () =>
          desk.call('brands.replaceKey', { brandId: brandIds[index] ?? '', key, sessionOnly: true }),
        )
      return desk
    }
    /** The database may be away. */
    const patiently = async (
      desk: TeamDeskProcess,
      work: () => Promise<{ readonly ok: boolean }>,
    ): Promise<boolean> => {
      for (let tries = 0; tries < 100 && !desk.isGone(); tries += 1) {
        const reply = await work()
        if (reply.ok) return true
        await sleep(200)
      }
      return false
    }

    const [firstFolder] = folders
    const first = await firstFolder?.start()
    await first?.value('service.setProfile', { baseUrl: sandbox.baseUrl, limits })
    await first?.close()
    const desks = await Promise.all(folders.map((_, at) => start(at)))

    let isDone = false
    let queued = 0
    const refused: string[] = []
    /** Queues its part; a queueing whose answer is lost may have been stored: it is not repeated. */
    const feed = async (at: number): Promise<void> => {
      for (let number = at; number < INTENTS; number += DESKS) {
        const brandId = brandIds[number % BRANDS] ?? ''
        const reply = await desks[at]?.call('publishing.publish', {
          brandId,
          articleSlugs: [`article-${number}`],
          provider: PROVIDER,
          status: 'publish',
          holdSeconds: 0,
          accept: ['duplicate', 'wrong-brand', 'same-slot'],
        })
        if (reply?.ok === true) queued += 1
        else refused.push(reply?.error.message ?? '')
      }
    }

    const faults = { kill: 0, stop: 0, crash: 0 }
    const interrupt = async (): Promise<void> => {
      const at = random(DESKS)
      const kind = random(10)
      const desk = desks[at]
      if (kind < 5) {
        faults.kill += 1
        await desk?.kill()
        desks[at] = await start(at)
      } else if (kind < 8) {
        faults.stop += 1
        desk?.signal('SIGSTOP')
        await sleep(LEASE_MS + 1_000)
        desk?.signal('SIGCONT')
      } else {
        faults.crash += 1
        await own.server.stop('immediate')
        await own.server.start()
      }
    }
    const interruptAll = async (): Promise<void> => {
      while (!isDone) {
        await sleep(100 + random(700))
        if (!isDone) await interrupt()
      }
    }
    const interrupting = interruptAll()
    await Promise.all(desks.map((_, at) => feed(at)))

    const OPEN = "SELECT count(*) FROM agency_desk.intent WHERE state IN ('held', 'ready', 'in_flight')"
    const ask = async <Value>(work: (client: pg.Client) => Promise<Value>): Promise<Value> => {
      for (;;) {
        try {
          const client = await own.connect()
          const value = await work(client)
          await client.end()
          return value
        } catch {
          await sleep(200) // it is starting again
        }
      }
    }
    // The last ones are sent without interruptions, so that all can end.
    while ((await ask((client) => one<number>(client, OPEN))) > INTENTS / 20) await sleep(300)
    isDone = true
    await interrupting
    while ((await ask((client) => one<number>(client, OPEN))) > 0) await sleep(300)

    const rows = await ask(async (client) => {
      const sql = `SELECT json_build_object('slug', t.subject, 'state', t.state)::text FROM agency_desk.intent_item t`
      return (await column<string>(client, sql)).map((text) => JSON.parse(text) as { slug: string; state: string }) // as selected
    })
    const sent = new Map<string, number>()
    for (const { slug, publishes } of (await cms.articles()).map(toSent))
      sent.set(slug, (sent.get(slug) ?? 0) + publishes)
    const twice = [...sent].filter(([, count]) => count > 1)
    const byState = Map.groupBy(rows, ({ state }) => state)
    const countOf = (state: string) => byState.get(state)?.length ?? 0
    process.stdout.write(
      `${JSON.stringify({
        seed: SEED,
        faults,
        queued,
        notAnswered: refused.length,
        refused: [...new Set(refused)].slice(0, 8),
        stored: rows.length,
        sent: sent.size,
        twice: twice.length,
        states: Object.fromEntries([...byState].map(([state, of]) => [state, of.length])),
      })}\n`,
    )

    expect(twice).toEqual([])
    // Each is stored once, and none of those that were answered is lost.
    expect(new Set(rows.map(({ slug }) => slug)).size).toBe(rows.length)
    expect(rows.length).toBeGreaterThanOrEqual(queued)
    // What is said to be sent was sent, and what is said to be not sent was not.
    for (const { slug, state } of rows) {
      if (state === 'confirmed') expect([slug, sent.get(slug)]).toEqual([slug, 1])
      if (state === 'failed' || state === 'waiting') expect([slug, sent.get(slug) ?? 0]).toEqual([slug, 0])
    }
    expect(countOf('confirmed') + countOf('unknown') + countOf('failed')).toBe(rows.length)
    // Few are uncertain: one for each interruption of a desk or the database at most, for each brand.
    const interruptions = faults.kill + faults.stop + faults.crash
    expect(countOf('unknown')).toBeLessThanOrEqual(interruptions * BRANDS)
  },
)

type Seen = Awaited<ReturnType<ReturnType<typeof cmsControl>['articles']>>[number]
const toSent = (article: Seen) => ({ slug: article.slug, publishes: article.published })
