// A colleague writes, by a program of their own, what another desk is to unpack: a megabyte that becomes a gigabyte and a half,
// or what is no reply at all. The desk refuses that row by its name, in little memory, and works on.
import { gzipSync } from 'node:zlib'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { sliceKey } from '../../../src-main/sync/rules/slice-key.ts'
import { DEFAULT_SLICE } from '../../../src-shared/desk/values/slice.ts'
import { watchPeak } from '../../bench/support/resident.ts'
import { cachedRows } from '../../support/cached-rows.ts'
import { describePostgres } from '../../support/postgres.ts'
import { one, refusalOf } from '../../support/team-database.ts'
import { syncSome, twoDesks } from '../../support/two-desks.ts'

const PART = gzipSync(Buffer.alloc(256 * 1024 * 1024, '0'), { level: 9 })
const BOMB = Buffer.concat(Array.from({ length: 6 }, () => PART))

/** Ends a fetch of their own with this reply. */
const storeReply = async (client: pg.Client, body: Buffer) => {
  const slice = sliceKey(DEFAULT_SLICE)
  const claim = "SELECT token FROM agency_desk.claim_fetch('acme', 'contacts', $1, 0, 60, true)"
  await client.query('SELECT agency_desk.store_fetch($1, $2, 1)', [await one(client, claim, [slice]), Date.now()])
  await client.query(
    "INSERT INTO agency_desk.reply VALUES ('acme', 'contacts', $1, 0, 'outreach.contacts', $2, NULL, $3)",
    [slice, Date.now(), body],
  )
}

describePostgres('a desk without a key', (programs) => {
  test.each([
    ['unpacks to 1.5 GB', BOMB],
    ['is not packed', Buffer.from('not packed')],
  ])('refuses a reply of a colleague that %s, and works on', async (_, body) => {
    const { team, ann, openBobs } = await twoDesks(programs, { hasKeys: false })
    await syncSome(ann, ['clusters'])
    const bobs = await openBobs()
    await storeReply(await team.person('walt', { role: 'writer' }), body)
    const before = process.memoryUsage.rss()
    const peak = process.platform === 'linux' ? watchPeak(process.pid) : undefined
    const { rows } = await bobs.runSync({ datasets: ['contacts', 'clusters'] })
    const of = (dataset: string) => rows.find((row) => row.brandId === 'acme' && row.dataset === dataset)
    const grownMb = (peak?.stop().rssMb ?? 0) - before / 2 ** 20
    expect(of('contacts')).toMatchObject({
      state: 'failed',
      error: {
        kind: 'bad-response',
        message: expect.stringContaining('stored of contacts for this brand is damaged or too large'),
      },
    })
    expect(of('clusters')).toMatchObject({ state: 'ok' })
    expect(grownMb).toBeLessThan(300)
    // A desk with a key fetches it and replaces it.
    await syncSome(ann, ['contacts'])
    await syncSome(bobs, ['contacts'])
  })
})

/** Says that it has 2^32 - 1 keywords, in 14 bytes. */
const DAY_BOMB = '\\x010000000000ffffffff00000000'

describePostgres('a desk without a key', (programs) => {
  test.each([
    ['of billions of keywords in 14 bytes', `data = '${DAY_BOMB}'`],
    ['that is none', "data = '\\x00'"],
    ['with sums that are no numbers', "sums = '{NaN,1,0,0,1,1,3,4}'"],
    ['without sums', "sums = '{}'"],
  ])('takes all other days beside one %s', async (_, change) => {
    const { team, ann, openBobs, homes } = await twoDesks(programs, { hasKeys: false })
    await syncSome(ann, ['rankings', 'history'])
    const bobs = await openBobs()
    const walt = await team.person('walt', { role: 'writer' })
    const day = "(SELECT max(day) FROM agency_desk.day WHERE brand_id = 'acme')"
    await walt.query(`UPDATE agency_desk.day SET ${change} WHERE brand_id = 'acme' AND day = ${day}`)
    const { rows } = await bobs.runSync({ datasets: ['rankings', 'history'] })
    const failed = rows.filter(({ dataset, state }) => /rankings|history/.test(dataset) && state !== 'ok')
    expect(failed.map(({ brandId }) => brandId)).toEqual(failed.map(() => 'acme'))
    expect(failed.find(({ dataset }) => dataset === 'history')?.error?.message).toMatch(/^1 day of rankings/)
    await ann.close()
    await bobs.close()
    const days = (at: 0 | 1) => cachedRows(homes[at]).rank_day?.length ?? 0
    expect(days(1)).toBe(days(0) - 1)
  })
})

describePostgres('a writer', (programs) => {
  test('stores no row of a fetch that is too large for the others', async () => {
    const { team } = await twoDesks(programs, { hasKeys: false })
    const walt = await team.person('walt', { role: 'writer' })
    const claim = "SELECT token FROM agency_desk.claim_fetch('acme', 'contacts', 'all', 0, 60, true)"
    await walt.query('SELECT agency_desk.store_fetch($1, $2, 1)', [await one(walt, claim), Date.now()])
    await walt.query("SELECT agency_desk.ensure_month('2026-03-01')")
    const refused = (sql: string) => refusalOf(walt.query(`INSERT INTO agency_desk.${sql}`))
    const many = "decode(repeat('00', 20000000), 'hex')"
    expect(await refused(`reply VALUES ('acme', 'contacts', 'all', 0, 'outreach.contacts', 1, NULL, ${many})`)).toBe(
      'out_of_bounds',
    )
    expect(await refused(`reply VALUES ('acme', 'contacts', 'all', 3000, 'outreach.contacts', 1, NULL, '')`)).toBe(
      'out_of_bounds',
    )
    expect(await refused(`reply VALUES ('acme', 'contacts', 'all', 1, 'outreach.contacts', 1, '{"a":', '')`)).toBe(
      'invalid input syntax for type json',
    )
    expect(await refused(`day VALUES ('acme', 'all', '2026-03-01', 1, '{}', ${many})`)).toBe('out_of_bounds')
    expect(await refused(`day_text VALUES ('acme', 'keyword', 1, 2, ARRAY[repeat('x', 20000000)])`)).toBe(
      'out_of_bounds',
    )
    expect(await refused(`day_text VALUES ('acme', 'keyword', 1, 9000000000, '{x}')`)).toBe('out_of_bounds')
  })
})
