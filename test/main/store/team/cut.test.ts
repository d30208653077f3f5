// The connection is cut around a write, by a proxy that reads PostgreSQL's frames. Whatever the point: the write is done once or
// not at all, the desk says which, and what it then has is what the team has.
import { expect, test } from 'vitest'
import { DeskError } from '../../../../src-shared/desk/errors.ts'
import { CUTS, startPgProxy } from '../../../support/pg-proxy.ts'
import { describePostgres } from '../../../support/postgres.ts'
import { SHARED_WRITES } from '../../../support/shared-writes.ts'
import { column, one, teamDatabase } from '../../../support/team-database.ts'
import { teamMirror } from '../../../support/team-mirror.ts'

const WRITE = 'agency_desk.write('
const OUTCOME = 'agency_desk.outcome('

describePostgres('a connection cut around a write', (programs) => {
  test.each(CUTS)('%s: the write is stored once, and known', async (cut) => {
    const team = await teamDatabase(programs, ['b1', 'b2'])
    const person = await team.person('ann', { role: 'admin' })
    const proxy = await startPgProxy({ host: person.host, port: person.port })
    const ann = await teamMirror(person, { port: proxy.port })
    for (const [no, { name, args }] of SHARED_WRITES.entries()) {
      proxy.cutAt(WRITE, cut)
      const cutsBefore = proxy.cuts()
      await ann.writeAs(`step ${no}`, name, args)
      expect(proxy.cuts()).toBe(cutsBefore + 1)
      expect(
        await one(team.owner, 'SELECT count(*)::int FROM agency_desk.commit WHERE name = $1', [`step ${no}`]),
      ).toBe(1)
    }
    const fresh = await teamMirror(await team.person('ben', { role: 'admin' }))
    for (const table of ['intent', 'intent_item', 'suppression', 'template', 'brand', 'audit'])
      expect(ann.rows(table)).toEqual(fresh.rows(table))
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
  }, 60_000)
})
