// PostgreSQL crashes and comes back under a desk that receives webhooks. A sender gets 200 for what is on that desk's own
// disk, whatever the database does; each of these deliveries is in the database once when it is back.
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { describePostgres } from '../support/postgres.ts'
import { column } from '../support/team-database.ts'
import { openTeamServer, untilTeam } from '../support/team-server.ts'

const ROUNDS = 6
const SENDERS = 8

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** The status; 0 where there was no answer. */
const deliver = (url: string, secret: string, agent: Agent, slug: string): Promise<number> =>
  new Promise((resolve) => {
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
    const sent = request(url, { method: 'POST', headers, agent }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode ?? 0))
      response.once('error', () => resolve(0))
    })
    sent.once('error', () => resolve(0))
    sent.end(JSON.stringify({ event: 'article.published', article: { title: 'T', slug } }))
  })

const slugsIn = (home: string): Set<string> => {
  const inbox = new Database(join(home, 'inbox.db'), { readonly: true })
  try {
    return new Set(inbox.prepare<[], string>('SELECT slug FROM arrival').pluck().all())
  } finally {
    inbox.close()
  }
}

describePostgres('a desk of a team that receives webhooks', (programs) => {
  test('answers 200 for what is on its disk, and the team has it once, through crashes of the server', {
    timeout: 600_000,
  }, async () => {
    const { server, connect, joinDesk } = await openTeamServer(programs, ['acme'])
    const { desk, home } = await joinDesk('Ann', 'admin')
    await untilTeam(desk, ({ connection }) => connection === 'connected')
    const { secret, url } = await desk.value('webhooks.rotateSecret', { brandId: 'acme', sessionOnly: true })
    const agent = new Agent({ keepAlive: true, maxSockets: SENDERS })
    const acknowledged = new Set<string>()
    const others: number[] = []
    const state = { isOver: false, isDown: false, whileDown: 0 }
    const send = async (sender: number): Promise<void> => {
      for (let count = 0; !state.isOver; count += 1) {
        const slug = `s${sender}-${count}`
        const status = await deliver(url, secret, agent, slug)
        if (status === 200) {
          acknowledged.add(slug)
          if (state.isDown) state.whileDown += 1
        } else others.push(status)
        await pause(20)
      }
    }
    const work = Array.from({ length: SENDERS }, (_, sender) => send(sender))
    const more = async (count: number) => {
      const before = acknowledged.size
      while (acknowledged.size < before + count) await pause(10)
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      await more(40)
      await server.stop(round % 2 === 0 ? 'immediate' : 'kill')
      state.isDown = true
      await more(40)
      state.isDown = false
      await server.start()
    }
    await more(20)
    state.isOver = true
    await Promise.all(work)
    agent.destroy()

    const here = slugsIn(home)
    expect([...acknowledged].filter((slug) => !here.has(slug))).toEqual([])
    expect(others).toEqual([])
    const owner = await connect()
    const there = () => column<string>(owner, 'SELECT slug FROM agency_desk.delivery')
    await expect.poll(async () => new Set(await there()).size, { timeout: 120_000 }).toBe(here.size)
    const slugs = await there()
    expect(slugs.length).toBe(new Set(slugs).size)
    expect([...acknowledged].filter((slug) => !slugs.includes(slug))).toEqual([])
    process.stdout.write(
      `${ROUNDS} crashes of the server: ${acknowledged.size} acknowledged (${state.whileDown} of them while it was down), ${slugs.length} in the team\n`,
    )
    expect(state.whileDown).toBeGreaterThan(0)
  })
})
