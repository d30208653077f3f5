import { expect, test } from 'vitest'
import { joinedDesk } from '../../support/joined-desk.ts'
import { describePostgres } from '../../support/postgres.ts'
import { teamDatabase } from '../../support/team-database.ts'

describePostgres('the branding of reports', (programs) => {
  test('can be read where a writer left something of the agency out by hand', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const walt = await team.person('walt', { role: 'writer' })
    await walt.query("INSERT INTO agency_desk.report_branding (id, name) VALUES ('agency', 'Lee & Sons')")
    const ann = await joinedDesk(team, 'ann', { role: 'sender' })
    expect((await ann.call('reports.branding', {})).agency).toEqual({
      name: 'Lee & Sons',
      logo: null,
      colour: '#1c4e80',
      footer: '',
    })
  })
})
