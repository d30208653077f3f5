// What desks fetched from the service, in PostgreSQL: days, replies, and who fetches.
import { expect, test } from 'vitest'
import type { TeamSession } from '../../../../src-main/store/team/client.ts'
import {
  claimFetch,
  dropOldDays,
  endFetch,
  fetchedSince,
  readReplyPart,
  renewFetch,
  storeFetch,
} from '../../../../src-main/store/team/fetches.ts'
import {
  newerDays,
  numberTexts,
  readTexts,
  saveDays,
  type TeamDay,
} from '../../../../src-main/store/team/snapshot-days.ts'
import { peopleQueries } from '../../../../src-main/team/queries/people.ts'
import { describePostgres } from '../../../support/postgres.ts'
import { one, refusalOf, type TeamDatabase, teamDatabase, write } from '../../../support/team-database.ts'
import { sessionOf } from '../../../support/team-session.ts'

const PLACE = { brandId: 'acme', slice: 'all' }
const dayOf = (day: string, fetchedAtMs: number, byte = 1): TeamDay => ({
  day,
  fetchedAtMs,
  sums: [1, 1, 0, 0, 0.1 + 0.2, null, 3, 4],
  data: Buffer.from([byte, 0, 255]),
})

const allDays = async (
  session: TeamSession,
  known: { day: string; fetchedAtMs: number }[] = [],
): Promise<TeamDay[]> => {
  const days: TeamDay[] = []
  for await (const some of newerDays(session, PLACE, { from: '2020-01-01', known })) days.push(...some.days)
  return days
}

const CONTACTS = { brandId: 'acme', dataset: 'contacts', slice: 'all' }
const ask = (session: TeamSession, more: { maxAgeSeconds?: number; mayFetch?: boolean } = {}) =>
  claimFetch(session, { ...CONTACTS, maxAgeSeconds: 3600, mayFetch: true, ...more })

const replyOf = (text: string) => ({
  operation: 'outreach.contacts',
  fetchedAtMs: 5,
  fields: null,
  lastDay: null,
  body: Buffer.from(text),
})

const desksOf = async (team: TeamDatabase, count: number): Promise<TeamSession[]> => {
  const first = await team.person('ann')
  const others = await Promise.all(Array.from({ length: count - 1 }, () => team.desk(first)))
  return [first, ...others].map(sessionOf)
}

const tokenOf = async (session: TeamSession): Promise<string> => {
  const answer = await ask(session)
  if (answer.answer !== 'fetch' || answer.token === null) throw new Error(`The answer is ${answer.answer}.`)
  return answer.token
}

describePostgres('snapshots of a team', (programs) => {
  test('hold each text of a brand once, when desks add the same ones at the same time', async () => {
    const desks = await desksOf(await teamDatabase(programs, ['acme']), 4)
    const texts = ['tent', 'desk lamp', 'zero\u0000byte', 'tyre “quoted”, {braces}', '']
    const numbers = await Promise.all(
      desks.map((desk, at) => numberTexts(desk, 'acme', 'keyword', [...texts, `only ${at}`])),
    )
    const { keywords: list } = await readTexts(desks[0] as TeamSession, 'acme')
    expect(list).toHaveLength(texts.length + desks.length)
    expect(new Set(list).size).toBe(list.length)
    for (const [at, given] of numbers.entries()) {
      for (const text of texts) expect(list[(given.get(text) ?? 0) - 1]).toBe(text.replace('\u0000', '\uFFFD'))
      expect(list[(given.get(`only ${at}`) ?? 0) - 1]).toBe(`only ${at}`)
    }
  })

  test('take no list of texts with a gap, behind which no desk could add one', async () => {
    const team = await teamDatabase(programs, ['acme', 'bolt'])
    const walt = await team.person('walt', { role: 'writer', brands: ['acme'] })
    const desk = sessionOf(walt)
    await numberTexts(desk, 'acme', 'keyword', ['tent'])
    const added = (values: string) => refusalOf(walt.query(`INSERT INTO agency_desk.day_text VALUES (${values})`))
    for (const values of [
      "'acme', 'keyword', 3, 4, '{lamp}'",
      "'acme', 'keyword', 2, 9, '{lamp}'",
      "'acme', 'keyword', 2, 2, '{}'",
      "'acme', 'keyword', 2, 3, '{NULL}'",
      "'acme', 'keyword', -5, 1, '{a,b,c,d,e,f}'",
      "'acme', 'other', 1, 2, '{lamp}'",
    ])
      expect(await added(values)).toBe('out_of_bounds')
    expect(await added("'acme', 'keyword', 2, 4, '{{a,b}}'")).not.toBe('not refused')
    expect(await added("'bolt', 'keyword', 3, 4, '{lamp}'")).toMatch('row-level security')
    expect(await numberTexts(desk, 'acme', 'keyword', ['lamp'])).toEqual(new Map([['lamp', 2]]))
  })

  test('end with a sentence where a list that is older has a gap', async () => {
    const team = await teamDatabase(programs, ['acme'])
    await team.owner.query(
      "SET session_replication_role = replica; INSERT INTO agency_desk.day_text VALUES ('acme', 'keyword', 1, 5, '{}')",
    )
    const desk = sessionOf(await team.person('walt', { role: 'writer' }))
    await expect(numberTexts(desk, 'acme', 'keyword', ['lamp'])).rejects.toThrow(
      'list of keywords of this brand is damaged',
    )
  })

  test('give back days as they were stored, the newest first, and those alone that the desk does not have', async () => {
    const [desk, other] = (await desksOf(await teamDatabase(programs, ['acme']), 2)) as [TeamSession, TeamSession]
    const days = Array.from({ length: 90 }, (_, at) => {
      const day = new Date(Date.UTC(2026, 2, 1 + at)).toISOString().slice(0, 10)
      return dayOf(day, 1000 + at, at)
    })
    await Promise.all([saveDays(desk, PLACE, days), saveDays(other, PLACE, days)])
    expect(await allDays(desk)).toEqual(days.toReversed())
    const known = days.slice(1).map(({ day, fetchedAtMs }) => ({ day, fetchedAtMs }))
    expect(await allDays(desk, known)).toEqual(days.slice(0, 1))
  })

  test('keep the day that was fetched last', async () => {
    const [desk] = (await desksOf(await teamDatabase(programs, ['acme']), 1)) as [TeamSession]
    await saveDays(desk, PLACE, [dayOf('2026-03-01', 10, 1)])
    await saveDays(desk, PLACE, [dayOf('2026-03-01', 30, 3)])
    await saveDays(desk, PLACE, [dayOf('2026-03-01', 20, 2)])
    expect(await allDays(desk)).toEqual([dayOf('2026-03-01', 30, 3)])
  })

  test('are not there for a person who may not see the brand, also through a partition, and are not written by them', async () => {
    const team = await teamDatabase(programs, ['acme', 'bolt'])
    const ann = sessionOf(await team.person('ann'))
    await saveDays(ann, PLACE, [dayOf('2026-03-01', 10)])
    await numberTexts(ann, 'acme', 'keyword', ['tent'])
    await storeFetch(ann, {
      ...CONTACTS,
      token: await tokenOf(ann),
      fetchedAtMs: 5,
      rows: 1,
      replies: [replyOf('one')],
    })
    const client = await team.person('bob', { brands: ['acme', 'bolt'] })
    const bob = sessionOf(client)
    expect(await allDays(bob)).toHaveLength(1)
    expect((await fetchedSince(bob, { since: 0 })).fetched).toHaveLength(1)
    await write(team.owner, { person_brand: { gone: [[client.user ?? '', 'acme']] } })
    expect(await allDays(bob)).toEqual([])
    expect(await readTexts(bob, 'acme')).toEqual({ keywords: [], pages: [] })
    expect(await fetchedSince(bob, { since: 0 })).toMatchObject({ fetched: [] })
    expect(await readReplyPart(bob, { ...CONTACTS, part: 0, fetchedAtMs: 5 })).toBeNull()
    expect(await ask(bob)).toEqual({ answer: 'none' })
    expect(await refusalOf(client.query('SELECT FROM agency_desk.day_2026_03'))).toMatch('permission denied')
    expect(await refusalOf(saveDays(bob, PLACE, [dayOf('2026-03-02', 10)]))).toMatch('row-level security')
    expect(await refusalOf(numberTexts(bob, 'acme', 'keyword', ['lamp']))).toMatch('row-level security')
    await team.owner.query('UPDATE agency_desk.person SET removed_at_ms = 1 WHERE login = $1', [client.user])
    expect(await refusalOf(allDays(bob))).toBe('not_of_the_team')
    expect(await refusalOf(ask(bob))).toBe('not_of_the_team')
  })

  test('go by whole months after 400 days, with what nobody fetched since, at the word of an admin alone', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const sender = sessionOf(await team.person('sam'))
    const admin = await team.person('ada', { role: 'admin' })
    const edge = new Date(await one<Date>(team.owner, "SELECT now() - interval '400 days'"))
    const dayAt = (months: number, date: number) =>
      dayOf(new Date(Date.UTC(edge.getUTCFullYear(), edge.getUTCMonth() + months, date)).toISOString().slice(0, 10), 10)
    const days = [dayAt(-2, 28), dayAt(-1, 28), dayAt(0, 1), dayAt(0, 28)]
    await saveDays(sender, PLACE, days)
    const result = { ...CONTACTS, token: await tokenOf(sender), fetchedAtMs: 5, rows: 1, replies: [replyOf('one')] }
    await storeFetch(sender, result)
    await team.owner.query("UPDATE agency_desk.fetched SET stored_at = now() - interval '401 days'")
    expect(await dropOldDays(sender)).toBe(0)
    expect(await refusalOf(sender.query("SELECT agency_desk.drop_days_before('2020-01-01')"))).toMatch(
      'permission denied',
    )
    const collect = () => peopleQueries['team.collect'](sessionOf(admin), { olderThanDays: 30 })
    expect(await collect()).toMatchObject({ 'months of rankings': 2 })
    expect(await allDays(sender)).toEqual([days[3], days[2]])
    expect(await one(team.owner, 'SELECT count(*) FROM agency_desk.reply')).toBe(0)
    expect(await collect()).not.toHaveProperty('months of rankings')
    await saveDays(sender, PLACE, days.slice(0, 1))
    expect(await allDays(sender)).toHaveLength(3)
  })

  test('go with their brand', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const ann = sessionOf(await team.person('ann'))
    await saveDays(ann, PLACE, [dayOf('2026-03-01', 10)])
    await numberTexts(ann, 'acme', 'page', ['https://acme.example/'])
    await storeFetch(ann, {
      ...CONTACTS,
      token: await tokenOf(ann),
      fetchedAtMs: 5,
      rows: 1,
      replies: [replyOf('one')],
    })
    await team.owner.query("DELETE FROM agency_desk.brand WHERE id = 'acme'")
    for (const table of ['day', 'day_text', 'fetched', 'reply'])
      expect(await one(team.owner, `SELECT count(*) FROM agency_desk.${table}`)).toBe(0)
  })
})

describePostgres('a fetch of a team', (programs) => {
  test('is given to one desk; the others wait, and take what it stored', async () => {
    const desks = await desksOf(await teamDatabase(programs, ['acme']), 6)
    const answers = await Promise.all(desks.map((desk) => ask(desk)))
    const at = answers.findIndex(({ answer }) => answer === 'fetch')
    const [winner, token] = [desks[at] as TeamSession, (answers[at] as { token: string }).token]
    const others = answers.filter((_, index) => index !== at)
    for (const other of others) {
      expect(other).toMatchObject({ answer: 'busy' })
      expect((other as { waitMs: number }).waitMs).toBeGreaterThan(50_000)
    }
    const replies = [replyOf('one'), { ...replyOf('two'), fields: '{"a":"b"}' }]
    expect(await storeFetch(winner, { ...CONTACTS, token, fetchedAtMs: 77, rows: 12, replies })).toBe(true)
    for (const desk of desks) expect(await ask(desk)).toEqual({ answer: 'fresh', fetchedAtMs: 77, rows: 12 })
    const last = desks.at(-1) as TeamSession
    const part = (no: number, fetchedAtMs = 77) => readReplyPart(last, { ...CONTACTS, part: no, fetchedAtMs })
    expect([await part(0), await part(1), await part(2)]).toEqual([...replies, null])
    expect(await part(0, 76)).toBeNull()
    const { fetched, now } = await fetchedSince(last, { since: 0 })
    expect(fetched).toEqual([{ ...CONTACTS, fetchedAtMs: 77 }])
    expect((await fetchedSince(last, { since: now + 3600 })).fetched).toEqual([])
    expect(await ask(last, { maxAgeSeconds: 0 })).toMatchObject({ answer: 'fetch' })
  })

  test('goes to the next desk when the lease of the first ended, whose result counts no more', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const [desk, other] = (await desksOf(team, 2)) as [TeamSession, TeamSession]
    const token = await tokenOf(desk)
    expect(await renewFetch(desk, { token })).toBe(true)
    await team.owner.query("UPDATE agency_desk.fetch_claim SET until = clock_timestamp() - interval '1 ms'")
    expect(await renewFetch(desk, { token })).toBe(false)
    const next = await tokenOf(other)
    const result = { ...CONTACTS, fetchedAtMs: 5, rows: 1, replies: [replyOf('late')] }
    expect(await storeFetch(desk, { ...result, token })).toBe(false)
    expect(await ask(desk)).toMatchObject({ answer: 'busy' })
    expect(await storeFetch(other, { ...result, token: next })).toBe(true)
  })

  test('that failed is free at once, and a desk gets its own again', async () => {
    const [desk, other] = (await desksOf(await teamDatabase(programs, ['acme']), 2)) as [TeamSession, TeamSession]
    await endFetch(desk, { token: await tokenOf(desk) })
    const token = await tokenOf(other)
    expect(await tokenOf(other)).not.toBe(token)
  })

  test('is not needed by a desk without a key, and is not stored by a reader', async () => {
    const team = await teamDatabase(programs, ['acme'])
    const [desk] = (await desksOf(team, 1)) as [TeamSession]
    const reader = sessionOf(await team.person('rita', { role: 'reader' }))
    expect(await ask(reader)).toEqual({ answer: 'fetch', token: null })
    expect(await ask(reader, { mayFetch: false })).toEqual({ answer: 'none' })
    await storeFetch(desk, { ...CONTACTS, token: await tokenOf(desk), fetchedAtMs: 5, rows: 1, replies: [] })
    await team.owner.query("UPDATE agency_desk.fetched SET begun_at = now() - interval '9 days'")
    expect(await ask(reader, { mayFetch: false })).toEqual({ answer: 'fresh', fetchedAtMs: 5, rows: 1 })
    expect(await ask(reader)).toEqual({ answer: 'fetch', token: null })
    expect(await refusalOf(saveDays(reader, PLACE, [dayOf('2026-03-01', 10)]))).toMatch('permission denied')
  })
})
