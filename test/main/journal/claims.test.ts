// Only the desk with a live claim sends, by PostgreSQL's clock and by both of its own: the one that went further counts.
import type pg from 'pg'
import { expect, test } from 'vitest'
import { silentLog } from '../../../src-main/base/log.ts'
import { createClaims, LeaseEnded } from '../../../src-main/journal/claims.ts'
import { claimNext, deskName, giveBackClaim, renewClaim } from '../../../src-main/journal/queries/team-claims.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import { describePostgres } from '../../support/postgres.ts'
import { one, pitch, type TeamDatabase, teamDatabase, write } from '../../support/team-database.ts'
import { sessionOf } from '../../support/team-session.ts'

const times = { leaseMs: 60_000, coverMaxMs: Number.POSITIVE_INFINITY, renewEveryMs: 15_000, retryMs: 1, lateMs: 1 }

const deskOf = (client: pg.Client) => {
  const clock = createManualClock()
  const session = sessionOf(client)
  const renewed: number[] = []
  const claims = createClaims({
    ask: {
      next: (args) => claimNext(session, args),
      renew: async (args) => {
        renewed.push(args.seconds)
        return renewClaim(session, args)
      },
      giveBack: (args) => giveBackClaim(session, args),
    },
    maySend: () => true,
    isTimeKnown: () => true,
    deskName: (deskNo) => deskName(session, { deskNo }),
    clock,
    random: () => 0,
    log: silentLog,
    times,
  })
  const next = () => claims.next({ brandId: 'acme', no: 1, except: () => [] })
  return { ...claims, clock, renewed, next }
}

/** How long the claim lasts still, by the server. */
const leftSeconds = ({ owner }: TeamDatabase) =>
  one<number>(owner, 'SELECT round(extract(epoch FROM until - clock_timestamp()))::float8 FROM agency_desk.claim')

const endLease = ({ owner }: TeamDatabase) =>
  owner.query("UPDATE agency_desk.claim SET until = clock_timestamp() - interval '1 ms'")

describePostgres('claims of a desk', (programs) => {
  test('go to one desk, are renewed while it lives, and are free when it gives them back', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const client = await team.person('ann')
    const [ann, ben] = [deskOf(client), deskOf(await team.person('ben'))]
    await write(client, pitch(1, 'acme', 'c1'))
    const claim = await ann.next()
    expect([claim?.intentNo, claim?.isLost, claim?.lease.isHeld()]).toEqual([1, false, true])
    expect(await ben.next()).toBeNull()
    await team.owner.query("UPDATE agency_desk.claim SET until = until - interval '15 s'")
    const renewal = ann.clock.advance(15_000)
    await renewal
    await expect.poll(() => leftSeconds(team)).toBeGreaterThan(58)
    expect(ann.renewed).toEqual([60])
    await claim?.lease.giveBack()
    expect(ann.clock.sleeping()).toEqual([])
    expect((await ben.next())?.intentNo).toBe(1)
  })

  test('last as long as a request may before it leaves, also when they are renewed meanwhile', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const client = await team.person('ann')
    const ann = deskOf(client)
    await write(client, pitch(1, 'acme', 'c1'))
    const lease = (await ann.next())?.lease
    await lease?.cover(120_000)
    expect(await leftSeconds(team)).toBe(125)
    await ann.clock.advance(15_000)
    await expect.poll(() => ann.renewed).toEqual([125, 110])
    for (let renewal = 0; renewal < 5; renewal += 1) {
      await ann.clock.whenSleeping((ms) => ms === 15_000)
      await ann.clock.advance(15_000)
    }
    await expect.poll(() => ann.renewed.at(-1)).toBe(60)
  })

  test('that ended let nothing leave: taken by another desk, or past their time by either clock of this one', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const client = await team.person('ann')
    const [ann, ben] = [deskOf(client), deskOf(await team.person('ben'))]
    await write(client, pitch(1, 'acme', 'c1'))
    const taken = (await ann.next())?.lease
    await endLease(team)
    await expect(taken?.cover(120_000)).rejects.toBeInstanceOf(LeaseEnded)
    expect(taken?.isHeld()).toBe(false)
    const other = await ben.next()
    expect(other?.intentNo).toBe(1)
    // Ben's computer slept: its monotonic clock stood still.
    ben.clock.jump(61_000)
    expect(other?.lease.isHeld()).toBe(false)
    await other?.lease.giveBack()
  })

  test('cannot be made while PostgreSQL cannot be reached, and nothing leaves', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const client = await team.person('ann')
    const ann = deskOf(client)
    await write(client, pitch(1, 'acme', 'c1'))
    const lease = (await ann.next())?.lease
    await client.end()
    await expect(lease?.cover(120_000)).rejects.toBeInstanceOf(LeaseEnded)
    // It lasts still, so what is surely not sent may wait again.
    expect(lease?.isHeld()).toBe(true)
    expect(await ann.next()).toBeNull()
    await lease?.giveBack()
  })
})
