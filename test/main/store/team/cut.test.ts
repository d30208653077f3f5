// The connection is cut around a write, by a proxy that reads PostgreSQL's frames. Whatever the point: the write is done once or
// not at all, the desk says which, and what it then has is what the team has.
import { expect, test } from 'vitest'
import type { Row } from '../../../../src-main/store/team/apply.ts'
import { tables } from '../../../../src-main/tables.ts'
import { DeskError } from '../../../../src-shared/desk/errors.ts'
import { ARRIVED, CORE_WRITES, TEAM_ROWS } from '../../../support/core-writes.ts'
import { CUTS, startPgProxy } from '../../../support/pg-proxy.ts'
import { describePostgres } from '../../../support/postgres.ts'
import { column, markRow, one, teamDatabase, write } from '../../../support/team-database.ts'
import { teamMirror } from '../../../support/team-mirror.ts'

const WRITE = 'agency_desk.write('
const OUTCOME = 'agency_desk.outcome('

describePostgres('a connection cut around a write', (programs) => {
  test.each(CUTS)('%s: the write is stored once, and known', async (cut) => {
    const team = await teamDatabase(programs, ['b1', 'b2'])
    await write(team.owner, TEAM_ROWS)
    const person = await team.person('ann', { role: 'admin' })
    const proxy = await startPgProxy({ host: person.host, port: person.port })
    const ann = await teamMirror(person, { port: proxy.port, arrivals: [ARRIVED] })
    for (const [no, { name, args, isOwn = false }] of CORE_WRITES.entries()) {
      const step = `${no} ${name}`
      if (!isOwn) proxy.cutAt(WRITE, cut)
      const cutsBefore = proxy.cuts()
      await ann.writeAs(step, name, args)
      const commits = 'SELECT count(*)::int FROM agency_desk.commit WHERE name = $1'
      const done = [step, proxy.cuts() - cutsBefore, await one(team.owner, commits, [step])]
      expect(done).toEqual(isOwn ? [step, 0, 0] : [step, 1, 1])
    }
    const fresh = await teamMirror(await team.person('ben', { role: 'admin' }))
    await ann.catchUp()
    for (const { name, isSharedIf, own = [] } of tables.team.tables) {
      const columns = Object.keys(ann.rows(name)[0] ?? {}).filter((column) => !own.includes(column))
      const ofTeam = (rows: readonly Row[]) =>
        rows
          .filter((row) => isSharedIf === undefined || row[isSharedIf] === 1)
          .map((row) => columns.map((column) => row[column]))
      expect([name, ofTeam(ann.rows(name))]).toEqual([name, ofTeam(fresh.rows(name))])
    }
  })

  test('that is made while nobody else writes is stored once or not at all, and known', async () => {
    const team = await teamDatabase(programs, ['b1'])
    const person = await team.person('ann')
    const proxy = await startPgProxy({ host: person.host, port: person.port })
    const ann = await teamMirror(person, { port: proxy.port })
    for (const text of [WRITE, 'COMMIT'])
      for (const cut of CUTS) {
        const step = `${cut} ${text}`
        let times = 0
        ann.setBeforeSend(async () => {
          times += 1
          await write(team.owner, { prospect_mark: { rows: [markRow('b1', `p${times}`, step)] } })
          if (times === 4) proxy.cutAt(text, cut)
        })
        const cutsBefore = proxy.cuts()
        const mark = { brandId: 'b1', prospectIds: ['p0'], addTags: [step], removeTags: [] }
        const answer = await ann.writeAs(step, 'prospects.mark', mark).then(
          () => 'stored',
          ({ message }: Error) => message,
        )
        const stored = await one(team.owner, 'SELECT count(*)::int FROM agency_desk.commit WHERE name = $1', [step])
        expect([step, times, proxy.cuts() - cutsBefore, answer]).toEqual([
          ...[step, 4, 1],
          stored === 1
            ? 'stored'
            : expect.stringContaining("connection to the team's database was lost. Nothing was stored"),
        ])
        expect(stored).toBe(cut === 'before the statement' || text === WRITE ? 0 : 1)
      }
  })

  test('whose answer cannot be asked for is unknown, and is found before the next write', async () => {
    const team = await teamDatabase(programs, ['b1'])
    const person = await team.person('ann')
    const proxy = await startPgProxy({ host: person.host, port: person.port })
    const ann = await teamMirror(person, { port: proxy.port })
    const pace = (atMs: number) => ({ brandId: 'b1', spacingMs: 1, atMs })
    proxy.cutAt(WRITE, 'before its answer')
    proxy.onCut(proxy.close)
    const unknown = await ann.write('outreach.savePace', pace(1)).catch((error: unknown) => error)
    expect(unknown).toBeInstanceOf(DeskError)
    expect(unknown).toMatchObject({ kind: 'network', message: expect.stringContaining('unknown yet') })
    expect(ann.rows('outreach_pace')).toEqual([])
    proxy.onCut(() => undefined)
    proxy.open()
    proxy.cutAt(OUTCOME, 'within its answer')
    await ann.write('outreach.savePace', pace(2)).catch(() => undefined)
    await ann.write('outreach.savePace', pace(3))
    expect(ann.rows('outreach_pace')).toMatchObject([{ at_ms: 3 }])
    const names = await column(team.owner, "SELECT name FROM agency_desk.commit WHERE name = 'outreach.savePace'")
    expect(names.length).toBeGreaterThanOrEqual(2)
  })

  test('before the desk was killed: its rows of the team come with the next start, those of the desk alone do not', async () => {
    const team = await teamDatabase(programs, ['b1'])
    const person = await team.person('ann')
    const proxy = await startPgProxy({ host: person.host, port: person.port })
    const killed = await teamMirror(person, { port: proxy.port })
    proxy.cutAt(WRITE, 'before its answer')
    proxy.onCut(proxy.close)
    const both = killed.writeBy((core) =>
      core.exec(`INSERT INTO outreach_pace VALUES ('b1', 1, 1); INSERT INTO webhook_count VALUES ('received', 1)`),
    )
    await expect(both).rejects.toThrow('unknown yet')
    expect([killed.rows('outreach_pace'), killed.rows('webhook_count')]).toEqual([[], []])
    const started = await teamMirror(person, { coreFile: killed.coreFile })
    expect(started.rows('outreach_pace')).toMatchObject([{ brand_id: 'b1', at_ms: 1 }])
    expect(started.rows('webhook_count')).toEqual([])
  })
})
