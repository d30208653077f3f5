// A desk that loses PostgreSQL ends what its lease covers, begins nothing, fails nothing, and continues when PostgreSQL is back.
import { expect, test } from 'vitest'
import type { JournalKind } from '../../../src-main/journal/kind.ts'
import { pitches, queued } from '../../support/open-journal.ts'
import { describePostgres } from '../../support/postgres.ts'
import { column, type TeamDatabase, teamDatabase } from '../../support/team-database.ts'
import { BRAND, contactsIn, openTeamJournals } from '../../support/team-journal.ts'

/** Nobody but the owner of the server reaches the database until `back`. */
const cutOff = async ({ owner }: TeamDatabase) => {
  const logins = await column<string>(owner, 'SELECT login FROM agency_desk.person')
  const limit = async (count: number) => {
    for (const login of logins) await owner.query(`ALTER ROLE "${login}" CONNECTION LIMIT ${count}`)
  }
  await limit(0)
  await owner.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND usename = ANY ($1)',
    [logins],
  )
  return { back: () => limit(-1) }
}

describePostgres('the journal of a desk that loses PostgreSQL', (programs) => {
  test('ends the batch that its lease covers, begins no other, and sends the rest later', async () => {
    const team = await teamDatabase(programs, [BRAND])
    let checks = 0
    let cut: Awaited<ReturnType<typeof cutOff>> | undefined
    const kind: JournalKind = {
      ...pitches,
      itemsToSkip: async () => {
        checks += 1
        // PostgreSQL has the second batch in flight, and its request has not left.
        if (checks === 4) cut = await cutOff(team)
        return []
      },
    }
    const { server, openDesk } = await openTeamJournals(team, queued(3))
    const ann = await openDesk('ann', { kind })
    const offline = new Promise<void>((resolve) => {
      ann.store.team?.onState(({ connection }) => connection === 'offline' && resolve())
    })
    const id = await ann.submit(['c0', 'c1', 'c2', 'c3', 'c4', 'c5', 'c6'])
    await offline
    const first = [
      ['c0', 'c1', 'c2'],
      ['c3', 'c4', 'c5'],
    ]
    await expect.poll(() => contactsIn(server.seen)).toEqual(first)
    expect((await ann.intentOf(id))?.state).toBe('in_flight')
    await cut?.back()
    expect((await ann.ended(id)).counts).toMatchObject({ total: 7, confirmed: 7 })
    expect(contactsIn(server.seen)).toEqual([...first, ['c6']])
  })
})
