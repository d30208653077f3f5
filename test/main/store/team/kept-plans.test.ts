// PostgreSQL keeps the plans of a catch-up for the connection. They are of the time when the tables were small, and of what the
// person saw then: neither may count later.
import { expect, test } from 'vitest'
import { BY_KEYS } from '../../../../src-main/store/team/fetch-rows.ts'
import { prepareSession } from '../../../../src-main/store/team/session.ts'
import { openMirror } from '../../../support/bare-mirror.ts'
import { describePostgres } from '../../../support/postgres.ts'
import { column, headOf, markRow, refusalOf, teamDatabase, write } from '../../../support/team-database.ts'
import { sessionOf } from '../../../support/team-session.ts'

/** A desk's session keeps the plan of the first time. */
const OFTEN = 2
const KEPT = "SELECT name FROM pg_prepared_statements WHERE generic_plans > 0 AND name <> '' ORDER BY 1"
/** Rows of commits that are not kept are fetched by keys. */
const NOT_KEPT = 'DELETE FROM agency_desk.commit_rows'
const READ_WHOLE = `SELECT relname FROM pg_stat_xact_user_tables
  WHERE schemaname = 'agency_desk' AND seq_tup_read > 1000 ORDER BY 1`

describePostgres('plans that a connection keeps', (programs) => {
  test('read no table from end to end that has grown since', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const ann = await team.person('ann')
    await prepareSession(sessionOf(ann))
    const mirror = await openMirror(ann)
    await mirror.catchUp()
    const mark = (id: string) => write(team.owner, { prospect_mark: { rows: [markRow('acme', id)] } })
    const readWhole = async () => {
      await team.owner.query(NOT_KEPT)
      await ann.query(`BEGIN; ${BY_KEYS}`)
      await mirror.catchUp(sessionOf(ann))
      const tables = await column(ann, READ_WHOLE)
      await ann.query('COMMIT')
      return tables
    }
    for (let no = 1; no <= OFTEN; no += 1) {
      await mark(`first ${no}`)
      await readWhole()
    }
    expect(await column(ann, KEPT)).toEqual(['changed', 'head', 'news', 'rows of prospect_mark'])
    await team.owner.query(`INSERT INTO agency_desk.prospect_mark (brand_id, prospect_id, tags, note)
      SELECT 'acme', 'prospect ' || no, '[]', 'A note' FROM generate_series(1, 5000) no`)
    await team.owner.query(NOT_KEPT)
    await mirror.catchUp()
    await mark('last')
    expect(await readWhole()).toEqual([])
    expect(mirror.column('SELECT count(*) FROM prospect_mark')).toEqual([OFTEN + 5000 + 1])
    expect(mirror.position()).toBe(await headOf(team.owner))
  })

  test('bring nothing of a brand that is not the person’s any more, and nothing to one who was removed', async () => {
    const team = await teamDatabase(programs, ['acme', 'bolt'])
    const ada = await team.person('ada', { role: 'admin' })
    const ann = await team.person('ann')
    await prepareSession(sessionOf(ann))
    const mirror = await openMirror(ann)
    await mirror.catchUp()
    const mark = (id: string) =>
      write(team.owner, { prospect_mark: { rows: [markRow('acme', id), markRow('bolt', id)] } })
    for (let no = 1; no <= OFTEN; no += 1) {
      await mark(`first ${no}`)
      await team.owner.query(NOT_KEPT)
      await mirror.catchUp()
    }
    const kept = (await mirror.session.query<{ name: string }>(KEPT)).map(({ name }) => name)
    expect(kept).toEqual(['changed', 'head', 'news', 'rows of prospect_mark'])
    const brandsOf = () => mirror.column('SELECT DISTINCT brand_id FROM prospect_mark ORDER BY 1')
    expect(brandsOf()).toEqual(['acme', 'bolt'])
    await ada.query("SELECT agency_desk.set_brands($1, false, '{bolt}')", [ann.user])
    await mark('later')
    await team.owner.query(NOT_KEPT)
    await mirror.catchUp()
    expect(brandsOf()).toEqual(['bolt'])
    expect(mirror.column("SELECT count(*) FROM prospect_mark WHERE prospect_id = 'later'")).toEqual([1])
    await mark('last')
    // Without `remove_person`, which ends the session as well.
    await team.owner.query('UPDATE agency_desk.person SET removed_at_ms = 1 WHERE login = $1', [ann.user])
    expect(await refusalOf(mirror.catchUp())).toBe('not_of_the_team')
    expect(mirror.column("SELECT count(*) FROM prospect_mark WHERE prospect_id = 'last'")).toEqual([0])
  })
})
