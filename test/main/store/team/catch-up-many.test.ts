// A desk that was away while a colleague imported a lot.
import { expect, test } from 'vitest'
import { openMirror } from '../../../support/bare-mirror.ts'
import { describePostgres } from '../../../support/postgres.ts'
import { teamDatabase } from '../../../support/team-database.ts'

describePostgres('a mirror', (programs) => {
  test('takes 30,000 changes in parts', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const ann = await team.person('ann')
    const mirror = await openMirror(ann)
    await mirror.catchUp()
    await team.owner.query(`INSERT INTO agency_desk.prospect_mark (brand_id, prospect_id, tags, note)
      SELECT 'acme', no::text, '[]', 'note ' || no FROM generate_series(1, 30000) no`)
    await mirror.catchUp()
    expect(mirror.told.map(({ isFresh }) => isFresh)).toEqual([true, false])
    expect(mirror.column('SELECT count(*) FROM prospect_mark')).toEqual([30_000])
    expect(mirror.column("SELECT note FROM prospect_mark WHERE prospect_id = '27777'")).toEqual(['note 27777'])
  })
})
