// A desk takes the rows of a team, or stays as it was; and leaves with a copy in which nothing can be sent.
import { existsSync } from 'node:fs'
import Database from 'better-sqlite3'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { listBackups } from '../../../../src-main/store/backups.ts'
import { inboxFileOf } from '../../../../src-main/store/inbox.ts'
import type { JobContext, Progress } from '../../../../src-main/store/membership/context.ts'
import { membershipJobs } from '../../../../src-main/store/membership/jobs.ts'
import { placeIn } from '../../../../src-main/store/team/mirror-state.ts'
import { keepForLater } from '../../../../src-main/store/team/offline-changes.ts'
import { readTeamFile } from '../../../../src-main/store/team/team-files.ts'
import { tables } from '../../../../src-main/tables.ts'
import { closedFolder } from '../../../support/closed-folder.ts'
import { describePostgres } from '../../../support/postgres.ts'
import { accessOf } from '../../../support/team-access.ts'
import { brandRow, headOf, pitch, suppressionRow, teamDatabase, write } from '../../../support/team-database.ts'
import { addTeamRows } from '../../../support/team-rows.ts'

const loginOf = (person: pg.Client) => {
  const { url, password } = accessOf(person)
  return { url, password }
}

const inCore = <Result>(file: string, look: (core: Database.Database) => Result): Result => {
  const core = new Database(file, { readonly: true })
  try {
    return look(core)
  } finally {
    core.close()
  }
}
const column = (file: string, sql: string): unknown[] => inCore(file, (core) => core.prepare(sql).pluck().all())

describePostgres('a desk that joins', (programs) => {
  test('has the rows of the team that its person sees, and none of its own', async () => {
    const team = await teamDatabase(programs, ['b1', 'b2'])
    const bob = await team.person('bob', { role: 'sender', brands: ['b1'] })
    await write(team.owner, { suppression: { rows: [suppressionRow(1, 'a@x.com')] }, ...pitch(7, 'b1', 'contact') })
    await write(team.owner, pitch(8, 'b2', 'contact'))
    const desk = closedFolder((db) => {
      addTeamRows(db, 'Own')
      addTeamRows(db, 'Ember Outdoor', { isDemo: true })
      db.core.exec(
        "INSERT INTO template (id, kind, name, subject, body, recipients, updated_at_ms, intent_ids, is_shared) VALUES ('mine', 'draft', 'd', 's', 'b', '[]', 1, '[]', 0)",
      )
    })
    const before = desk.rows()
    const checked = await membershipJobs.check(desk.context, loginOf(bob))
    expect(checked).toMatchObject({ obstacles: [], team: { brands: 1, role: 'sender' } })
    const { total } = checked.ownRows

    await expect(membershipJobs.join(desk.context, loginOf(bob))).rejects.toThrow(`has ${total} rows of its own`)
    await expect(membershipJobs.join(desk.context, { ...loginOf(bob), discardRows: total - 1 })).rejects.toThrow(
      /--discard/,
    )
    expect(desk.rows()).toEqual(before)
    expect(readTeamFile(desk.home)).toBeNull()

    const { file, discarded } = await membershipJobs.join(desk.context, { ...loginOf(bob), discardRows: total })
    expect(discarded).toEqual(checked.ownRows)
    expect(readTeamFile(desk.home)).toEqual(file)
    expect(column(desk.coreFile, 'SELECT id FROM brand')).toEqual(['b1'])
    expect(column(desk.coreFile, 'SELECT no FROM intent')).toEqual([7])
    expect(column(desk.coreFile, 'SELECT value FROM suppression')).toEqual(['a@x.com'])
    expect(column(desk.coreFile, 'SELECT id FROM template')).toEqual(['mine'])
    expect(column(desk.coreFile, 'SELECT DISTINCT brand_id FROM brand_here')).toEqual([])
    expect(inCore(desk.coreFile, (core) => placeIn(core, file.teamId))?.position).toBe(await headOf(team.owner))
    expect(existsSync(inboxFileOf(desk.coreFile))).toBe(false)
    const [backup] = listBackups(desk.backupsFolder)
    expect(column(backup?.path ?? '', 'SELECT name FROM brand ORDER BY name')).toEqual(['Ember Outdoor', 'Own'])
    // Own brands are no removed brands: the backup keeps them.
    expect(column(desk.coreFile, "SELECT value FROM setting WHERE key = 'brands.removing'")).toEqual([])
  })

  test('stays as it was where the team cannot be copied', async () => {
    const team = await teamDatabase(programs, ['b1'])
    const bob = await team.person('bob')
    const desk = closedFolder(() => undefined)
    const before = desk.rows()
    const assertUntouched = async (failing: Promise<unknown>, message: RegExp) => {
      await expect(failing).rejects.toThrow(message)
      expect(desk.rows()).toEqual(before)
      expect([readTeamFile(desk.home), existsSync(`${desk.coreFile}.of-team`)]).toEqual([null, false])
    }
    const login = loginOf(bob)
    await assertUntouched(membershipJobs.join(desk.context, { ...login, password: 'wrong' }), /refused the login/)
    const elsewhere = login.url.replace(/\/[^/]+$/, '/postgres')
    await assertUntouched(membershipJobs.join(desk.context, { ...login, url: elsewhere }), /holds no team/)
    const unsafe = 'postgres://ann@db.example/team?sslmode=disable'
    await assertUntouched(membershipJobs.join(desk.context, { ...login, url: unsafe }), /sslmode=disable/)

    const end =
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'Agency Desk' AND datname = $1"
    let ended: Promise<unknown> | undefined
    const cutting: JobContext = {
      ...desk.context,
      onProgress: ({ step }: Progress) => {
        if (step === 'copy') ended ??= team.owner.query(end, [team.name])
      },
    }
    await assertUntouched(membershipJobs.join(cutting, login), /cannot be reached|restarted/)
    await ended
  })

  test('and leaves again has all rows, and nothing that it would send', async () => {
    const team = await teamDatabase(programs, ['b1'])
    const bob = await team.person('bob')
    await write(team.owner, pitch(7, 'b1', 'contact'))
    const desk = closedFolder(() => undefined)
    const { file } = await membershipJobs.join(desk.context, loginOf(bob))
    await write(team.owner, { brand: { rows: [brandRow('b2')] } })
    const access = { ...loginOf(bob), ...file }
    // Suppressed without a connection, and never sent.
    const core = new Database(desk.coreFile)
    keepForLater(core, tables.team.tables, { suppression: { rows: [suppressionRow(9, 'late@x.test')] } }, 1)
    core.close()

    const { kept } = await membershipJobs.leave(desk.context, { access })
    expect(kept.tables).toContainEqual({ table: 'brand', rows: 2 })
    expect(readTeamFile(desk.home)).toBeNull()
    expect(column(desk.coreFile, 'SELECT state FROM intent')).toEqual(['unknown'])
    expect(column(desk.coreFile, 'SELECT reason FROM intent_item')[0]).toMatch(/left its team/)
    for (const table of ['mirror_state', 'person', 'brand_rule', 'intent_claim'])
      expect([table, column(desk.coreFile, `SELECT count(*) FROM ${table}`)]).toEqual([table, [0]])
    expect(column(desk.coreFile, 'SELECT value FROM suppression')).toEqual(['late@x.test'])
    expect((await team.owner.query('SELECT value FROM agency_desk.suppression')).rows).toEqual([
      { value: 'late@x.test' },
    ])
    // The team goes on.
    const states = await team.owner.query('SELECT state FROM agency_desk.intent')
    expect(states.rows).toEqual([{ state: 'ready' }])
  })

  test('leaves with what it has where the team cannot be reached, if asked to', async () => {
    const team = await teamDatabase(programs, ['b1'])
    const bob = await team.person('bob')
    const desk = closedFolder(() => undefined)
    const { file } = await membershipJobs.join(desk.context, loginOf(bob))
    const nowhere = { ...loginOf(bob), ...file, url: 'postgres://bob@127.0.0.1:1/team' }
    await expect(membershipJobs.leave(desk.context, { access: nowhere })).rejects.toThrow(/Nothing answers/)
    expect(readTeamFile(desk.home)).toEqual(file)
    await membershipJobs.leave(desk.context, { access: null })
    expect(readTeamFile(desk.home)).toBeNull()
    expect(column(desk.coreFile, 'SELECT id FROM brand')).toEqual(['b1'])
  })
})
