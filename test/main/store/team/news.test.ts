// The rows of small commits, which PostgreSQL keeps for all desks: nobody gets by them what they may not see, and where they
// are not kept a mirror comes to the same by keys.
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { expect, test } from 'vitest'
import type { TeamClient, TeamSession } from '../../../../src-main/store/team/client.ts'
import { openSession } from '../../../../src-main/store/team/session.ts'
import { bothSides, openMirror, type TestMirror } from '../../../support/bare-mirror.ts'
import { describePostgres } from '../../../support/postgres.ts'
import type { PostgresPrograms } from '../../../support/postgres-programs.ts'
import { accessOf } from '../../../support/team-access.ts'
import {
  brandRow,
  column,
  headOf,
  markRow,
  one,
  pitch,
  refusalOf,
  suppressionRow,
  teamDatabase,
  write,
} from '../../../support/team-database.ts'
import { tempHome } from '../../../support/temp-home.ts'
import { tempStore } from '../../../support/temp-store.ts'

/** Catches up; the statements whose plans were used. */
const plansOf = async (mirror: TestMirror): Promise<string[]> => {
  const plans: string[] = []
  const noted = ({ query }: TeamSession): TeamSession => ({
    query: (sql, values, plan) => {
      if (plan !== undefined) plans.push(plan)
      return query(sql, values, plan)
    },
  })
  const { session } = mirror
  const client: TeamClient = {
    ...session,
    ...noted(session),
    transaction: (work, begin) => session.transaction((within) => work(noted(within)), begin),
  }
  await mirror.catchUp(client)
  return plans
}

const expectSame = async (mirror: TestMirror, person: pg.Client): Promise<void> => {
  const { here, there } = await bothSides(mirror, person)
  expect(here).toEqual(there)
  expect(mirror.position()).toBe(await headOf(person))
}

const mark = (client: pg.Client, brand: string, id: string, note = '') =>
  write(client, { prospect_mark: { rows: [markRow(brand, id, note)] } })

const noteOf = (brandId: string, text: string) => ({
  id: 'n1',
  note_id: 'n1',
  brand_id: brandId,
  ...{ day: 20_000, until_day: 20_000, keyword: null, page: null, text, folded: text, created_at_ms: 1 },
})

/** Who sees which rows of the shared tables and of the list of changes; the brand's column has one name here. */
const RULES = `SELECT tablename AS tbl, string_agg(replace(qual, '(' || coalesce(brand_column, 'brand_id') || ' ', '(brand '), ' ' ORDER BY policyname) AS rule
  FROM pg_policies LEFT JOIN agency_desk.team_table ON name = tablename
  WHERE schemaname = 'agency_desk' AND cmd IN ('ALL', 'SELECT') AND policyname <> 'own_brands'
    AND (name IS NOT NULL OR tablename = 'change') GROUP BY tablename`

const caughtUp = async (person: pg.Client): Promise<TestMirror> => {
  const mirror = await openMirror(person)
  await mirror.catchUp()
  return mirror
}

describePostgres('the rows of commits', (programs) => {
  test('come in one answer, each as the last commit left it', async () => {
    const team = await teamDatabase(programs, ['acme', 'bolt'])
    const ann = await team.person('ann')
    const mirror = await caughtUp(ann)
    for (const note of ['first', 'second', 'third "é"']) await mark(team.owner, 'acme', 'p', note)
    await mark(team.owner, 'bolt', 'gone')
    await write(team.owner, { prospect_mark: { gone: [['bolt', 'gone']] } })
    await mark(team.owner, 'bolt', 'back', 'before')
    await write(team.owner, { prospect_mark: { gone: [['bolt', 'back']] } })
    await mark(team.owner, 'bolt', 'back', 'after')
    await write(team.owner, { ...pitch(1, 'acme', 'c1'), suppression: { rows: [suppressionRow(1, 'a@x')] } })
    await write(team.owner, { annotation: { rows: [noteOf('acme', 'here')] } })
    expect(await plansOf(mirror)).toEqual(['news'])
    await expectSame(mirror, ann)
    expect(mirror.column('SELECT note FROM prospect_mark ORDER BY note')).toEqual(['after', 'third "é"'])
    expect(mirror.told.at(-1)).toMatchObject({ isFresh: false, numbers: { intent: [1] } })
    expect(mirror.told.at(-1)?.tables.prospect_mark?.toSorted()).toEqual(['acme', 'bolt'])
    expect(await plansOf(mirror)).toEqual(['news'])
  })

  test('are those of a person’s brands, and nobody reads them past that', async () => {
    const team = await teamDatabase(programs, ['acme', 'bolt'])
    const bob = await team.person('bob', { brands: ['acme'] })
    const mirror = await caughtUp(bob)
    await mark(team.owner, 'acme', 'p', 'for bob')
    await mark(team.owner, 'bolt', 'q', 'not for bob')
    await write(team.owner, { suppression: { rows: [suppressionRow(1, 'a@x')] } })
    const rows = await column<string>(bob, 'SELECT rows FROM agency_desk.news($1)', [mirror.position()])
    expect(rows[0]).toContain('for bob')
    expect(rows[0]).not.toContain('bolt')
    expect(await plansOf(mirror)).toEqual(['news'])
    await expectSame(mirror, bob)
    const ada = await team.person('ada', { role: 'admin' })
    for (const person of [bob, ada])
      expect(await refusalOf(person.query('SELECT * FROM agency_desk.commit_rows'))).toMatch('permission denied')
    await team.owner.query('UPDATE agency_desk.person SET removed_at_ms = 1 WHERE login = $1', [bob.user])
    expect(await refusalOf(bob.query('SELECT * FROM agency_desk.news(1)'))).toBe('not_of_the_team')
  })

  test('are kept of tables alone that the list of changes has the same rule as', async () => {
    const { owner } = await teamDatabase(programs)
    const rules = await owner.query<{ tbl: string; rule: string }>(RULES)
    const byRule = Map.groupBy(rules.rows, ({ rule }) => rule)
    const listed = rules.rows.find(({ tbl }) => tbl === 'change')?.rule ?? ''
    const ofAll = rules.rows.find(({ tbl }) => tbl === 'suppression')?.rule ?? ''
    const strict = rules.rows.find(({ tbl }) => tbl === 'cause_answer')?.rule ?? ''
    expect(listed).toContain('IS NULL')
    const others = [...byRule].flatMap(([rule, of]) => ([listed, ofAll, strict].includes(rule) ? [] : of))
    expect(others.map(({ tbl }) => tbl).toSorted()).toEqual(['person_brand', 'report_schedule'])
    // Its end empties what is kept where a commit changes one of these.
    const ends = await one<string>(owner, "SELECT prosrc FROM pg_proc WHERE proname = 'end_commit'")
    for (const { tbl } of others) expect(ends).toContain(`'${tbl}'`)
  })

  test('are not taken past a change of who sees what', async () => {
    const team = await teamDatabase(programs, ['acme', 'bolt'])
    const ada = await team.person('ada', { role: 'admin' })
    const bob = await team.person('bob', { brands: ['acme'] })
    const mirror = await caughtUp(bob)
    await mark(team.owner, 'acme', 'p')
    await mark(team.owner, 'bolt', 'old')
    await ada.query("SELECT agency_desk.set_brands($1, false, '{bolt}')", [bob.user])
    await mark(team.owner, 'acme', 'later')
    await mark(team.owner, 'bolt', 'new')
    expect(await plansOf(mirror)).toContain('changed')
    await expectSame(mirror, bob)
    expect(mirror.column('SELECT prospect_id FROM prospect_mark ORDER BY 1')).toEqual(['new', 'old'])
    await team.owner.query("DELETE FROM agency_desk.brand WHERE id = 'acme'")
    expect(await one(team.owner, 'SELECT count(*) FROM agency_desk.commit_rows')).toBe(0)
  })

  test('that are not kept, or not for JSON, are fetched by keys', async () => {
    const team = await teamDatabase(programs, ['acme', 'bolt'])
    const ann = await team.person('ann')
    const mirror = await caughtUp(ann)
    const many = Array.from({ length: 51 }, (_, at) => markRow('acme', `many ${at}`))
    await write(team.owner, { annotation: { rows: [noteOf('acme', 'moves')] } })
    await plansOf(mirror)
    const cases = {
      many: () => write(team.owner, { prospect_mark: { rows: many } }),
      large: () => mark(team.owner, 'acme', 'large', 'x'.repeat(4000)),
      digits: () => mark(team.owner, 'acme', 'digits', '12345678901234567'),
      brand: () => write(team.owner, { brand: { rows: [brandRow('cube')] } }),
      // The brand that it had was noted.
      moved: () => write(team.owner, { annotation: { gone: [['n1']], rows: [noteOf('bolt', 'moves')] } }),
      lost: async () => {
        await mark(team.owner, 'acme', 'lost')
        // As after a crash or a failover.
        await team.owner.query('DELETE FROM agency_desk.commit_rows')
        await mark(team.owner, 'acme', 'after')
      },
      far: async () => {
        for (let no = 0; no <= 100; no += 1) await mark(team.owner, 'acme', `far ${no % 3}`)
      },
    }
    for (const [name, change] of Object.entries(cases)) {
      await change()
      const isByKeys = (await plansOf(mirror)).includes('changed')
      expect([name, isByKeys]).toEqual([name, true])
      await expectSame(mirror, ann)
      await mark(team.owner, 'acme', 'small')
      expect(await plansOf(mirror)).toEqual(['news'])
    }
    expect(await one(team.owner, "SELECT count(*) FROM agency_desk.commit_rows WHERE tbl = ''")).toBeLessThanOrEqual(
      100,
    )
  })

  test('are deleted again where a program changes more after it made PostgreSQL keep them', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const ann = await team.person('ann')
    const mirror = await caughtUp(ann)
    const eve = await team.person('eve', { role: 'writer' })
    await eve.query('BEGIN')
    await mark(eve, 'acme', 'p', 'early')
    await eve.query('SET CONSTRAINTS ALL IMMEDIATE')
    await eve.query("UPDATE agency_desk.prospect_mark SET note = 'late' WHERE prospect_id = 'p'")
    await eve.query('COMMIT')
    await mark(team.owner, 'acme', 'q')
    expect(await plansOf(mirror)).toContain('changed')
    await expectSame(mirror, ann)
    expect(mirror.column("SELECT note FROM prospect_mark WHERE prospect_id = 'p'")).toEqual(['late'])
  })
})

/** A desk of the team, connected in its own time, and how many suppressions it has. */
const openJoined = async (programs: PostgresPrograms) => {
  const team = await teamDatabase(programs, ['acme'])
  const access = accessOf(await team.person('ann'))
  const joined = await openSession(access, 0)
  await joined.close()
  const { teamId, deskNo } = joined
  const { store } = await tempStore({ ...tempHome(), team: { ...access, teamId, deskNo } })
  const total = async () => (await store.read('suppressions.page', { sort: [], limit: 10 } as never)).total
  return { team, store, total }
}

describePostgres('notices of commits', (programs) => {
  test('name the first commit of 1.5 s, and the first one after', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const listener = await team.connect()
    const heard: number[] = []
    listener.on('notification', ({ payload }) => heard.push(Number(payload)))
    await listener.query('LISTEN agency_desk')
    const first = (await headOf(team.owner)) + 1
    for (const [id, named] of Object.entries({
      a: "'-infinity'",
      b: 'clock_timestamp()',
      c: "clock_timestamp() - interval '1000 ms'",
      d: "clock_timestamp() - interval '1501 ms'",
      // A clock that was put back.
      e: "clock_timestamp() + interval '1 hour'",
    })) {
      const row = JSON.stringify([markRow('acme', id)])
      await team.owner.query(`BEGIN; SELECT agency_desk.put_prospect_mark('${row}');
        UPDATE agency_desk.head SET noticed_at = ${named}; COMMIT`)
    }
    await expect.poll(() => heard).toEqual([first, first + 3, first + 4])
  })

  test('leave no commit behind that none of them named', async () => {
    const { team, total } = await openJoined(programs)
    const add = (no: number) => write(team.owner, { suppression: { rows: [suppressionRow(no, `${no}@x`)] } })
    await add(1)
    await expect.poll(total, { timeout: 10_000 }).toBe(1)
    await setTimeout(1500)
    await team.owner.query("UPDATE agency_desk.head SET noticed_at = '-infinity'")
    await add(2)
    await expect.poll(total, { timeout: 5000, interval: 10 }).toBe(2)
    await team.owner.query('UPDATE agency_desk.head SET noticed_at = clock_timestamp()')
    await add(3)
    await expect.poll(total, { timeout: 5000 }).toBe(3)
  })

  test('miss no desk that listens only since one of them', async () => {
    const { team, store, total } = await openJoined(programs)
    await expect.poll(() => store.team?.state().connection, { timeout: 20_000, interval: 5 }).toBe('connected')
    const row = JSON.stringify([suppressionRow(1, '1@x')])
    await team.owner.query(`BEGIN; SELECT agency_desk.put_suppression('${row}');
      UPDATE agency_desk.head SET noticed_at = clock_timestamp(); COMMIT`)
    await expect.poll(total, { timeout: 5000 }).toBe(1)
  })
})
