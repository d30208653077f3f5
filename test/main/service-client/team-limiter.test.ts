// All desks of a team together never send more than the limit of a key: PostgreSQL counts.
import type pg from 'pg'
import { expect, test } from 'vitest'
import { silentLog } from '../../../src-main/base/log.ts'
import {
  pauseBucket,
  slotsTaken,
  type TakeSlots,
  takeSlots,
} from '../../../src-main/service-client/queries/team-slots.ts'
import { createTeamLimiter, NoSlot } from '../../../src-main/service-client/team-limiter.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import { describePostgres } from '../../support/postgres.ts'
import { one, teamDatabase } from '../../support/team-database.ts'
import { sessionOf } from '../../support/team-session.ts'

const BUCKET = 'service:mark outreach.queue'

const limiterOf = (client: pg.Client) => {
  const clock = createManualClock()
  const asked: TakeSlots[] = []
  const session = sessionOf(client)
  let pauses = Promise.resolve<unknown>(null)
  const limiter = createTeamLimiter({
    ask: {
      take: (args) => {
        asked.push(args)
        return takeSlots(session, args)
      },
      taken: (args) => slotsTaken(session, args),
      pause: (args) => {
        pauses = pauseBucket(session, args)
        return pauses
      },
    },
    clock,
    log: silentLog,
  })
  return { ...limiter, clock, asked, isPaused: () => pauses }
}

describePostgres('the limiter of a team', (programs) => {
  test('gives no more slots than the limit, whichever desks ask, and asks once for requests of one moment', async () => {
    const { person } = await teamDatabase(programs, ['acme'])
    const desks = [limiterOf(await person('ann')), limiterOf(await person('ben')), limiterOf(await person('eve'))]
    let waiting = 0
    const onWait = () => {
      waiting += 1
      return () => {
        waiting -= 1
      }
    }
    const given: number[] = []
    const stop = new AbortController()
    const takes = desks.flatMap((desk, at) =>
      Array.from({ length: 4 }, () =>
        desk.take(BUCKET, { limit: 10, onWait, signal: stop.signal }).then(() => given.push(at)),
      ),
    )
    const all = Promise.allSettled(takes)
    await expect.poll(() => [given.length, waiting]).toEqual([10, 2])
    expect(desks.map(({ asked }) => asked[0]?.wanted)).toEqual([4, 4, 4])
    stop.abort(new Error('enough'))
    expect((await all).filter(({ status }) => status === 'rejected')).toHaveLength(2)
    expect(waiting).toBe(0)
  })

  test('tells of requests that ended or never left, and a pause stops the other desks', async () => {
    const { person, owner } = await teamDatabase(programs, ['acme'])
    const [ann, ben] = [limiterOf(await person('ann')), limiterOf(await person('ben'))]
    const [first, second] = [await ann.take(BUCKET, { limit: 2 }), await ann.take(BUCKET, { limit: 2 })]
    second('unused')
    first()
    await ann.clock.advance(1_000)
    await ann.take(BUCKET, { limit: 2 })
    const { ended, unused } = ann.asked[2] ?? {}
    expect([ended?.map(({ agoMs }) => agoMs), unused?.length]).toEqual([[1_000], 1])
    expect(await one(owner, 'SELECT count(*) FROM agency_desk.limiter_slot')).toBe(2)

    ann.pause(BUCKET, 20_000)
    await ann.isPaused()
    const stop = new AbortController()
    const late = ben.take(BUCKET, { limit: 10, signal: stop.signal })
    expect(await ben.clock.whenSleeping((ms) => ms > 0)).toBeGreaterThan(10_000)
    stop.abort(new Error('enough'))
    await expect(late).rejects.toThrow('enough')
  })

  test('is for readers as well, and sends nothing while PostgreSQL cannot be reached', async () => {
    const { person } = await teamDatabase(programs, ['acme'])
    const client = await person('rita', { role: 'reader' })
    const rita = limiterOf(client)
    const end = await rita.take(BUCKET, { limit: 2 })
    end()
    await client.end()
    await expect(rita.take(BUCKET, { limit: 2 })).rejects.toBeInstanceOf(NoSlot)
    await expect(rita.take(BUCKET, { limit: 2 })).rejects.toMatchObject({ kind: 'network' })
    // The next question reports what this one could not.
    expect(rita.asked.map(({ ended }) => ended.length)).toEqual([0, 1, 1])
  })
})
