// Writes that wait at a desk go together, as one commit on a real PostgreSQL: each has the outcome that it had alone, is stored
// once or not at all, and is known.
import type { Database } from 'better-sqlite3'
import { expect, test } from 'vitest'
import type { Row } from '../../../../src-main/store/team/apply.ts'
import { openSession } from '../../../../src-main/store/team/session.ts'
import type { Outcome } from '../../../../src-main/store/team/trial.ts'
import { tables } from '../../../../src-main/tables.ts'
import { DeskError } from '../../../../src-shared/desk/errors.ts'
import { ARRIVED, CORE_WRITES, TEAM_ROWS } from '../../../support/core-writes.ts'
import { CUTS, startPgProxy } from '../../../support/pg-proxy.ts'
import { describePostgres } from '../../../support/postgres.ts'
import { accessOf } from '../../../support/team-access.ts'
import {
  column,
  headOf,
  markRow,
  suppressionRow,
  type TeamDatabase,
  teamDatabase,
  write,
} from '../../../support/team-database.ts'
import { teamMirror } from '../../../support/team-mirror.ts'
import { tempHome } from '../../../support/temp-home.ts'
import { tempStore } from '../../../support/temp-store.ts'

const WRITE = 'agency_desk.write('
const TEN = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]

const mark =
  (no: number, brandId = 'b1') =>
  (core: Database): number => {
    core
      .prepare("INSERT INTO prospect_mark (brand_id, prospect_id, tags, note) VALUES (?, ?, '[]', '')")
      .run(brandId, `p${no}`)
    return no
  }
const countMarks = (core: Database): number => Number(core.prepare('SELECT count(*) FROM prospect_mark').pluck().get())

/** Writes of a brand's pace what it counts. */
const paceByMarks = (core: Database): number => {
  const count = countMarks(core)
  core.prepare("INSERT OR REPLACE INTO outreach_pace VALUES ('b1', ?, 1)").run(count)
  return count
}

const told = (outcomes: readonly Outcome[]): unknown[] =>
  outcomes.map((outcome) =>
    'value' in outcome ? outcome.value : outcome.error instanceof DeskError ? outcome.error.kind : 'fault',
  )

const marksOf = ({ owner }: TeamDatabase) =>
  column<string>(owner, 'SELECT prospect_id FROM agency_desk.prospect_mark ORDER BY 1')
const commitsOf = ({ owner }: TeamDatabase) =>
  column<string>(owner, "SELECT name FROM agency_desk.commit WHERE name LIKE 'test %' ORDER BY no")

/** Without what differs from run to run: times, numbers that follow them, and the name of the login. */
const plain = (rows: readonly Row[], login: string): string[] =>
  rows
    .map((row) =>
      JSON.stringify(row)
        .replaceAll(login, 'me')
        .replace(/\d{11,}|(?<="no":)\d+/g, 'number'),
    )
    .sort()

describePostgres('writes that wait together', (programs) => {
  const setUp = async (brands = ['b1', 'b2']) => {
    const team = await teamDatabase(programs, brands)
    const person = await team.person('ann')
    return { team, person, ann: await teamMirror(person) }
  }

  test('are one commit, in PostgreSQL and in the mirror with the same values', async () => {
    const { team, person, ann } = await setUp()
    const before = await headOf(team.owner)
    expect(told(await ann.writeTogether(TEN.map((no) => mark(no))))).toEqual(TEN)
    expect(await headOf(team.owner)).toBe(before + 1)
    expect(ann.position()).toBe(before + 1)
    const { rows } = await team.owner.query('SELECT * FROM agency_desk.prospect_mark ORDER BY prospect_id')
    expect(ann.rows('prospect_mark')).toEqual(rows)
    expect(rows.map(({ made_by: by }) => by)).toEqual(TEN.map(() => person.user))
  })

  test('of which there is one, or none, are as one write was', async () => {
    const { team, ann } = await setUp()
    expect(await ann.writeTogether([])).toEqual([])
    expect(told(await ann.writeTogether([mark(0)]))).toEqual([0])
    expect(await commitsOf(team)).toEqual(['test 0'])
  })

  test('are done one by one where PostgreSQL refuses one of them: the others are stored, in order', async () => {
    const { team, ann } = await setUp(['b1'])
    // A number that is far ahead of the server's time.
    const refused = (core: Database) =>
      core
        .prepare(
          "INSERT INTO suppression (no, kind, value, reason, created_at_ms) VALUES (?, 'address', 'a@b.c', '', 1)",
        )
        .run(2 ** 52)
    const works = TEN.map((no) => (no === 4 ? refused : mark(no)))
    const outcomes = await ann.writeTogether(works)
    expect(told(outcomes)).toEqual(TEN.map((no) => (no === 4 ? 'forbidden' : no)))
    expect(await marksOf(team)).toEqual(TEN.filter((no) => no !== 4).map((no) => `p${no}`))
    expect(await commitsOf(team)).toEqual(TEN.filter((no) => no !== 4).map((no) => `test ${no}`))
    expect(ann.rows('suppression')).toEqual([])
  })

  test('of a person who may not write are refused, each of them', async () => {
    const team = await teamDatabase(programs, ['b1'])
    const ann = await teamMirror(await team.person('ann', { role: 'reader' }))
    expect(told(await ann.writeTogether(TEN.map((no) => mark(no))))).toEqual(TEN.map(() => 'forbidden'))
    expect([await marksOf(team), ann.rows('prospect_mark')]).toEqual([[], []])
  })

  test('fail alone: a refusal of the function itself, a fault, and a value that no team stores', async () => {
    const { team, ann } = await setUp()
    const fail = (error: Error) => () => {
      throw error
    }
    const [refuses, breaks] = [fail(new DeskError('conflict', 'It was sent before.')), fail(new Error('A fault.'))]
    const infinite = (core: Database) => core.exec("INSERT INTO outreach_pace VALUES ('b1', 9e999, 1)")
    const works = [mark(0), refuses, mark(1), breaks, mark(2), infinite, mark(3), mark(4)]
    expect(told(await ann.writeTogether(works))).toEqual([0, 'conflict', 1, 'fault', 2, 'fault', 3, 4])
    expect(await marksOf(team)).toEqual(['p0', 'p1', 'p2', 'p3', 'p4'])
    expect(ann.rows('outreach_pace')).toEqual([])
  })

  test('read what those before them wrote, with who made it', async () => {
    const { team, person, ann } = await setUp()
    const whoMade = (core: Database) => {
      core.exec("INSERT INTO outreach_pace VALUES ('b1', 1, 1)")
      return core.prepare("SELECT made_by FROM prospect_mark WHERE prospect_id = 'p0'").pluck().get()
    }
    expect(told(await ann.writeTogether([mark(0), mark(1), whoMade]))).toEqual([0, 1, person.user])
    expect(told(await ann.writeTogether([mark(2), paceByMarks]))).toEqual([2, 3])
    expect(await column(team.owner, 'SELECT spacing_ms FROM agency_desk.outreach_pace')).toEqual([3])
    expect((await commitsOf(team)).length).toBe(2)
  })

  test('of the same row are a commit each: no state of a row is passed over', async () => {
    const { team, ann } = await setUp()
    const next = (core: Database) => {
      core.exec("INSERT INTO outreach_pace VALUES ('b1', 1, 1) ON CONFLICT DO UPDATE SET spacing_ms = spacing_ms + 1")
      return core.prepare('SELECT spacing_ms FROM outreach_pace').pluck().get()
    }
    expect(told(await ann.writeTogether([mark(0), next, mark(1), next, mark(2)]))).toEqual([0, 1, 1, 2, 2])
    expect(await commitsOf(team)).toEqual(['test 0, test 1, test 2', 'test 3, test 4'])
    expect(ann.rows('outreach_pace')).toEqual([{ brand_id: 'b1', spacing_ms: 2, at_ms: 1 }])
  })

  test('are as many as other desks get by one question: 50 rows', async () => {
    const { team, ann } = await setUp()
    const ben = await teamMirror(await team.person('ben'))
    const many = Array.from({ length: 51 }, (_, no) => no)
    await ann.writeTogether(many.map((no) => mark(no)))
    const commits = await commitsOf(team)
    expect([commits.length, commits[1]]).toEqual([2, 'test 50'])
    expect(await column(team.owner, "SELECT count(*)::int FROM agency_desk.commit_rows WHERE tbl = ''")).toEqual([2])
    await ben.catchUp()
    expect(ben.rows('prospect_mark')).toEqual(ann.rows('prospect_mark'))
  })

  test('are stored before and after one of this desk alone, which asks nobody', async () => {
    const { team, ann } = await setUp()
    const own = (core: Database) => core.prepare("INSERT INTO setting VALUES ('mine', '1')").run().changes
    expect(told(await ann.writeTogether([mark(0), own, mark(1), mark(2)]))).toEqual([0, 1, 1, 2])
    expect(await commitsOf(team)).toEqual(['test 0', 'test 2, test 3'])
    expect(ann.rows('setting')).toContainEqual({ key: 'mine', value: '1' })
  })

  test('go on together where a colleague changed something else, and run again where it is what they read', async () => {
    const { team, ann } = await setUp()
    let times = 0
    const changeFirst = (brandId: string) => {
      times = 0
      ann.setBeforeSend(async () => {
        times += 1
        if (times === 1) await write(team.owner, { prospect_mark: { rows: [markRow(brandId, 'theirs')] } })
      })
    }
    changeFirst('b2')
    expect(told(await ann.writeTogether([mark(0), mark(1)]))).toEqual([0, 1])
    expect(times).toBe(1)
    changeFirst('b1')
    expect(told(await ann.writeTogether([mark(2), paceByMarks, mark(3)]))).toEqual([2, 5, 3])
    expect(times).toBe(2)
    expect(await commitsOf(team)).toEqual(['test 0, test 1', 'test 0, test 1, test 2'])
    expect(ann.rows('prospect_mark').length).toBe(6)
  })

  test('run while nobody else writes, if colleagues were faster three times', async () => {
    const { team, ann } = await setUp()
    let times = 0
    ann.setBeforeSend(async () => {
      times += 1
      if (times < 5) await write(team.owner, { prospect_mark: { rows: [markRow('b1', `theirs ${times}`)] } })
    })
    expect(told(await ann.writeTogether([paceByMarks, mark(0), mark(1)]))).toEqual([4, 0, 1])
    expect(await commitsOf(team)).toEqual(['test 0', 'test 1, test 2'])
    expect(ann.position()).toBe(await headOf(team.owner))
  })

  test.each(CUTS)('%s, the connection is lost: all of them are stored once, and known', async (cut) => {
    const team = await teamDatabase(programs, ['b1'])
    const person = await team.person('ann')
    const proxy = await startPgProxy({ host: person.host, port: person.port })
    const ann = await teamMirror(person, { port: proxy.port })
    proxy.cutAt(WRITE, cut)
    expect(told(await ann.writeTogether(TEN.map((no) => mark(no))))).toEqual(TEN)
    expect(proxy.cuts()).toBe(1)
    expect(await marksOf(team)).toEqual(TEN.map((no) => `p${no}`))
    expect(await commitsOf(team)).toHaveLength(1)
    expect(ann.rows('prospect_mark')).toHaveLength(10)
    expect(ann.position()).toBe(await headOf(team.owner))
  })

  test('whose answer cannot be asked for are unknown, each of them, and found before the next write', async () => {
    const team = await teamDatabase(programs, ['b1'])
    const person = await team.person('ann')
    const proxy = await startPgProxy({ host: person.host, port: person.port })
    const ann = await teamMirror(person, { port: proxy.port })
    proxy.cutAt(WRITE, 'before its answer')
    proxy.onCut(proxy.close)
    const lost = await ann.writeTogether(TEN.map((no) => mark(no)))
    expect(lost).toHaveLength(10)
    for (const outcome of lost)
      expect(outcome).toMatchObject({ error: { kind: 'network', message: expect.stringContaining('unknown yet') } })
    expect(ann.rows('prospect_mark')).toEqual([])
    proxy.onCut(() => undefined)
    proxy.open()
    expect(told(await ann.writeTogether([paceByMarks, mark(10)]))).toEqual([10, 10])
    expect(ann.rows('prospect_mark')).toHaveLength(11)
    expect(await marksOf(team)).toHaveLength(11)
  })

  test('without a connection are kept or refused as each alone', async () => {
    const { team, ann } = await setUp()
    await write(team.owner, { suppression: { rows: [suppressionRow(1, 'a@b.c')] } })
    await ann.catchUp()
    ann.setOffline(true)
    const remove = ann.workOf('suppressions.remove', { values: ['a@b.c'] })
    expect(told(await ann.writeTogether([mark(0), remove, mark(1)]))).toEqual([0, 'network', 1])
    expect(ann.kept.map((changes) => changes.prospect_mark?.rows?.[0]?.prospect_id)).toEqual(['p0', 'p1'])
    expect([ann.rows('prospect_mark').length, ann.rows('suppression').length]).toEqual([2, 1])
  })

  test('end as they did one after the other, whichever write functions they are', async () => {
    const finish = async (together: boolean) => {
      const team = await teamDatabase(programs, ['b1', 'b2'])
      await write(team.owner, TEAM_ROWS)
      const person = await team.person('ann', { role: 'admin' })
      let nowMs = Date.now()
      const desk = await teamMirror(person, { arrivals: [ARRIVED], nowMs: () => (nowMs += 1) })
      const works = CORE_WRITES.map(({ name, args }) => desk.workOf(name, args))
      const outcomes: Outcome[] = []
      for (const group of together ? [works] : works.map((work) => [work]))
        outcomes.push(...(await desk.writeTogether(group)))
      const rows = tables.team.tables.map(({ name }) => [name, plain(desk.rows(name), person.user ?? '')])
      for (const { name, isSharedIf, own = [] } of tables.team.tables) {
        if (isSharedIf !== undefined) continue
        const { rows: there } = await team.owner.query(`SELECT * FROM agency_desk.${name}`)
        const here = desk.rows(name)
        const columns = Object.keys(here[0] ?? {}).filter((one) => !own.includes(one))
        const only = (all: readonly Row[]) => all.map((row) => JSON.stringify(columns.map((one) => row[one]))).sort()
        expect([name, only(here)]).toEqual([name, only(there)])
      }
      return { outcomes: outcomes.map((outcome) => 'value' in outcome), rows, commits: (await commitsOf(team)).length }
    }
    const [apart, all] = [await finish(false), await finish(true)]
    expect(all.outcomes).toEqual(CORE_WRITES.map(() => true))
    expect({ ...all, commits: 0 }).toEqual({ ...apart, commits: 0 })
    expect(all.commits).toBeLessThan(apart.commits)
  })

  test('gather while a commit is under way, also at a desk that closes meanwhile', async () => {
    const { owner, person: personOf } = await teamDatabase(programs, ['b1'])
    const person = await personOf('ann')
    const session = await openSession(accessOf(person), 0)
    await session.close()
    const proxy = await startPgProxy({ host: person.host, port: person.port })
    const team = accessOf(person, { teamId: session.teamId, port: proxy.port })
    const { store } = await tempStore({ ...tempHome(), team })
    await expect.poll(() => store.team?.state().position).toBeGreaterThan(0)
    const before = await headOf(owner)
    const one = (no: number) =>
      store.write('prospects.mark', { brandId: 'b1', prospectIds: [`p${no}`], addTags: ['x'], removeTags: [] })
    const hung = proxy.hangAt(WRITE)
    const first = one(0)
    await hung
    const all = Promise.all([first, ...TEN.slice(1).map(one)])
    const closed = store.close()
    proxy.resume()
    await all
    await closed
    expect(await column(owner, 'SELECT prospect_id FROM agency_desk.prospect_mark')).toHaveLength(10)
    // A catch-up may come between them.
    expect((await headOf(owner)) - before).toBeLessThanOrEqual(3)
  })
})
