// A desk's copy of the team's data is deleted or damaged while the desk is closed: the next start makes it again from
// PostgreSQL, with the same rows by checksum, and nothing of the team is changed by that.
import { readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { DeskProcess } from '../support/desk-process.ts'
import { describePostgres } from '../support/postgres.ts'
import { headOf, markRow, pitch, suppressionRow, write } from '../support/team-database.ts'
import { openTeamServer, untilTeam } from '../support/team-server.ts'

const BRANDS = ['acme', 'bolt']
const MARKS = 2000

const forget = (home: string): void => {
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(home, `core.db${suffix}`), { force: true })
}
const forgetLogs = (home: string): void => {
  for (const suffix of ['-wal', '-shm']) rmSync(join(home, `core.db${suffix}`), { force: true })
}

/** Bytes of each page from the first on, so that neither the head nor a table is spared. */
const flipBytes = (home: string, everyBytes: number): void => {
  forgetLogs(home)
  const file = join(home, 'core.db')
  const bytes = readFileSync(file)
  for (let at = 40; at < bytes.length; at += everyBytes) bytes.writeUInt8(bytes.readUInt8(at) ^ 0xff, at)
  writeFileSync(file, bytes)
}

const damages: Readonly<Record<string, (home: string) => void>> = {
  'is deleted': forget,
  'is deleted with its backups': (home) => {
    forget(home)
    rmSync(join(home, 'backups'), { recursive: true, force: true })
  },
  'is cut in half': (home) => {
    forgetLogs(home)
    truncateSync(join(home, 'core.db'), Math.floor(statSync(join(home, 'core.db')).size / 2))
  },
  'is empty': (home) => {
    forgetLogs(home)
    truncateSync(join(home, 'core.db'), 0)
  },
  'has other bytes in each page': (home) => flipBytes(home, 1021),
  'has other bytes in its middle': (home) => flipBytes(home, 65_536),
}

const caughtUp = (desk: DeskProcess, head: number) =>
  untilTeam(desk, ({ connection, position }) => connection === 'connected' && position >= head)

describePostgres('the copy of a desk in a team', (programs) => {
  test('has the same rows by checksum after the next start, however its file was harmed', {
    timeout: 600_000,
  }, async () => {
    const { team, joinDesk } = await openTeamServer(programs, BRANDS)
    await write(team.owner, {
      prospect_mark: {
        rows: Array.from({ length: MARKS }, (_, at) => markRow(BRANDS[at % 2] ?? '', `p${at}`, `n${at}`)),
      },
      suppression: { rows: Array.from({ length: 300 }, (_, at) => suppressionRow(at + 1, `${at}@b.example`)) },
    })
    for (let no = 1; no <= 20; no += 1) await write(team.owner, pitch(no, 'acme', `contact ${no}`))
    const { desk, home, start } = await joinDesk('Ann')
    await caughtUp(desk, await headOf(team.owner))
    const before = await desk.value('team.checkMirror', {})
    expect(before.isSame).toBe(true)
    expect(before.tables.find(({ table }) => table === 'prospect_mark')?.rows).toBe(MARKS)
    await desk.stop()

    for (const [name, damage] of Object.entries(damages)) {
      damage(home)
      // A colleague goes on meanwhile.
      await write(team.owner, { prospect_mark: { rows: [markRow('acme', 'p0', name)] } })
      const head = await headOf(team.owner)
      const again = await start()
      await caughtUp(again, head)
      expect([name, await again.value('team.checkMirror', {})]).toEqual([name, before])
      expect([name, await headOf(team.owner)]).toEqual([name, head])
      await again.stop()
    }
  })
})
