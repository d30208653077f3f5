// PostgreSQL stores a pitch only if its desk knew the newest one to the contact, open or ended with any result.
import { expect, test } from 'vitest'
import { describePostgres } from '../../../support/postgres.ts'
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

/** Reads of the table from end to end, in this transaction. */
const READ_WHOLE = "SELECT seq_scan::text FROM pg_stat_xact_all_tables WHERE relname = 'intent_item'"
/** Entries of the index of contacts that this transaction read. */
const READ_OF_CONTACTS = "SELECT pg_stat_get_xact_tuples_returned('agency_desk.intent_item_of_contact'::regclass)"
const NEWER = 'intent_item_newer_pitch'

/** The pitch has ended: PostgreSQL lets a desk without a claim say so for some ends only. */
const end = ({ owner }: TeamDatabase, no: number, state: string) =>
  owner.query('UPDATE agency_desk.intent_item SET state = $2 WHERE intent_no = $1', [no, state])

describePostgres('a pitch in a team', (programs) => {
  test.each(['confirmed', 'failed', 'skipped', 'cancelled'])(
    'is refused by a desk that did not know the newest one, which is %s',
    async (state) => {
      const team = await teamDatabase(programs, ['acme'])
      const [ann, ben] = [await team.person('ann'), await team.person('ben')]
      await write(ann, pitch(10, 'acme', 'c'))
      await end(team, 10, state)
      expect(await refusalOf(write(ben, pitch(20, 'acme', 'c')))).toBe(NEWER)
      expect(await refusalOf(write(ben, pitch(20, 'acme', 'c', 9)))).toBe(NEWER)
      expect(await refusalOf(write(ben, pitch(20, 'acme', 'c', 10)))).toBe('not refused')
      await end(team, 20, state)
      expect(await refusalOf(write(ann, pitch(30, 'acme', 'c', 10)))).toBe(NEWER)
      expect(await column(ann, 'SELECT intent_no FROM agency_desk.intent_item ORDER BY 1')).toEqual([10, 20])
    },
  )

  test('is stored by one desk of four at one moment, also if each one ends before the next is written', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const desks = [
      await team.person('ann'),
      await team.person('ben'),
      await team.person('eve'),
      await team.person('gus'),
    ]
    // As if nothing had ever to be in flight: the moment between two writes is none.
    await team.owner.query(`CREATE FUNCTION agency_desk.test_end() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
      AS 'BEGIN UPDATE agency_desk.intent_item SET state = ''confirmed'' WHERE intent_no = NEW.intent_no; RETURN NULL; END';
      CREATE TRIGGER z_test_end AFTER INSERT ON agency_desk.intent_item FOR EACH ROW EXECUTE FUNCTION agency_desk.test_end()`)
    try {
      for (let round = 0; round < 20; round += 1) {
        const all = desks.map((desk, at) => refusalOf(write(desk, pitch(round * 4 + at + 1, 'acme', `c${round}`))))
        expect((await Promise.all(all)).toSorted()).toEqual([NEWER, NEWER, NEWER, 'not refused'])
      }
    } finally {
      await team.owner.query('DROP FUNCTION agency_desk.test_end() CASCADE')
    }
  })

  test('is refused with all others of its write, and with a number that is not newer', async () => {
    const team = await teamDatabase(programs, ['acme', 'bolt'])
    const ann = await team.person('ann')
    await write(ann, pitch(10, 'acme', 'c1'))
    await end(team, 10, 'confirmed')
    const three = {
      intent: { rows: [intentRow(20, 'acme', { waiting: 3 })] },
      intent_item: { rows: ['c0', 'c1', 'c2'].map((contact, item) => itemRow(20, contact, { item })) },
    }
    expect(await refusalOf(write(ann, three))).toBe(NEWER)
    // One that knows it but would be taken for the older one.
    expect(await refusalOf(write(ann, pitch(5, 'acme', 'c1', 10)))).toBe(NEWER)
    expect(await refusalOf(write(ann, pitch(21, 'bolt', 'c1')))).toBe('not refused')
    expect(await column(ann, 'SELECT intent_no FROM agency_desk.intent_item ORDER BY 1')).toEqual([10, 21])
  })

  const intentOf = (no: number, count: number, afterNo: number | null) => ({
    intent: { rows: [intentRow(no, 'acme', { waiting: count })] },
    intent_item: {
      rows: Array.from({ length: count }, (_, item) => itemRow(no, `c${item}`, { item, after_no: afterNo })),
    },
  })

  test('of 10,000 contacts is checked by keys', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const ann = await team.person('ann')
    await write(ann, intentOf(10, 10_000, null))
    await end(team, 10, 'confirmed')
    await ann.query('BEGIN')
    await write(ann, intentOf(20, 10_000, 10))
    const readWhole = await column<string>(ann, READ_WHOLE)
    await ann.query('COMMIT')
    expect(readWhole).toEqual(['0'])
  })

  test('of 1,000 contacts is checked by keys, where the server last counted when there was no pitch', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const ann = await team.person('ann')
    await write(team.owner, {
      intent: { rows: [intentRow(1, 'acme', { kind: 'publish', waiting: 300 })] },
      intent_item: {
        rows: Array.from({ length: 300 }, (_, item) => itemRow(1, '', { item, subject: `${item}`, contact_id: null })),
      },
    })
    await team.owner.query('ANALYZE agency_desk.intent_item')
    await write(ann, intentOf(10, 1000, null))
    await end(team, 10, 'confirmed')
    await ann.query('BEGIN')
    await write(ann, intentOf(20, 1000, 10))
    const read = await one<number>(ann, READ_OF_CONTACTS)
    await ann.query('COMMIT')
    expect(read).toBeLessThan(10_000)
  })
})
