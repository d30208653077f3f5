// Numbers of commits: a desk that asks for all after its own number misses nothing, also while others write.
import type pg from 'pg'
import { expect, test } from 'vitest'
import { describePostgres } from '../../../support/postgres.ts'
import {
  column,
  headOf,
  markRow,
  one,
  pitch,
  suppressionRow,
  teamDatabase,
  write,
} from '../../../support/team-database.ts'

const changesAfter = async (client: pg.Client, position: number): Promise<string[]> =>
  column(
    client,
    "SELECT concat_ws(' ', commit_no, tbl, key, brand_id) FROM agency_desk.change WHERE commit_no > $1 ORDER BY 1",
    [position],
  )

describePostgres('commits of a team', (programs) => {
  test('have numbers without gaps, in the order in which they are seen, with eight desks writing', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const first = await team.person('ann')
    const start = await headOf(first)
    const writers = [first, ...(await Promise.all(Array.from({ length: 7 }, () => team.desk(first))))]
    const reader = await team.desk(first)
    const seen: number[] = []
    let isWriting = true
    const readAll = async () => {
      do {
        const after = seen.at(-1) ?? start
        const sql = 'SELECT commit_no FROM agency_desk.change WHERE commit_no > $1 ORDER BY 1'
        seen.push(...(await column<number>(reader, sql, [after])))
      } while (isWriting)
    }
    const reading = readAll()
    const written = await Promise.all(
      writers.map(async (client, desk) => {
        const numbers: (number | null)[] = []
        for (let at = 0; at < 25; at += 1) {
          const row = markRow('acme', `${desk}-${at}`)
          numbers.push(await write(client, { prospect_mark: { rows: [row] } }))
        }
        return numbers
      }),
    )
    isWriting = false
    await reading
    await readAll()
    const numbers = Array.from({ length: 200 }, (_, index) => start + 1 + index)
    expect(written.flat().toSorted((left, right) => Number(left) - Number(right))).toEqual(numbers)
    expect(seen).toEqual(numbers)
    expect(new Set(await column(reader, 'SELECT desk_no FROM agency_desk.commit WHERE no > $1', [start])).size).toBe(8)
  })

  test('wake the other desks, and have a tag that no other history has', async () => {
    const { owner, connect } = await teamDatabase(programs)
    const listener = await connect()
    const heard = new Promise((resolve) => listener.once('notification', ({ payload }) => resolve(payload)))
    await listener.query('LISTEN agency_desk')
    // Of the commits of 400 ms the first is named (news.test.ts).
    await owner.query("UPDATE agency_desk.head SET noticed_at = '-infinity'")
    const number = await write(owner, { suppression: { rows: [suppressionRow(1, 'a@b.example')] } })
    expect(await heard).toBe(`${number}`)
    expect(await one(owner, 'SELECT tag FROM agency_desk.commit WHERE no = $1', [number])).toBeGreaterThan(0)
  })

  test('take no number, when they are rolled back or change nothing', async () => {
    const { owner } = await teamDatabase(programs, ['acme'])
    const before = await headOf(owner)
    await owner.query('BEGIN')
    await write(owner, { prospect_mark: { rows: [markRow('acme', 'p')] } })
    await owner.query('ROLLBACK')
    await owner.query("DELETE FROM agency_desk.brand WHERE id = 'nobody'")
    expect(await headOf(owner)).toBe(before)
    expect(await write(owner, { prospect_mark: { rows: [markRow('acme', 'p')] } })).toBe(before + 1)
  })

  test('name each changed row once, by its key and its brand, also what goes with its brand', async () => {
    const { owner } = await teamDatabase(programs, ['acme'])
    const marks = await write(owner, { prospect_mark: { rows: [markRow('acme', 'p"é'), markRow('acme', 'q')] } })
    const at = Number(marks)
    expect(await changesAfter(owner, at - 1)).toEqual([
      `${at} prospect_mark ["acme", "p\\"é"] acme`,
      `${at} prospect_mark ["acme", "q"] acme`,
    ])
    await write(owner, {
      prospect_mark: { rows: [markRow('acme', 'q', 'twice')], gone: [['acme', 'p"é']] },
      suppression: { rows: [suppressionRow(9, 'x@y.example')] },
    })
    expect(await changesAfter(owner, at)).toEqual([
      `${at + 1} prospect_mark ["acme", "p\\"é"] acme`,
      `${at + 1} prospect_mark ["acme", "q"] acme`,
      `${at + 1} suppression [9]`,
    ])
    await write(owner, pitch(7, 'acme', 'c'))
    await owner.query("DELETE FROM agency_desk.brand WHERE id = 'acme'")
    expect(await changesAfter(owner, at + 2)).toEqual([
      `${at + 3} brand ["acme"] acme`,
      `${at + 3} intent [7] acme`,
      `${at + 3} intent_item [7, 0] acme`,
      `${at + 3} prospect_mark ["acme", "q"] acme`,
    ])
  })

  test('are one for a whole transaction, and hold the order for the next', async () => {
    const { owner, connect } = await teamDatabase(programs)
    const [slow, fast] = [await connect(), await connect()]
    const start = await headOf(owner)
    await slow.query('BEGIN')
    await slow.query("INSERT INTO agency_desk.team_setting (key, value) VALUES ('a', '1')")
    const waiting = fast.query("INSERT INTO agency_desk.team_setting (key, value) VALUES ('b', '1')")
    await expect
      .poll(() => one(owner, "SELECT count(*) FROM pg_locks WHERE NOT granted AND locktype <> 'relation'"))
      .toBe(1)
    await slow.query("UPDATE agency_desk.team_setting SET value = '2' WHERE key = 'a'")
    await slow.query('COMMIT')
    await waiting
    expect(await changesAfter(owner, start)).toEqual([
      `${start + 1} team_setting ["a"]`,
      `${start + 2} team_setting ["b"]`,
    ])
  })
})
