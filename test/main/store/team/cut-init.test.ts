// The connection is cut around the COMMIT that sets up a team: there is a team and the desk is in it, or neither.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { membershipJobs } from '../../../../src-main/store/membership/jobs.ts'
import { readTeamFile } from '../../../../src-main/store/team/team-files.ts'
import { closedFolder } from '../../../support/closed-folder.ts'
import { COMMIT, CUTS, startPgProxy } from '../../../support/pg-proxy.ts'
import { describePostgres, testDatabase } from '../../../support/postgres.ts'
import { one } from '../../../support/team-database.ts'
import { addTeamRows } from '../../../support/team-rows.ts'

describePostgres('a connection cut around the COMMIT of a new team', (programs) => {
  const setUp = async () => {
    const owner = await (await testDatabase(programs, 'nothing')).connect()
    const proxy = await startPgProxy({ host: owner.host, port: owner.port })
    const desk = closedFolder((db) => addTeamRows(db, 'Acme'))
    const url = (port: number) => `postgres://${owner.user}@${owner.host}:${port}/${owner.database}`
    const login = { url: url(proxy.port), password: String(owner.password) }
    const isThere = () => one<boolean>(owner, "SELECT to_regclass('agency_desk.head') IS NOT NULL")
    const teamId = () => one<string>(owner, 'SELECT team_id::text FROM agency_desk.head')
    const init = () => membershipJobs.init(desk.context, { ...login, name: 'Ann Lee' })
    const isBeingWritten = () => existsSync(join(desk.home, 'team.json.writing'))
    return { proxy, desk, login, isThere, teamId, init, isBeingWritten }
  }

  test.each(CUTS)('%s: the team is there with this desk, or not at all', async (cut) => {
    const { proxy, desk, isThere, teamId, init, isBeingWritten } = await setUp()
    const before = desk.rows()
    proxy.cutAt(COMMIT, cut)
    if (cut === 'before the statement')
      await expect(init()).rejects.toMatchObject({
        kind: 'network',
        message: "The connection to the team's database was lost. Nothing was stored. Try again.",
      })
    else expect((await init()).file.teamId).toBe(await teamId())
    const isKept = cut !== 'before the statement'
    expect([proxy.cuts(), await isThere(), readTeamFile(desk.home) !== null]).toEqual([1, isKept, isKept])
    expect(isBeingWritten()).toBe(false)
    if (!isKept) expect(desk.rows()).toEqual(before)
  })

  test('that nobody answers for is unknown: the desk stays alone, and says how to see it', async () => {
    const { proxy, desk, login, teamId, init, isBeingWritten } = await setUp()
    proxy.cutAt(COMMIT, 'before its answer')
    proxy.onCut(proxy.close)
    const failing = init()
    await expect(failing).rejects.toMatchObject({ kind: 'unknown-outcome' })
    await expect(failing).rejects.toThrow(`If \`desk team check\` shows team ${await teamId()}, join it`)
    expect([readTeamFile(desk.home), isBeingWritten()]).toEqual([null, false])
    proxy.onCut(() => undefined)
    proxy.open()
    const { team, ownRows } = await membershipJobs.check(desk.context, login)
    expect(team).toMatchObject({ teamId: await teamId(), role: 'admin' })
    const joined = await membershipJobs.join(desk.context, { ...login, discardRows: ownRows.total })
    expect(joined.file.teamId).toBe(await teamId())
  })
})
