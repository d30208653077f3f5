// Whether a statement surely did nothing decides if a write may be repeated.
import { expect, test } from 'vitest'
import { serverError } from '../../../../src-main/store/team/client.ts'
import { describePostgres } from '../../../support/postgres.ts'
import { one, teamDatabase } from '../../../support/team-database.ts'

describePostgres('whether a statement was done', (programs) => {
  test('is known where the server refused it', async () => {
    const { owner } = await teamDatabase(programs, ['b1'])
    const refused = await owner
      .query('INSERT INTO agency_desk.outreach_pace VALUES ($1, 1, 1)', ['b2'])
      .catch(serverError)
    expect(refused).toMatchObject({ code: '23503', constraint: 'outreach_pace_brand_id_fkey' })
  })

  test('is not known where the connection ended', async () => {
    const { owner, person } = await teamDatabase(programs)
    const client = await person('ann')
    const pid = await one<number>(client, 'SELECT pg_backend_pid()')
    const waiting = client.query('SELECT pg_sleep(60)').catch(serverError)
    await owner.query('SELECT pg_terminate_backend($1)', [pid])
    expect(await waiting).toBeNull()
  })
})

test('whether a statement was done is known also from a server that speaks another language', () => {
  const said = (severity: string, code: string) => Object.assign(new Error('…'), { severity, code })
  expect(serverError(said('FEHLER', '23503'))).toMatchObject({ code: '23503' })
  expect([said('FATAL', 'XX000'), said('ФАТАЛЬНО', '57P01')].map(serverError)).toEqual([null, null])
})
