// One writer with psql, and the desks of all others: a row that no desk writes is refused by PostgreSQL, and one that is there
// all the same is skipped and named, while everything else goes on.
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { highestNumberAt } from '../../../../src-main/store/team/numbers.ts'
import { openMirror } from '../../../support/bare-mirror.ts'
import { joinedDesk } from '../../../support/joined-desk.ts'
import { describePostgres } from '../../../support/postgres.ts'
import { hashOfRows, intentRow, markRow, one, refusalOf, teamDatabase, write } from '../../../support/team-database.ts'
import { teamMirror } from '../../../support/team-mirror.ts'

const sql = (client: pg.Client, statement: string) => refusalOf(client.query(statement))

const MARK = (tags: string) =>
  `INSERT INTO agency_desk.prospect_mark (brand_id, prospect_id, tags, note) VALUES ('acme', 'bad', '${tags}', '')`
const NOTE = (
  day: string,
) => `INSERT INTO agency_desk.annotation (id, note_id, brand_id, day, until_day, text, folded, created_at_ms)
  VALUES ('n', 'n', 'acme', ${day}, ${day}, 'x', 'x', 1)`

/** Whether what a colleague writes afterwards reaches this desk. */
const goesOn = async (mirror: Awaited<ReturnType<typeof openMirror>>, colleague: pg.Client): Promise<string> => {
  await write(colleague, { prospect_mark: { rows: [markRow('acme', 'good', 'seen')] } })
  const error = await mirror.catchUp().then(
    () => '',
    (thrown: unknown) => `${thrown}`,
  )
  const notes = mirror.column("SELECT note FROM prospect_mark WHERE prospect_id = 'good'")
  return notes[0] === 'seen' ? 'goes on' : `stopped: ${error}`
}

describePostgres('a row that a writer makes by hand', (programs) => {
  const open = async () => {
    const team = await teamDatabase(programs, ['acme'])
    const [walt, sue] = [await team.person('walt', { role: 'writer' }), await team.person('sue')]
    const mirror = await openMirror(sue)
    await mirror.catchUp()
    return { team, walt, sue, mirror }
  }

  test.each([
    ['with malformed JSON', MARK('[oops')],
    ['with JSON of another kind', MARK('{"a":1}')],
    ['with a list of no texts', MARK('[1,null]')],
    ['with a day of 2^63 - 1', NOTE('9223372036854775807')],
    ['with a day beyond the year 9999', NOTE('2932897')],
    [
      'with a number near 2^53',
      `INSERT INTO agency_desk.suppression (no, kind, value, reason, created_at_ms)
      VALUES (9007199254740990, 'address', 'a@b.example', '', 1)`,
    ],
    ['with a time that is no number', `INSERT INTO agency_desk.outreach_pace VALUES ('acme', 'NaN', 1)`],
    [
      'with a text of 10 MB',
      `INSERT INTO agency_desk.prospect_mark (brand_id, prospect_id, tags, note)
      VALUES ('acme', 'bad', '[]', repeat('x', 10000000))`,
    ],
  ])('%s is refused, and desks go on', async (_, statement) => {
    const { walt, sue, mirror } = await open()
    const refusal = await sql(walt, statement)
    expect(await goesOn(mirror, sue)).toBe('goes on')
    expect(refusal).not.toBe('not refused')
  })

  test('with a number near 2^53 changes no number of another desk, also once it is deleted', async () => {
    const { team, walt, sue } = await open()
    const desk = await teamMirror(sue)
    const { id: _, ...row } = intentRow(9_007_199_254_740_000, 'acme', {
      kind: 'discover',
      state: 'held',
      is_paused: 1,
    })
    const poisoned = write(walt, { intent: { rows: [{ ...row, id: 'x' }] } })
    const refusal = await refusalOf(poisoned)
    await desk.catchUp()
    await team.owner.query("DELETE FROM agency_desk.intent WHERE id = 'x'")
    await desk.catchUp()
    await desk.writeBy((core) =>
      core
        .prepare(
          "INSERT INTO suppression (kind, value, reason, created_at_ms) VALUES ('address', 'a@b.example', '', 1)",
        )
        .run(),
    )
    await desk.writeBy((core) =>
      core
        .prepare(
          `INSERT INTO intent (id, brand_id, kind, state, created_at_ms, is_paused, details, hash)
           VALUES ('mine', 'acme', 'discover', 'held', 1, 1, '{}', ?)`,
        )
        .run(hashOfEmpty('mine')),
    )
    const number = (await team.owner.query("SELECT no FROM agency_desk.intent WHERE id = 'mine'")).rows[0]?.no
    expect(number).toBeLessThan(9_007_199_254_740_000)
    expect(refusal).toBe('number_of_the_server')
  })
})

const hashOfEmpty = (id: string): string =>
  hashOfRows({ id, brand_id: 'acme', kind: 'discover', details: '{}' }, [], [])

const SUPPRESSION = (no: string, value: string) =>
  `INSERT INTO agency_desk.suppression (no, kind, value, reason, created_at_ms) VALUES (${no}, 'address', '${value}', '', 1)`
const PLAYBOOK = `INSERT INTO agency_desk.playbook (id, name, description, steps, updated_at_ms)
  VALUES ('p', 'p', '', '[{"kind":"explode"}]', 1)`

/** What a person could write before there were checks of columns and guards of numbers. */
const beforeChecks = async (owner: pg.Client, work: () => Promise<unknown>): Promise<void> => {
  const checks = await owner.query<{ tbl: string; name: string; def: string }>(
    `SELECT conrelid::regclass::text AS tbl, conname AS name, pg_get_constraintdef(oid) AS def FROM pg_constraint
     WHERE conname LIKE 'fits\\_%' AND conrelid::regclass::text IN ('agency_desk.suppression', 'agency_desk.prospect_mark',
       'agency_desk.annotation', 'agency_desk.intent')`,
  )
  const toAll = (change: (check: { tbl: string; name: string; def: string }) => string) =>
    owner.query(checks.rows.map(change).join('; '))
  const triggers = (state: string) =>
    owner.query(`ALTER TABLE agency_desk.suppression ${state} TRIGGER guard_numbers;
      ALTER TABLE agency_desk.intent ${state} TRIGGER guard_numbers`)
  await triggers('DISABLE')
  await toAll(({ tbl, name }) => `ALTER TABLE ${tbl} DROP CONSTRAINT ${name}`)
  try {
    await work()
  } finally {
    await toAll(({ tbl, name, def }) => `ALTER TABLE ${tbl} ADD CONSTRAINT ${name} ${def}`)
    await triggers('ENABLE')
  }
}

const LISTED = `SELECT tbl || ' ' || key || ' ' || coalesce(person, '') || ': ' || why FROM bad_row ORDER BY tbl, key`

describePostgres('a bad row that is in the database all the same', (programs) => {
  const open = async () => {
    const team = await teamDatabase(programs, ['acme'])
    const [walt, sue] = [await team.person('walt', { role: 'writer' }), await team.person('sue')]
    return { team, walt, sue }
  }
  const BAD = [
    MARK('[oops'),
    NOTE('9223372036854775807'),
    SUPPRESSION('9223372036854775807', 'c@d.example'),
    SUPPRESSION('9007199254740990', 'a@b.example'),
  ]
  const listed = (by: string) => [
    `annotation ["n"] ${by}: day is not between -719162 and 2932896`,
    `playbook ["p"] ${by}: steps has parts that this program cannot read`,
    `prospect_mark ["acme","bad"] ${by}: tags is not a list of texts`,
    `suppression [9007199254740990] ${by}: no is a number of the future`,
    `suppression [9223372036854775807] ${by}: no is not between 0 and 9007199254740991`,
  ]

  test('is skipped and named with its author, by changes and by a whole copy, until it is repaired', async () => {
    const { team, walt, sue } = await open()
    const mirror = await openMirror(sue)
    await mirror.catchUp()
    await beforeChecks(team.owner, async () => {
      for (const statement of BAD) await walt.query(statement)
    })
    await walt.query(PLAYBOOK)
    for (const one of [mirror, await openMirror(sue)]) {
      expect(await goesOn(one, sue)).toBe('goes on')
      expect(one.column(LISTED)).toEqual(listed(walt.user ?? ''))
      expect(one.column('SELECT id FROM playbook')).toEqual([])
      expect(one.column('SELECT count(*) FROM annotation')).toEqual([0])
      // Nobody is written to because their row is a bad one.
      expect(one.column('SELECT value FROM suppression ORDER BY value')).toEqual(['a@b.example', 'c@d.example'])
    }
    expect(mirror.told.at(-1)?.changes).toContainEqual({ brandIds: 'all', datasets: ['team'] })

    await walt.query("UPDATE agency_desk.prospect_mark SET tags = '[]', note = 'repaired' WHERE prospect_id = 'bad'")
    await walt.query('UPDATE agency_desk.annotation SET day = 5, until_day = 5')
    await walt.query(`UPDATE agency_desk.playbook SET steps = '[{"kind":"sync","datasets":["brands"]}]'`)
    await sue.query('DELETE FROM agency_desk.suppression')
    await mirror.catchUp()
    expect(mirror.column("SELECT note FROM prospect_mark WHERE prospect_id = 'bad'")).toEqual(['repaired'])
    expect(mirror.column('SELECT day FROM annotation')).toEqual([5])
    expect(mirror.column('SELECT value FROM suppression')).toEqual([])
    expect(mirror.column("SELECT key FROM bad_row WHERE tbl <> 'playbook'")).toEqual([])
  })

  test('is no difference of the copy, and is counted', async () => {
    const { team, walt } = await open()
    await beforeChecks(team.owner, async () => {
      for (const statement of BAD) await walt.query(statement)
    })
    await walt.query(PLAYBOOK)
    const desk = await joinedDesk(team, 'ann', { role: 'sender' })
    const { isSame, tables } = await desk.call('team.checkMirror', {})
    expect(tables.filter(({ isSame }) => !isSame).map(({ table }) => table)).toEqual([])
    expect(isSame).toBe(true)
    const skipped = tables.filter(({ skipped }) => skipped > 0).map(({ table, skipped }) => `${table} ${skipped}`)
    expect(skipped.toSorted()).toEqual(['annotation 1', 'playbook 1', 'prospect_mark 1', 'suppression 2'])
    // What else differs is still found.
    const core = new Database(join(desk.home, 'core.db'))
    core.exec("UPDATE brand SET name = 'other'")
    core.close()
    expect(await desk.call('team.checkMirror', {})).toMatchObject({ isSame: false })
  })

  test('without a signature is of the person of its commit', async () => {
    const { team, walt, sue } = await open()
    const mirror = await openMirror(sue)
    await mirror.catchUp()
    await beforeChecks(team.owner, async () => {
      await team.owner.query('ALTER TABLE agency_desk.prospect_mark DISABLE TRIGGER guard_signature')
      await walt.query(MARK('[oops'))
      await team.owner.query('ALTER TABLE agency_desk.prospect_mark ENABLE TRIGGER guard_signature')
    })
    for (const one of [mirror, await openMirror(sue)]) {
      await one.catchUp()
      expect(one.column('SELECT person FROM bad_row')).toEqual([walt.user])
    }
  })

  test('as a setting and a rule forbids what it may have forbidden', async () => {
    const { team, sue } = await open()
    await team.owner.query(
      'ALTER TABLE agency_desk.team_setting DROP CONSTRAINT fits_switch, DROP CONSTRAINT fits_value',
    )
    await team.owner.query('ALTER TABLE agency_desk.brand_rule DROP CONSTRAINT fits_needs_approval')
    try {
      await team.owner.query("INSERT INTO agency_desk.team_setting (key, value) VALUES ('isSendingHeld', '{')")
      await team.owner.query("INSERT INTO agency_desk.brand_rule VALUES ('acme', 7)")
      const mirror = await openMirror(sue)
      await mirror.catchUp()
      expect(mirror.column('SELECT value FROM team_setting')).toEqual(['true'])
      expect(mirror.column('SELECT needs_approval FROM brand_rule')).toEqual([1])
      expect(mirror.column('SELECT tbl FROM bad_row ORDER BY tbl')).toEqual(['brand_rule', 'team_setting'])
    } finally {
      await team.owner.query('DELETE FROM agency_desk.team_setting; DELETE FROM agency_desk.brand_rule')
      await team.owner.query(`ALTER TABLE agency_desk.brand_rule ADD CONSTRAINT fits_needs_approval
        CHECK (needs_approval IN (0, 1)) NOT VALID;
        ALTER TABLE agency_desk.team_setting ADD CONSTRAINT fits_switch
          CHECK (key <> 'isSendingHeld' OR json_typeof(value::json) = 'boolean') NOT VALID;
        SELECT agency_desk.check_columns_of('team_setting', '{"value": "any"}')`)
    }
  })

  test('with a number near 2^53 leaves the numbers of a desk alone, while it is there and after it', async () => {
    const { team, walt, sue } = await open()
    const desk = await teamMirror(sue)
    const { id: _, ...row } = intentRow(9_007_199_254_740_000, 'acme', {
      kind: 'discover',
      state: 'held',
      is_paused: 1,
      waiting: 0,
    })
    await beforeChecks(team.owner, () => write(walt, { intent: { rows: [{ ...row, id: 'x' }] } }))
    const insert = (id: string) =>
      desk.writeBy((core) =>
        core
          .prepare(
            `INSERT INTO intent (id, brand_id, kind, state, created_at_ms, is_paused, details, hash)
             VALUES (?, 'acme', 'discover', 'held', 1, 1, '{}', ?)`,
          )
          .run(id, hashOfEmpty(id)),
      )
    await desk.catchUp()
    await insert('while')
    await team.owner.query("DELETE FROM agency_desk.intent WHERE id = 'x'")
    await desk.catchUp()
    await insert('after')
    const highest = await one<number>(team.owner, 'SELECT max(no) FROM agency_desk.intent')
    expect(highest).toBeLessThan(highestNumberAt(Date.now()))
  })

  test('is shown to admins by the state of the team, and to nobody else', async () => {
    const { team, walt } = await open()
    await walt.query(PLAYBOOK)
    const skipped = async (role: 'admin' | 'sender') => {
      const desk = await joinedDesk(team, role, { role })
      const { team: state } = await desk.call('team.status', {})
      expect((await desk.call('playbooks.list', {})).playbooks.filter(({ id }) => id === 'p')).toEqual([])
      return state?.badRows
    }
    expect(await skipped('admin')).toEqual([
      { table: 'playbook', key: '["p"]', login: walt.user, why: 'steps has parts that this program cannot read' },
    ])
    expect(await skipped('sender')).toEqual([])
  })
})
