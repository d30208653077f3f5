// Desks of one team, each a process, over one PostgreSQL and one service that counts what is published. They are fed with
// articles, interrupted and started again.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Mutex } from 'async-mutex'
import type pg from 'pg'
import { openOwnTeam, SHORT_LEASE } from './own-team.ts'
import type { PostgresPrograms } from './postgres-programs.ts'
import { cmsControl } from './publishing-desk.ts'
import { openSandbox } from './sandbox.ts'
import { column, one } from './team-database.ts'
import type { Interrupted, InterruptionKind, Point, TeamDeskProcess } from './team-desk-process.ts'

const limits = { requestsPerMinute: 100_000 }
/** So that an interruption finds requests under way. */
const ANSWERS_AFTER_MS = 60
const REACHED_WITHIN_MS = 60_000

export type SeenItem = {
  readonly no: string
  readonly id: string
  readonly slug: string
  readonly state: string
  readonly reason: string | null
}

const ITEMS = `SELECT json_build_object('no', i.no::text, 'id', i.id, 'slug', t.subject, 'state', t.state, 'reason', t.reason)::text
  FROM agency_desk.intent_item t JOIN agency_desk.intent i ON i.no = t.intent_no`
const OPEN = "SELECT count(*) FROM agency_desk.intent WHERE state IN ('held', 'ready', 'in_flight')"

type Options = { readonly desks: number; readonly brands: number }

export const openInterruptedDesks = async (programs: PostgresPrograms, options: Options) => {
  const sandbox = await openSandbox({
    brands: options.brands,
    keywords: 5,
    days: 2,
    profile: { limits },
    now: Date.now,
  })
  await sandbox.fault({ operation: 'cms.publish', kind: 'delay', delayMs: ANSWERS_AFTER_MS, times: 1_000_000 })
  const brandIds = sandbox.brands.map((_, at) => `brand${at}`)
  const own = await openOwnTeam(programs, brandIds)
  const folders = await Promise.all(Array.from({ length: options.desks }, (_, at) => own.joinDesk(`p${at}`)))
  const desks: TeamDeskProcess[] = []
  const counts = { kill: 0, stop: 0, crash: 0 }
  const interrupted: Interrupted[] = []
  const underWay = new Set<Promise<void>>()

  /** The database may be away. */
  const giveKeys = async (desk: TeamDeskProcess): Promise<void> => {
    for (const [index, { key }] of sandbox.brands.entries()) {
      const brandId = brandIds[index] ?? ''
      while (!desk.isGone() && !(await desk.call('brands.replaceKey', { brandId, key, sessionOnly: true })).ok)
        await sleep(200)
    }
  }
  const start = async (at: number): Promise<void> => {
    const desk = await folders[at]?.start()
    if (desk === undefined) throw new Error('There is no such desk.')
    desks[at] = desk
    desk.onInterrupted((what) => {
      interrupted.push(what)
      const done = goOn(at, what.kind).finally(() => underWay.delete(done))
      underWay.add(done)
    })
    await giveKeys(desk)
  }

  const crashes = new Mutex()
  /** After it was killed, or stopped. */
  const goOn = async (at: number, kind: InterruptionKind): Promise<void> => {
    const desk = desks[at]
    counts[kind] += 1
    if (kind === 'kill') {
      await desk?.kill()
      return start(at)
    }
    if (kind === 'stop') await sleep(SHORT_LEASE.leaseMs + 1_000)
    else
      await crashes.runExclusive(async () => {
        await own.server.stop('immediate')
        await own.server.start()
      })
    desk?.signal('SIGCONT')
  }

  const first = await folders[0]?.start()
  await first?.value('service.setProfile', { baseUrl: sandbox.baseUrl, limits })
  await first?.close()
  await Promise.all(folders.map((_, at) => start(at)))

  /** Asks PostgreSQL until it answers. */
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

  const queued: string[] = []
  const refused: string[] = []
  let articles = 0
  /** Queues while it may; what was refused, or not answered, is not repeated: another article is. */
  const feed = async (at: number, mayQueue: (articles: number) => boolean | 'ended'): Promise<void> => {
    for (let may = mayQueue(articles); may !== 'ended'; may = mayQueue(articles)) {
      const desk = desks[at]
      if (!may || desk === undefined || desk.isGone()) {
        await sleep(20)
        continue
      }
      const number = articles
      articles += 1
      const slug = `article-${number}`
      const reply = await desk.call('publishing.publish', {
        brandId: brandIds[number % brandIds.length] ?? '',
        articleSlugs: [slug],
        provider: 'wordpress',
        status: 'publish',
        holdSeconds: number % 3 === 0 ? 1 : 0,
        accept: ['duplicate', 'wrong-brand', 'same-slot'],
      })
      if (reply.ok) queued.push(slug)
      else {
        refused.push(reply.error.message)
        await sleep(200)
      }
    }
  }

  return {
    desks,
    counts,
    /** What was interrupted on purpose. */
    interrupted,
    queued,
    refused,
    articles: () => articles,
    feed,
    /** Now, whatever it is doing. */
    interrupt: async (at: number, kind: InterruptionKind): Promise<void> => {
      if (kind === 'stop') desks[at]?.signal('SIGSTOP')
      await goOn(at, kind)
    },
    /** As soon as it comes to this point; `more` is called every second until then. */
    interruptAt: async (at: number, point: Point, kind: InterruptionKind, more: () => void): Promise<void> => {
      const before = interrupted.length
      desks[at]?.arm({ point, kind })
      for (const untilMs = Date.now() + REACHED_WITHIN_MS; interrupted.length === before; more()) {
        if (Date.now() > untilMs) throw new Error(`No intent of this desk came to "${point}" within a minute.`)
        for (let waits = 0; waits < 50 && interrupted.length === before; waits += 1) await sleep(20)
      }
      await Promise.all(underWay)
    },
    /** What the desks logged as errors, by message. */
    errors: (): string[] =>
      folders.flatMap(({ home }) =>
        readdirSync(join(home, 'logs'))
          .flatMap((file) => readFileSync(join(home, 'logs', file), 'utf8').split('\n'))
          .filter((line) => line.startsWith('{"level":50'))
          .map((line) => {
            const { msg, err } = JSON.parse(line) as { msg: string; err?: { message?: string } } // as the desk logs
            return `${msg}: ${err?.message ?? ''}`
          }),
      ),
    openIntents: () => ask((client) => one<number>(client, OPEN)),
    items: () => ask(async (client) => (await column<string>(client, ITEMS)).map((row) => JSON.parse(row) as SeenItem)), // as selected
    /** How often each article was published. */
    published: async (): Promise<ReadonlyMap<string, number>> => {
      const sent = new Map<string, number>()
      for (const { slug, published } of await cmsControl(sandbox.controlUrl).articles())
        sent.set(slug, (sent.get(slug) ?? 0) + published)
      return sent
    },
  }
}
