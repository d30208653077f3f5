// Two colleagues pitch the same contact at the same moment, a thousand times: one pitch is sent, and one person is refused.
import { expect, test } from 'vitest'
import { DeskError } from '../../src-shared/desk/errors.ts'
import { queued } from '../support/open-journal.ts'
import { openOwnTeam } from '../support/own-team.ts'
import { postgresHere } from '../support/postgres-programs.ts'
import { roundsOf } from '../support/rounds.ts'
import { BRAND, contactsIn, openTeamJournals } from '../support/team-journal.ts'

const ROUNDS = roundsOf(1_000, 60)
const [programs] = postgresHere()

test.skipIf(programs === undefined)(
  `of two pitches to a contact at one moment one is stored and sent, ${ROUNDS} times`,
  { timeout: 1_800_000 },
  async () => {
    if (programs === undefined) return
    const { team } = await openOwnTeam(programs, [BRAND])
    const { server, openDesk } = await openTeamJournals(team, queued(1))
    const [ann, ben] = [await openDesk('ann', { hasKey: false }), await openDesk('ben', { hasKey: false })]
    // A third desk has the key from the middle on.
    const half = Math.floor(ROUNDS / 2)
    let serve: typeof ann | undefined
    const ids: string[] = []
    const refusals: unknown[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      if (round === half) serve = await openDesk('serve')
      const both = await Promise.allSettled([ann.submit([`c${round}`]), ben.submit([`c${round}`])])
      for (const one of both) one.status === 'fulfilled' ? ids.push(one.value) : refusals.push(one.reason)
    }
    expect(ids).toHaveLength(ROUNDS)
    const messages = refusals.map((error) =>
      error instanceof DeskError ? `${error.kind}: ${error.message}` : `${error}`,
    )
    const isNamed = (message: string) =>
      /^conflict: (ann|ben) (queued|sent) a pitch to this contact \(c\d+@site\.test\)/.test(message)
    expect(messages.filter((message) => !isNamed(message))).toEqual([])
    expect(messages).toHaveLength(ROUNDS)
    for (const id of ids) expect((await serve?.ended(id))?.state).toBe('confirmed')
    const sent = contactsIn(server.seen).flat()
    expect(sent).toHaveLength(ROUNDS)
    expect(new Set(sent).size).toBe(ROUNDS)
  },
)
