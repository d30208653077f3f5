// Colleagues pitch the same contact, over a service that sends each pitch as soon as it has it: one e-mail, and a refusal that
// names the colleague.
import { expect, test } from 'vitest'
import { DeskError } from '../../src-shared/desk/errors.ts'
import { BRAND, openPitchingDesk } from '../support/pitching-desks.ts'
import { describePostgres } from '../support/postgres.ts'
import type { PostgresPrograms } from '../support/postgres-programs.ts'
import { startSendingService } from '../support/sending-service.ts'
import { teamDatabase } from '../support/team-database.ts'

const open = async (programs: PostgresPrograms, { hasRead = true } = {}) => {
  const service = await startSendingService({ contacts: 8, teamId: 'team_1' })
  const team = await teamDatabase(programs, [BRAND])
  const ann = await openPitchingDesk(team, { service, name: 'ann', isFirst: true })
  const ben = await openPitchingDesk(team, { service, name: 'ben', hasRead })
  const [contact = '', other = ''] = service.contactIds
  const counts = () => Object.fromEntries(service.timesSent())
  return { service, team, ann, ben, contact, other, counts }
}

/** Of a pitch that was stored. */
const idOf = (result: string | DeskError): string => {
  if (result instanceof DeskError) throw result
  return result
}

describePostgres('a contact that a colleague pitched', (programs) => {
  test('gets no second e-mail from a desk whose copy of the outbox is older', async () => {
    const { ann, ben, contact, counts } = await open(programs)
    const id = idOf(await ann.pitch([contact]))
    await ann.linked(id)
    await ben.linked(id)
    expect(await ben.pitch([contact])).toMatchObject({ kind: 'conflict', message: expect.stringContaining('by ann') })
    expect(counts()).toEqual({ [contact]: 1 })
  })
})
