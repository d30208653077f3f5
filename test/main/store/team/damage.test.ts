// core.db of a desk in a team is a copy: damaged or gone, the team has its rows. A file without its team has nothing to send.
import { rmSync, truncateSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { copyCore } from '../../../../src-main/store/backup.ts'
import { closeFiles, openForWriting } from '../../../../src-main/store/files.ts'
import type { StoreFiles, StoreNotice } from '../../../../src-main/store/rpc.ts'
import { createCatchUp } from '../../../../src-main/store/team/catch-up.ts'
import { openSession } from '../../../../src-main/store/team/session.ts'
import type { Mirrored, TeamAccess } from '../../../../src-main/store/team/state.ts'
import { tables } from '../../../../src-main/tables.ts'
import { bothSides } from '../../../support/bare-mirror.ts'
import { describePostgres } from '../../../support/postgres.ts'
import { spoilPages } from '../../../support/store-file.ts'
import { accessOf } from '../../../support/team-access.ts'
import { markRow, pitch, teamDatabase, write } from '../../../support/team-database.ts'
import { type TempHome, tempHome } from '../../../support/temp-home.ts'

type Desk = { readonly home: TempHome; readonly access: TeamAccess }
type Seen = { readonly notices: readonly StoreNotice[]; readonly told: readonly Mirrored[] }

const filesOf = ({ home, access }: Desk): StoreFiles => ({ ...home, deskNo: access.deskNo, team: access })

/** One start of the desk: the files as they are opened, and the mirror after it caught up. */
const start = async (
  desk: Desk,
  look: (core: ReturnType<typeof openForWriting>['db']) => Promise<void>,
): Promise<Seen> => {
  const { db, notices } = openForWriting(filesOf(desk), tables)
  const session = await openSession(desk.access, 0)
  try {
    const { brandRows, team } = tables
    const told: Mirrored[] = []
    const mirror = { teamId: desk.access.teamId, core: db.core, shared: team.tables, brandRows }
    const backUp = () =>
      copyCore(db.core, { folder: desk.home.backupsFolder, takenAtMs: 1, reason: 'other-history' }).path
    const heard = () => undefined
    await createCatchUp({ ...mirror, onMirrored: (one) => told.push(one), heard, onNotice: heard, backUp })(session)
    await look(db)
    return { notices, told }
  } finally {
    await session.close()
    closeFiles(db, 'writer')
  }
}

const wholeFile = (path: string): void => {
  for (const suffix of ['-wal', '-shm']) rmSync(path + suffix, { force: true })
}

const SPOILERS: readonly (readonly [string, (path: string) => void])[] = [
  ['is gone', (path) => rmSync(path)],
  ['is empty', (path) => truncateSync(path, 0)],
  ['is cut in the middle', (path) => truncateSync(path, 40_960)],
  ['has other bytes in its pages', (path) => spoilPages(path, 0.1)],
  ['is something else', (path) => writeFileSync(path, 'not a database '.repeat(1000))],
]

describePostgres('core.db of a desk in a team', (programs) => {
  test.each(SPOILERS)('that %s has the rows of the team again, with a backup and without one', async (_what, spoil) => {
    const team = await teamDatabase(programs, ['acme', 'bolt'])
    const ann = await team.person('ann')
    const first = accessOf(ann)
    const joined = await openSession(first, 0)
    await joined.close()
    const desk: Desk = { home: tempHome(), access: { ...first, teamId: joined.teamId, deskNo: joined.deskNo } }
    const { coreFile, backupsFolder } = desk.home
    await write(ann, { ...pitch(1, 'acme', 'c1'), prospect_mark: { rows: [markRow('acme', '1')] } })
    const expectSame = async ({ core }: { core: Parameters<typeof copyCore>[0] }) => {
      const { brandRows, team: shared } = tables
      const { here, there } = await bothSides({ teamId: '', core, shared: shared.tables, brandRows }, ann)
      expect(here).toEqual(there)
    }
    await start(desk, expectSame)
    spoil(coreFile)
    wholeFile(coreFile)
    const without = await start(desk, async (db) => {
      await expectSame(db)
      db.core.exec('INSERT OR REPLACE INTO setting VALUES (\'settings\', \'{"theme":"dark"}\')')
      copyCore(db.core, { folder: backupsFolder, takenAtMs: Date.now(), reason: 'daily' })
    })
    expect(without.notices.map(({ what, level }) => [what, level])).toContainEqual(['core-lost', 'warning'])
    expect(without.told.map(({ isFresh }) => isFresh)).toEqual([true])

    await write(ann, { prospect_mark: { rows: [markRow('bolt', '2')] } })
    spoil(coreFile)
    wholeFile(coreFile)
    const withBackup = await start(desk, async (db) => {
      await expectSame(db)
      const theme = db.core.prepare("SELECT value FROM setting WHERE key = 'settings'").pluck().get()
      expect(theme).toBe('{"theme":"dark"}')
      // Not so on a desk alone: who sends it is the team's business.
      expect(db.core.prepare('SELECT state FROM intent').pluck().all()).toEqual(['ready'])
    })
    expect(withBackup.notices.map(({ what, level }) => [what, level])).toContainEqual(['core-restored', 'warning'])
    expect(withBackup.told.map(({ isFresh }) => isFresh)).toEqual([false])
  })

  test('whose team.json is gone has nothing to send, and says so', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const ann = await team.person('ann')
    await write(ann, pitch(1, 'acme', 'c1'))
    const desk: Desk = { home: tempHome(), access: accessOf(ann) }
    const { teamId, close } = await openSession(desk.access, 0)
    await close()
    await start({ ...desk, access: { ...desk.access, teamId } }, async () => undefined)
    const { db, notices } = openForWriting(desk.home, tables)
    expect(notices.map(({ what }) => what)).toEqual(['left-team'])
    expect(db.core.prepare('SELECT state FROM intent_item').pluck().all()).toEqual(['unknown'])
    closeFiles(db, 'writer')
    const again = openForWriting(desk.home, tables)
    expect(again.notices).toEqual([])
    closeFiles(again.db, 'writer')
  })
})
