// Anyone who may sign in to the team's database may send notices on the channel of the desks: PostgreSQL gives no right to
// forbid it. A flood of them delays nothing, and makes no desk ask the server all the time.
import { once } from 'node:events'
import { type AddressInfo, createServer, connect as tcpConnect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createConnection } from '../../../../src-main/store/team/connection.ts'
import { openSession } from '../../../../src-main/store/team/session.ts'
import { describePostgres } from '../../../support/postgres.ts'
import { accessOf } from '../../../support/team-access.ts'
import { suppressionRow, type TeamDatabase, teamDatabase, write } from '../../../support/team-database.ts'
import { tempHome } from '../../../support/temp-home.ts'
import { tempStore } from '../../../support/temp-store.ts'

const MB = 1024 * 1024
/** 10,000 notices of commits that there never were. */
const FLOOD = `SELECT pg_notify('agency_desk', (1e15::bigint + g)::text) FROM generate_series(1, 10000) g`
/** As long as a payload may be. */
const LONG_FLOOD = `SELECT pg_notify('agency_desk', g || repeat('x', 7900)) FROM generate_series(1, 10000) g`

const ONE = "SELECT pg_notify('agency_desk', '999999999')"

/** Each message takes a fifth of a second once it is slow. */
const startLine = async (server: { readonly host: string; readonly port: number }) => {
  let delayMs = 0
  const line = createServer((client) => {
    const upstream = tcpConnect({ ...server, noDelay: true })
    for (const [from, to] of [[client, upstream] as const, [upstream, client] as const]) {
      let before: Promise<unknown> = Promise.resolve()
      from.on('data', (chunk) => {
        before = Promise.all([before, setTimeout(delayMs)]).then(() => to.writable && to.write(chunk))
      })
      from.on('error', () => to.destroy()).on('close', () => to.destroy())
    }
  })
  line.listen(0, '127.0.0.1')
  await once(line, 'listening')
  onTestFinished(() => void line.close())
  const slowDown = () => {
    delayMs = 200
  }
  return { port: (line.address() as AddressInfo).port, slowDown } // it listens on a port
}

const openDesk = async (team: TeamDatabase, { isDirect = false } = {}) => {
  const person = await team.person('ann')
  const direct = accessOf(person)
  const joined = await openSession(direct, 0)
  await joined.close()
  const { port, slowDown } = await startLine({ host: person.host, port: person.port })
  const line = isDirect ? {} : { host: '127.0.0.1', port }
  const access = accessOf(person, { ...line, deskId: direct.deskId, teamId: joined.teamId })
  const { store } = await tempStore({ ...tempHome(), team: { ...access, deskNo: joined.deskNo } })
  const { team: desk } = store
  if (desk === null) throw new Error('The desk is in a team.')
  // The first write waits for the copy of the team.
  await store.write('suppressions.add', entry('first@b.example'))
  return { store, desk, slowDown }
}
const entry = (value: string) => ({ entries: [{ kind: 'address' as const, value, reason: '' }], atMs: 1 })

describePostgres('a flood of notices by a reader', (programs) => {
  test('leaves a desk working, in the memory that it had', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const { store, desk } = await openDesk(team, { isDirect: true })
    const reader = await team.person('eve', { role: 'reader' })
    await reader.query(FLOOD)
    const before = process.memoryUsage().rss
    await reader.query(LONG_FLOOD)
    await reader.query(FLOOD)
    const startedMs = performance.now()
    await store.write('suppressions.add', entry('a@b.example'))
    expect(performance.now() - startedMs).toBeLessThan(10_000)
    expect(desk.state()).toMatchObject({ connection: 'connected', error: null })
    const colleague = await team.person('sue')
    await write(colleague, { suppression: { rows: [suppressionRow(900, 'c@d.example')] } })
    await expect
      .poll(async () => (await store.read('suppressions.page', { sort: [], limit: 10 } as never)).total, {
        timeout: 6000,
      })
      .toBe(3)
    expect((process.memoryUsage().rss - before) / MB).toBeLessThan(150)
  })

  test('has one catch-up wait on a slow line, not one for each notice', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const { store, desk, slowDown } = await openDesk(team)
    slowDown()
    const reader = await team.person('eve', { role: 'reader' })
    let heard = 0
    desk.onState(() => {
      heard += 1
    })
    for (let round = 0; round < 40; round += 1) {
      await reader.query(ONE)
      await setTimeout(100)
    }
    const before = heard
    await store.write('suppressions.add', entry('a@b.example'))
    expect(before).toBeGreaterThan(0)
    expect(heard - before).toBeLessThan(8)
  })

  test('wakes a desk less and less often, and not at all for what it has', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const person = await team.person('ann')
    const reader = await team.person('eve', { role: 'reader' })
    let wakes = 0
    const connection = createConnection({
      access: accessOf(person),
      position: () => 5,
      onState: () => undefined,
      onWake: () => {
        wakes += 1
      },
    })
    onTestFinished(() => connection.close())
    await expect.poll(() => wakes).toBe(1)
    for (let round = 0; round < 50; round += 1) {
      await reader.query(ONE)
      await setTimeout(100)
    }
    expect(wakes).toBeGreaterThan(2)
    expect(wakes).toBeLessThan(10)
  })
})
