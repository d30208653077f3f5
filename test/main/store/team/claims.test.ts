// Who sends what: one desk at a time, by the server's clock, and nothing that may have been sent goes again.
import type pg from 'pg'
import { expect, test } from 'vitest'
import { describePostgres, testDatabase } from '../../../support/postgres.ts'
import {
  column,
  intentRow,
  itemRow,
  one,
  pitch,
  refusalOf,
  type TeamDatabase,
  teamDatabase,
  write,
} from '../../../support/team-database.ts'

const BRANDS = ['acme', 'bolt', 'corp', 'dune']
type Claim = { readonly intent_no: number; readonly is_lost: boolean }

const claim = async (
  client: pg.Client,
  { brands = BRANDS, seconds = 60, except = [] as number[] } = {},
): Promise<Claim | null> => {
  const sql = 'SELECT intent_no, is_lost FROM agency_desk.claim_next($1, $2, $3)'
  return (await client.query<Claim>(sql, [brands, seconds, except])).rows[0] ?? null
}

/** The intent and its item as a desk writes them when a batch begins or ends. */
const move = (no: number, brand: string, state: string, intent = state) => ({
  intent: { rows: [intentRow(no, brand, { state: intent, waiting: 0, in_flight: state === 'in_flight' ? 1 : 0 })] },
  intent_item: { rows: [itemRow(no, `c${no}`, { state })] },
})

/** The lease of this claim ended a moment ago. */
const endLease = (team: TeamDatabase, no: number) =>
  team.owner.query("UPDATE agency_desk.claim SET until = clock_timestamp() - interval '1 ms' WHERE intent_no = $1", [
    no,
  ])

describePostgres('claims of a team', (programs) => {
  test('never give an intent to two desks, and one of each brand at a time', async () => {
    const team = await teamDatabase(programs, BRANDS)
    const serve = await team.person('serve')
    const desks = [serve, ...(await Promise.all(Array.from({ length: 5 }, () => team.desk(serve))))]
    for (let no = 1; no <= 24; no += 1) await write(serve, pitch(no, BRANDS[no % 4] ?? '', `c${no}`))
    const claimed: { no: number; brand: string }[] = []
    const sending = new Set<string>()
    await Promise.all(
      desks.map(async (desk) => {
        while (claimed.length < 24) {
          const no = (await claim(desk))?.intent_no
          if (no === undefined) continue
          const brand = BRANDS[no % 4] ?? ''
          expect(sending.has(brand)).toBe(false)
          sending.add(brand)
          claimed.push({ no, brand })
          expect(await write(desk, move(no, brand, 'in_flight'))).not.toBeNull()
          expect(await write(desk, move(no, brand, 'confirmed'))).not.toBeNull()
          sending.delete(brand)
          await desk.query('SELECT agency_desk.give_back($1)', [no])
        }
      }),
    )
    expect(claimed.map(({ no }) => no).toSorted((left, right) => left - right)).toEqual(
      Array.from({ length: 24 }, (_, index) => index + 1),
    )
    // The oldest of each brand first.
    for (const brand of BRANDS) {
      const order = claimed.filter((one) => one.brand === brand).map(({ no }) => no)
      expect(order).toEqual(order.toSorted((left, right) => left - right))
    }
  })

  test('are of an intent as it is now, not as it was when the desk began to look', async () => {
    const team = await teamDatabase(programs, ['acme'], await testDatabase(programs, 'team'))
    const [first, second] = [await team.person('ann'), await team.person('ben')]
    await write(first, pitch(1, 'acme', 'c1'))
    // The second desk sees the intent, and waits before it locks anything.
    await team.owner.query(`CREATE OR REPLACE FUNCTION agency_desk.may_see(p_brand text) RETURNS boolean LANGUAGE plpgsql
      AS $f$ BEGIN
        IF current_setting('test.waits', true) = 'yes' THEN PERFORM pg_advisory_xact_lock(7); END IF;
        RETURN true;
      END $f$`)
    await team.owner.query('SELECT pg_advisory_lock(7)')
    await second.query("SET test.waits = 'yes'")
    const late = claim(second)
    const waits = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
    await expect.poll(() => one(team.owner, waits)).toBe(1)
    await claim(first)
    await write(first, move(1, 'acme', 'in_flight'))
    await write(first, move(1, 'acme', 'confirmed'))
    await first.query('SELECT agency_desk.give_back(1)')
    await team.owner.query('SELECT pg_advisory_unlock(7)')
    expect(await late).toBeNull()
  })

  test('last as long as they are renewed, and an ended one goes to the next desk', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const first = await team.person('ann')
    const second = await team.person('ben')
    await write(first, pitch(1, 'acme', 'c1'))
    expect(await claim(first)).toEqual({ intent_no: 1, is_lost: false })
    expect(await claim(second)).toBeNull()
    const renew = (client: pg.Client) => one(client, 'SELECT agency_desk.renew(1, 60)')
    expect(await renew(second)).toBeNull()
    expect(await renew(first)).toBeInstanceOf(Date)
    await endLease(team, 1)
    expect(await renew(first)).toBeNull()
    expect(await claim(second)).toEqual({ intent_no: 1, is_lost: false })
    await second.query('SELECT agency_desk.give_back(1)')
    expect(await claim(first)).toEqual({ intent_no: 1, is_lost: false })
  })

  test('leave out what the desk may not send now, other brands, and pitches while sending is paused', async () => {
    const team = await teamDatabase(programs, ['acme', 'bolt'])
    const desk = await team.person('ann')
    await write(desk, pitch(1, 'acme', 'c1'))
    await write(desk, { intent: { rows: [intentRow(2, 'acme', { kind: 'publish' })] } })
    await write(desk, { intent: { rows: [intentRow(3, 'bolt', { state: 'held' })] } })
    expect(await claim(desk, { brands: ['bolt'] })).toBeNull()
    expect(await claim(desk, { except: [1, 2] })).toBeNull()
    await write(desk, { team_setting: { rows: [{ key: 'isSendingHeld', value: 'true' }] } })
    expect((await claim(desk))?.intent_no).toBe(2)
    const other = await team.person('eve', { brands: ['bolt'] })
    await team.owner.query('DELETE FROM agency_desk.claim')
    expect(await claim(other)).toBeNull()
    const writer = await team.person('walt', { role: 'writer' })
    await expect(claim(writer)).rejects.toThrow('permission denied')
  })

  test('allow sending to their desk alone', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const [first, second] = [await team.person('ann'), await team.person('ben')]
    await write(first, pitch(1, 'acme', 'c1'))
    const begin = (client: pg.Client) => write(client, move(1, 'acme', 'in_flight'))
    expect(await refusalOf(begin(first))).toBe('not_claimed_here')
    await claim(first)
    expect(await refusalOf(begin(second))).toBe('not_claimed_here')
    await endLease(team, 1)
    expect(await refusalOf(begin(first))).toBe('not_claimed_here')
    await claim(second)
    expect(await begin(second)).toEqual(expect.any(Number))
    const sent = { ...intentRow(9, 'acme'), state: 'in_flight' }
    const inserted = write(second, {
      intent: { rows: [sent] },
      intent_item: { rows: [itemRow(9, 'c9', { state: 'in_flight' })] },
    })
    expect(await refusalOf(inserted)).toBe('not_claimed_here')
  })

  test('never let what was in flight wait again, once their lease ended', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const [first, second] = [await team.person('ann'), await team.person('ben')]
    for (const no of [1, 2]) await write(first, pitch(no, 'acme', `c${no}`))
    await claim(first)
    await write(first, move(1, 'acme', 'in_flight'))
    // Surely not sent: its own desk may say so in time.
    expect(await write(first, move(1, 'acme', 'waiting', 'ready'))).not.toBeNull()
    await write(first, move(1, 'acme', 'in_flight'))
    await endLease(team, 1)
    expect(await refusalOf(write(first, move(1, 'acme', 'waiting', 'ready')))).toBe('never_ready_again')
    expect(await refusalOf(write(second, move(1, 'acme', 'waiting', 'ready')))).toBe('never_ready_again')
    expect(
      await refusalOf(team.owner.query("UPDATE agency_desk.intent_item SET state = 'waiting' WHERE intent_no = 1")),
    ).toBe('never_ready_again')
    // It is taken up as lost, before anything else of its brand.
    expect(await claim(second, { except: [1] })).toBeNull()
    expect(await claim(second)).toEqual({ intent_no: 1, is_lost: true })
    expect(await write(second, move(1, 'acme', 'unknown'))).not.toBeNull()
    expect(await refusalOf(write(second, move(1, 'acme', 'waiting', 'ready')))).toBe('only_forward')
    expect(await refusalOf(write(second, move(1, 'acme', 'in_flight')))).toBe('only_forward')
    await second.query('SELECT agency_desk.give_back(1)')
    expect(await claim(first)).toEqual({ intent_no: 2, is_lost: false })
  })

  test('and no desk opens a second pitch to a contact, also while the first one is unknown', async () => {
    const team = await teamDatabase(programs, ['acme', 'bolt'])
    const [first, second] = [await team.person('ann'), await team.person('ben')]
    const rounds = await Promise.all(
      Array.from({ length: 20 }, async (_, round) => {
        const both = [first, second].map((client, desk) =>
          write(client, pitch(round * 2 + desk + 1, 'acme', `c${round}`)),
        )
        return (await Promise.all(both.map(refusalOf))).toSorted()
      }),
    )
    expect(new Set(rounds.map(String))).toEqual(new Set(['intent_item_open_pitch,not refused']))
    expect(await one(first, 'SELECT count(*) FROM agency_desk.intent')).toBe(20)
    await write(first, pitch(100, 'bolt', 'c0'))
    await claim(first, { brands: ['bolt'] })
    await write(first, { intent_item: { rows: [itemRow(100, 'c0', { state: 'in_flight' })] } })
    await write(first, { intent_item: { rows: [itemRow(100, 'c0', { state: 'unknown' })] } })
    expect(await refusalOf(write(second, pitch(101, 'bolt', 'c0')))).toBe('intent_item_open_pitch')
    await write(first, { intent_item: { rows: [itemRow(100, 'c0', { state: 'confirmed' })] } })
    expect(await refusalOf(write(second, pitch(101, 'bolt', 'c0', 100)))).toBe('not refused')
    expect(await column(first, "SELECT state FROM agency_desk.intent_item WHERE brand_id = 'bolt' ORDER BY 1")).toEqual(
      ['confirmed', 'waiting'],
    )
  })
})
