// In a team: colleagues read an answer with its author, a reader writes none, and nobody reads those of brands they may not see.
import { expect, test } from 'vitest'
import { describePostgres } from '../../support/postgres.ts'
import { column, one, teamDatabase } from '../../support/team-database.ts'
import { teamMirror } from '../../support/team-mirror.ts'

const drop = { brandId: 'acme', keyword: 'boots', since: 20_000 }
const NAMED = { ...drop, isNamed: true, kind: null, text: 'New owner', atMs: 5 }
const REJECTED = { ...drop, isNamed: false, kind: 'demand', text: null, atMs: 6 }

describePostgres('answers about causes', (programs) => {
  test('reach colleagues with their author, are changed and removed by others, and by no reader', async () => {
    const team = await teamDatabase(programs, ['acme', 'globex'])
    const people = {
      ann: await team.person('ann', { role: 'writer' }),
      bob: await team.person('bob', { role: 'sender' }),
      rita: await team.person('rita', { role: 'reader' }),
      gus: await team.person('gus', { role: 'writer', brands: ['globex'] }),
    }
    const [ann, bob] = [await teamMirror(people.ann), await teamMirror(people.bob)]
    await ann.write('causes.saveAnswer', NAMED)
    await bob.catchUp()
    expect(bob.rows('cause_answer')).toMatchObject([{ text: 'New owner', made_by: people.ann.user, changed_by: null }])
    // One drop has one answer, also where the day on which it began moved.
    await bob.write('causes.saveAnswer', { ...REJECTED, since: drop.since + 2 })
    await ann.catchUp()
    expect(ann.rows('cause_answer')).toMatchObject([
      { day: 20_000, kind: 'demand', text: null, made_by: people.ann.user, changed_by: people.bob.user },
    ])

    const rita = await teamMirror(people.rita)
    expect(rita.rows('cause_answer')).toHaveLength(1)
    await expect(rita.write('causes.saveAnswer', NAMED)).rejects.toMatchObject({ kind: 'forbidden' })
    await expect(rita.write('causes.removeAnswer', drop)).rejects.toMatchObject({ kind: 'forbidden' })

    const gus = await teamMirror(people.gus)
    expect(gus.rows('cause_answer')).toEqual([])
    await expect(gus.write('causes.saveAnswer', NAMED)).rejects.toMatchObject({ kind: 'not-found' })
    expect(await column(people.gus, 'SELECT keyword FROM agency_desk.cause_answer')).toEqual([])

    await ann.write('causes.removeAnswer', drop)
    await bob.catchUp()
    expect(bob.rows('cause_answer')).toEqual([])
  })

  test('written without a connection are kept for later, and PostgreSQL takes no kind that desks do not know', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const person = await team.person('ann', { role: 'writer' })
    const ann = await teamMirror(person)
    ann.setOffline(true)
    await ann.write('causes.saveAnswer', NAMED)
    expect(ann.kept).toHaveLength(1)
    expect(await one(team.owner, 'SELECT count(*)::int FROM agency_desk.cause_answer')).toBe(0)
    const insert = `INSERT INTO agency_desk.cause_answer (id, brand_id, keyword, day, is_named, kind, text, at_ms)
      VALUES ('a', 'acme', 'k', 5, 1, $1, $2, 1)`
    await expect(person.query(insert, ['magic', null])).rejects.toThrow('fits_kind')
    await expect(person.query(insert, [null, 'x'.repeat(201)])).rejects.toThrow('fits_text')
  })
})
