// A desk of a team deletes deliveries by the team's time: PostgreSQL refuses those of the last 23 hours, by its own clock.
import { once } from 'node:events'
import { type AddressInfo, createServer, connect as tcpConnect } from 'node:net'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { HOUR_MS, systemClock } from '../../../src-main/base/clock.ts'
import { openTestDesk } from '../../support/composed-desk.ts'
import { joinedDesk } from '../../support/joined-desk.ts'
import { describePostgres } from '../../support/postgres.ts'
import { column, PASSWORD, teamDatabase, write } from '../../support/team-database.ts'

const AHEAD_MS = 2 * HOUR_MS
const hoursAgo = (hours: number): number => Date.now() - hours * HOUR_MS
const delivery = (no: number, receivedAtMs: number) => ({
  ...{ no, brand_id: 'acme', received_at_ms: receivedAtMs, event: null, slug: null, title: null },
  ...{ status: 'accepted', reason: null, secret_used: 'current', intent_id: null, bytes: 1, search: '' },
})
const ARRIVAL = `INSERT INTO arrival (brand_id, received_at_ms, status, event, slug, title, reason, secret_used, bytes, path,
    headers, body)
  VALUES ('of a colleague', ?, 'accepted', NULL, NULL, NULL, NULL, 'current', 2, '/hooks/x', '[]', CAST('{}' AS BLOB))`

/** Every connection is cut until it is opened. */
const startGate = async (server: { readonly host: string; readonly port: number }) => {
  let isOpen = false
  const gate = createServer((client) => {
    if (!isOpen) return client.destroy()
    const upstream = tcpConnect({ ...server, noDelay: true })
    for (const [from, to] of [[client, upstream] as const, [upstream, client] as const])
      from.on('error', () => to.destroy()).on('close', () => to.destroy())
    return client.pipe(upstream).pipe(client)
  })
  gate.listen(0, '127.0.0.1')
  await once(gate, 'listening')
  onTestFinished(() => void gate.close())
  const open = () => {
    isOpen = true
  }
  return { port: (gate.address() as AddressInfo).port, open } // it listens on a port
}

describePostgres('deliveries of a team', (programs) => {
  test('are deleted after a day by a desk whose own clock is two hours ahead, once it has the time', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const first = await joinedDesk(team, 'ann', { role: 'sender' })
    await first.call('webhooks.configure', { retentionDays: 1 })
    await write(team.owner, { delivery: { rows: [delivery(1, hoursAgo(30)), delivery(2, hoursAgo(22.5))] } })
    const here = new Database(join(first.home, 'core.db'), { readonly: true })
    await expect.poll(() => here.prepare('SELECT count(*) FROM delivery').pluck().get()).toBe(2)
    here.close()
    await first.close()
    const inbox = new Database(join(first.home, 'inbox.db'))
    inbox.prepare(ARRIVAL).run(hoursAgo(22.5))

    const { host, port } = first.person
    const gate = await startGate({ host, port })
    const desk = await openTestDesk({
      home: first.home,
      clock: { ...systemClock, now: () => Date.now() + AHEAD_MS },
      isReceiverWanted: true,
      teamAddress: `postgres://${first.login}:${PASSWORD}@127.0.0.1:${gate.port}/${team.name}`,
    })
    await expect.poll(async () => (await desk.call('team.status', {})).team?.error).not.toBeNull()
    gate.open()
    const numbers = () => column(team.owner, 'SELECT no FROM agency_desk.delivery ORDER BY no')
    await expect.poll(numbers, { timeout: 10_000 }).toEqual([2])
    expect(inbox.prepare('SELECT count(*) FROM arrival').pluck().get()).toBe(1)
    inbox.close()
  })
})
