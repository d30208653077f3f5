// The disk of a team's database is full, really: a small one in memory. Whatever a desk does then is done whole or not at all,
// the person reads why, and it goes on once there is room.
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTestDesk, type TestDesk } from '../support/composed-desk.ts'
import type { DeskProcess } from '../support/desk-process.ts'
import { describePostgres } from '../support/postgres.ts'
import type { PostgresPrograms } from '../support/postgres-programs.ts'
import { openSandbox } from '../support/sandbox.ts'
import { canMount, mountSmallDisk } from '../support/small-disk.ts'
import { column, headOf, markRow, one, write } from '../support/team-database.ts'
import { openTeamServer, untilTeam } from '../support/team-server.ts'

const DISK_MEGABYTES = 256
const FULL = /The disk of the team's database is full\. Nothing was stored\./

const openOnDisk = async (programs: PostgresPrograms, brandIds: readonly string[] = []) => {
  const disk = mountSmallDisk(DISK_MEGABYTES)
  return { disk, ...(await openTeamServer(programs, brandIds, { disk: disk.folder })) }
}

const connected = (desk: DeskProcess) => untilTeam(desk, ({ connection }) => connection === 'connected')
const caughtUp = (desk: DeskProcess, head: number) =>
  untilTeam(desk, ({ connection, position }) => connection === 'connected' && position >= head)

/** No server compresses it. */
const template = (name: string) => ({
  name,
  brandId: null,
  subject: 'S',
  body: randomBytes(75_000).toString('base64').slice(0, 100_000),
})

describePostgres('a desk whose team has a full disk', (programs) => {
  test.skipIf(!canMount)(
    'stores a change whole or not at all, and goes on when there is room (needs the right to mount)',
    { timeout: 300_000 },
    async () => {
      const { disk, team, joinDesk } = await openOnDisk(programs, ['acme'])
      const { desk } = await joinDesk('Ann', 'admin')
      await connected(desk)
      // The log of the server has room: in this test the tables have none.
      await team.owner.query('SELECT pg_switch_wal()')
      await desk.value('outreach.saveTemplate', template('before'))
      disk.fill()
      const stored = ['before']
      const refused: string[] = []
      for (let no = 0; no < 60 && refused.length < 5; no += 1) {
        const reply = await desk.call('outreach.saveTemplate', template(`T${no}`))
        if (reply.ok) stored.push(`T${no}`)
        else refused.push(`${reply.error.kind}: ${reply.error.message}`)
      }
      expect(refused).toHaveLength(5)
      for (const message of refused) expect(message).toMatch(FULL)
      const names = () => column<string>(team.owner, 'SELECT name FROM agency_desk.template ORDER BY 1')
      expect(await names()).toEqual(stored.toSorted())
      const here = await desk.value('outreach.templates', {})
      expect(here.templates.map(({ name }) => name).toSorted()).toEqual(stored.toSorted())

      disk.makeRoom()
      await desk.value('outreach.saveTemplate', template('after'))
      expect(await names()).toEqual([...stored, 'after'].toSorted())
      expect((await desk.value('team.checkMirror', {})).isSame).toBe(true)
      process.stdout.write(`full tables: ${stored.length} stored, ${refused.length} refused\n`)
    },
  )

  test.skipIf(!canMount)(
    'catches up when there is room, and shows what it has until then (needs the right to mount)',
    { timeout: 300_000 },
    async () => {
      const { disk, team, joinDesk } = await openOnDisk(programs, ['acme'])
      const { desk, start } = await joinDesk('Ann')
      await connected(desk)
      await desk.stop()
      // As on a busy server: what does not fit into this is sorted on disk.
      await team.owner.query("ALTER DATABASE team SET work_mem = '64kB'")
      const rows = Array.from({ length: 30_000 }, (_, at) => markRow('acme', `p${at}`, 'a note'))
      await write(team.owner, { prospect_mark: { rows } })
      const head = await headOf(team.owner)
      disk.fill()
      const again = await start()
      await expect.poll(async () => (await again.value('team.status', {})).team?.error?.message).toMatch(FULL)
      expect((await again.value('team.status', {})).team?.position).toBeLessThan(head)
      expect((await again.value('brands.list', {})).brands).toHaveLength(1)
      disk.makeRoom()
      await caughtUp(again, head)
      const { isSame, tables } = await again.value('team.checkMirror', {})
      expect([isSame, tables.find(({ table }) => table === 'prospect_mark')?.rows]).toEqual([true, 30_000])
      await expect.poll(async () => (await again.value('team.status', {})).team?.error).toBeNull()
    },
  )

  test.skipIf(!canMount)(
    'has all that was stored after the log of the server found no room, and the server stopped (needs the right to mount)',
    { timeout: 300_000 },
    async () => {
      const { disk, server, team, connect, joinDesk } = await openOnDisk(programs, ['acme'])
      const { desk } = await joinDesk('Ann', 'admin')
      await connected(desk)
      disk.fill()
      let possible = ['[]']
      let last: Awaited<ReturnType<typeof desk.call<'brands.update'>>> | undefined
      for (let no = 0; no < 40 && last?.ok !== false; no += 1) {
        // The next change needs a new file of the log.
        await team.owner.query('SELECT pg_switch_wal()').catch(() => undefined)
        last = await desk.call('brands.update', { brandId: 'acme', tags: [`t${no}`] })
        const stored = JSON.stringify([`t${no}`])
        if (last.ok) possible = [stored]
        else if (last.error.message.includes('unknown yet')) possible = [...possible, stored]
      }
      expect(last?.ok).toBe(false)
      expect(server.log()).toMatch(/PANIC.*No space left on device/)
      disk.makeRoom()
      await server.stop('immediate')
      await server.start()
      const owner = await connect()
      await caughtUp(desk, await headOf(owner))
      expect(possible).toContain(await one(owner, 'SELECT tags FROM agency_desk.brand'))
      await desk.value('brands.update', { brandId: 'acme', tags: ['after'] })
      expect((await desk.value('team.checkMirror', {})).isSame).toBe(true)
    },
  )
})

const schemasIn = (client: Parameters<typeof one>[0]): Promise<number> =>
  one(client, "SELECT count(*) FROM pg_namespace WHERE nspname = 'agency_desk'")

const messageOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    ({ message }: Error) => message,
  )

/** A desk alone with a brand of the service and more rows than fit. */
const deskWithRows = async (): Promise<TestDesk> => {
  const sandbox = await openSandbox()
  const desk = await openTestDesk()
  await desk.call('service.setProfile', { baseUrl: sandbox.baseUrl })
  await desk.call('brands.add', { name: 'Acme', key: sandbox.keyOf(0), sessionOnly: true })
  for (let no = 0; no < 80; no += 1) await desk.call('outreach.saveTemplate', template(`T${no}`))
  return desk
}

describePostgres('a team on a full disk', (programs) => {
  test.skipIf(!canMount)(
    'is set up whole or not at all; its snapshots are, too (needs the right to mount)',
    { timeout: 300_000 },
    async () => {
      const { disk, server, connectTo } = await openOnDisk(programs)
      await (await connectTo('postgres')).query('CREATE DATABASE other')
      const owner = await connectTo('other')
      const { host, port, user, password } = server.address
      const desk = await deskWithRows()
      const init = () =>
        desk.call('team.init', {
          url: `postgres://${user}@${host}:${port}/other`,
          password,
          name: 'Ann',
          sessionOnly: true,
        })
      // Full at the first statement, and in the middle of the rows.
      for (const leftMegabytes of [0, 4]) {
        disk.fill(leftMegabytes)
        expect(await messageOf(init())).toMatch(FULL)
        expect([await desk.call('team.status', {}), existsSync(join(desk.home, 'team.json'))]).toEqual([
          { team: null },
          false,
        ])
        expect((await desk.call('outreach.templates', {})).templates).toHaveLength(80)
        expect(await schemasIn(owner)).toBe(0)
        disk.makeRoom()
      }
      await init()
      expect(await one(owner, 'SELECT count(*) FROM agency_desk.template')).toBe(80)

      const sharedParts = () =>
        column<string>(owner, 'SELECT dataset FROM agency_desk.fetched UNION SELECT dataset FROM agency_desk.reply')
      /** Said to be there, without what the service replied. */
      const withoutReply = () =>
        column<string>(
          owner,
          'SELECT dataset FROM agency_desk.fetched EXCEPT SELECT dataset FROM agency_desk.reply ORDER BY 1',
        )
      const half: string[] = []
      // Full at the first question, and in the middle of what is stored.
      const reasons: string[] = []
      for (const leftMegabytes of [0, 1]) {
        disk.fill(leftMegabytes)
        await desk.sync({})
        for (const { error } of (await desk.call('sync.status', {})).rows)
          if (error !== null) reasons.push(error.message)
        half.push(...(await withoutReply()))
        disk.makeRoom()
      }
      expect(reasons.length).toBeGreaterThan(0)
      expect(reasons.filter((message) => !FULL.test(message))).toEqual([])
      expect((await desk.sync({})).failed).toBe(0)
      expect((await sharedParts()).length).toBeGreaterThan(0)
      const never = await withoutReply()
      expect(half.filter((dataset) => !never.includes(dataset))).toEqual([])
    },
  )
})
