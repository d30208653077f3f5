// PostgreSQL is stopped and started again in the middle of writes. What a desk calls stored is there once; what it calls
// not stored is not there; what it does not know it finds out. What was marked without a connection is there in the end.
import { expect, test } from 'vitest'
import { describePostgres } from '../support/postgres.ts'
import { column, one } from '../support/team-database.ts'
import { openTeamServer, untilTeam } from '../support/team-server.ts'

const MODES = ['fast', 'immediate', 'kill', 'immediate', 'kill', 'fast'] as const
const UNKNOWN = 'unknown yet'

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describePostgres('a desk of a team', (programs) => {
  test('loses and doubles no write, when the server stops and starts again meanwhile', {
    timeout: 600_000,
  }, async () => {
    const { server, team, connect, joinDesk } = await openTeamServer(programs, ['acme'])
    const { desk } = await joinDesk('Ann', 'admin')
    await untilTeam(desk, ({ connection }) => connection === 'connected')
    const stored = new Set<string>()
    const notStored = new Set<string>()
    const unknown = new Set<string>()
    const state = { isOver: false }
    const add = async (name: string): Promise<void> => {
      const reply = await desk.call('outreach.saveTemplate', { name, brandId: 'acme', subject: 'Hello', body: 'Hello' })
      if (reply.ok) stored.add(name)
      else if (reply.error.message.includes(UNKNOWN)) unknown.add(name)
      else notStored.add(name)
    }
    const work = (async () => {
      for (let no = 0; !state.isOver; no += 1) {
        await add(`Template ${no}`)
        await pause(5)
      }
    })()
    for (const mode of MODES) {
      const before = stored.size
      while (stored.size < before + 20) await pause(20)
      await server.stop(mode)
      await pause(300)
      await server.start()
    }
    const before = stored.size
    while (stored.size < before + 5) await pause(20)
    state.isOver = true
    await work
    await untilTeam(desk, ({ connection, position, head }) => connection === 'connected' && position === head)

    const owner = await connect()
    const names = await column<string>(owner, 'SELECT name FROM agency_desk.template')
    const there = new Set(names)
    process.stdout.write(
      `${MODES.length} restarts: ${stored.size} stored, ${notStored.size} not stored, ${unknown.size} unknown\n`,
    )
    expect(names.length).toBe(there.size)
    expect([...stored].filter((name) => !there.has(name))).toEqual([])
    expect([...notStored].filter((name) => there.has(name))).toEqual([])
    expect([...there].filter((name) => !stored.has(name) && !unknown.has(name))).toEqual([])
    expect(await one(owner, 'SELECT count(*) = max(no) FROM agency_desk.commit')).toBe(true)
    expect((await desk.value('team.checkMirror', {})).isSame).toBe(true)
    await team.owner.end().catch(() => undefined)
  })
})
