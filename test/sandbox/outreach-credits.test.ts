import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type OutreachClient, startOutreach } from './outreach-client.ts'

const SEARCH_MS = 20_000
const DISCOVERY_MS = 60_000
const HOUR_MS = 3_600_000

const searchable = async (client: OutreachClient) =>
  (await client.prospects()).filter(
    ({ status, opportunity }) => status === 'new' && !['self-serve', 'creator platform'].includes(opportunity),
  )
const statusesOf = async (client: OutreachClient, ids: readonly string[]) => {
  const known = new Map((await client.prospects()).map(({ id, status }) => [id, status]))
  return ids.map((id) => known.get(id))
}
const words = async (client: OutreachClient) => {
  const { json } = await client.call('/v3/outreach/prospects')
  return [json.discoveryStatus, json.mentionCheckStatus, json.relationshipSweepStatus]
}

describe('finding people', () => {
  it('charges 5 credits per site, lists people after the search, and refunds sites without new people', async () => {
    const client = await startOutreach({ prospects: 200 })
    const ids = (await searchable(client)).slice(0, 40).map(({ id }) => id)
    const before = await client.contacts()
    const { status, json } = await client.findPeople(ids)
    expect(status).toBe(202)
    expect(json).toEqual({ enqueuedCount: 40, enqueuedProspectIds: ids, skipped: 0, creditsCharged: 200 })
    expect(new Set(await statusesOf(client, ids))).toEqual(new Set(['finding_people']))
    await client.advance(7_999)
    expect(await client.contacts()).toEqual(before)
    await client.advance(SEARCH_MS)
    const ended = await statusesOf(client, ids)
    expect(new Set(ended)).toEqual(new Set(['people_found', 'no_people_found']))
    const barren = ended.filter((word) => word === 'no_people_found').length
    expect((await client.report()).credits).toEqual({
      balance: 10_000 - 200 + 5 * barren,
      charged: 200,
      refunded: 5 * barren,
    })
    const found = (await client.contacts()).slice(before.length)
    const sites = new Set(found.map(({ prospectId }) => prospectId))
    expect(sites).toEqual(new Set(ids.filter((_, index) => ended[index] === 'people_found')))
  })

  it('ends each search at its own time', async () => {
    const client = await startOutreach({ prospects: 100 })
    const ids = (await searchable(client)).slice(0, 12).map(({ id }) => id)
    await client.findPeople(ids)
    await client.advance(14_000)
    const half = await statusesOf(client, ids)
    expect(half).toContain('finding_people')
    expect(half.some((word) => word !== 'finding_people')).toBe(true)
  })

  it('skips sites that are being searched, link already or take no pitch, without a charge', async () => {
    const client = await startOutreach({ prospects: 200 })
    const all = await client.prospects()
    const linked = all.find(({ status }) => status === 'linked')?.id ?? ''
    const unpitched = ['self-serve', 'creator platform'].map(
      (kind) => all.find(({ opportunity }) => opportunity === kind)?.id ?? '',
    )
    const [one = '', two = ''] = (await searchable(client)).map(({ id }) => id)
    await client.findPeople([one])
    const { json } = await client.findPeople([one, two, linked, ...unpitched, two])
    expect(json).toEqual({ enqueuedCount: 1, enqueuedProspectIds: [two], skipped: 5, creditsCharged: 5 })
    const none = await client.findPeople([one, linked])
    expect([none.status, none.json.enqueuedCount, none.json.creditsCharged]).toEqual([202, 0, 0])
  })

  it('refuses all with 402 where the credits are too few, and 404 for a prospect that is not the team’s', async () => {
    const client = await startOutreach({ prospects: 100, credits: 9 })
    const [one = '', two = ''] = (await searchable(client)).map(({ id }) => id)
    const foreign = (await client.prospects(1))[0]?.id ?? ''
    expect((await client.findPeople([one, two])).status).toBe(402)
    expect((await client.findPeople([one, foreign])).status).toBe(404)
    expect(await statusesOf(client, [one, two])).toEqual(['new', 'new'])
    expect((await client.report()).credits).toEqual({ balance: 9, charged: 0, refunded: 0 })
    expect((await client.findPeople([one])).json.creditsCharged).toBe(5)
  })

  it('finds only people whose titles hold one of the terms', async () => {
    const client = await startOutreach({ prospects: 200 })
    const ids = (await searchable(client)).slice(0, 30).map(({ id }) => id)
    const known = (await client.contacts()).length
    await client.findPeople(ids.slice(0, 15), ['EDITOR', 'publisher', 'webmaster'])
    await client.findPeople(ids.slice(15), ['zoologist', 'pilot', 'baker'])
    await client.advance(SEARCH_MS)
    const found = (await client.contacts()).slice(known)
    expect(found.length).toBeGreaterThan(0)
    for (const { role, prospectId } of found) {
      expect(role).toMatch(/editor|publisher|webmaster/i)
      expect(ids.slice(0, 15)).toContain(prospectId)
    }
  })

  it('matches a term anywhere in a title, and any one of the terms', async () => {
    const client = await startOutreach({ prospects: 200 })
    const ids = (await searchable(client)).slice(0, 40).map(({ id }) => id)
    const known = (await client.contacts()).length
    await client.findPeople(ids, ['NAGING Ed', 'of cont', 'bmast'])
    await client.advance(SEARCH_MS)
    const found = (await client.contacts()).slice(known)
    expect(new Set(found.map(({ role }) => role))).toEqual(new Set(['Managing Editor', 'Head of Content', 'Webmaster']))
  })

  it('finds people of the default roles, when no terms are given', async () => {
    const client = await startOutreach({ prospects: 200 })
    const ids = (await searchable(client)).slice(0, 40).map(({ id }) => id)
    const known = (await client.contacts()).length
    await client.findPeople(ids)
    await client.advance(SEARCH_MS)
    const found = (await client.contacts()).slice(known)
    const { json } = await client.call('/v3/outreach/prospects/people-search-terms')
    expect(json.suggested.length).toBeGreaterThan(json.defaults.length)
    expect(new Set(found.map(({ role }) => role))).toEqual(new Set(json.defaults))
  })

  it('refuses 0 or 51 prospects, and terms outside 3 to 25 or not distinct', async () => {
    const client = await startOutreach()
    const answers = [
      await client.findPeople([]),
      await client.findPeople(Array.from({ length: 51 }, (_, index) => `p${index}`)),
      await client.findPeople(['p'], ['a', 'b']),
      await client.findPeople(['p'], ['a', 'b', 'A ']),
    ]
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400])
  })
})

describe('discovery', () => {
  it('charges 25, runs, and brings new sites at its end', async () => {
    const client = await startOutreach()
    await client.advance(DISCOVERY_MS)
    await words(client)
    await client.advance(DISCOVERY_MS) // whatever ran from the start has ended
    const before = await client.prospects()
    const { status, json } = await client.discover()
    expect([status, json]).toEqual([200, { status: 'running', creditsCharged: 25, alreadyRunning: false }])
    expect(await words(client)).toEqual(['running', 'running', 'running'])
    expect((await client.discover()).json).toEqual({ status: 'running', creditsCharged: 0, alreadyRunning: true })
    await client.advance(23_000)
    expect(await client.prospects()).toEqual(before)
    await client.advance(DISCOVERY_MS)
    expect(await words(client)).toEqual(['completed', 'completed', 'completed'])
    const after = await client.prospects()
    const fresh = after.slice(before.length)
    expect(fresh.length).toBeGreaterThanOrEqual(8)
    expect(new Set(fresh.map((prospect) => prospect.status))).toEqual(new Set(['new']))
    expect(new Set(after.map(({ domain }) => domain)).size).toBe(after.length)
    expect((await client.report()).credits).toMatchObject({ balance: 9_975, charged: 25 })
  })

  it('answers 409 for an hour after a paid discovery, and once where that was ordered', async () => {
    const client = await startOutreach({ fresh: true })
    await words(client)
    await client.advance(DISCOVERY_MS)
    expect((await client.discover()).json.creditsCharged).toBe(25)
    await client.advance(DISCOVERY_MS)
    const refused = await client.discover()
    expect([refused.status, refused.json.error]).toEqual([409, expect.stringContaining('tracked keywords')])
    await client.advance(HOUR_MS)
    for (const [nextDiscover, status] of Object.entries({ conflict: 409, unavailable: 503 })) {
      expect((await client.order({ nextDiscover })).status).toBe(201)
      expect((await client.discover()).status).toBe(status)
    }
    expect((await client.discover()).status).toBe(200)
    expect((await client.report()).credits.charged).toBe(50)
  })

  it('answers 402 without the credits, and charges nothing', async () => {
    const client = await startOutreach({ fresh: true, credits: 24 })
    expect((await client.discover()).status).toBe(402)
    await client.order({ credits: 25 })
    expect((await client.discover()).json.creditsCharged).toBe(25)
    expect((await client.report()).credits).toEqual({ balance: 0, charged: 25, refunded: 0 })
  })

  it('starts the first one of a new brand for nothing, when its prospects are first listed', async () => {
    const client = await startOutreach({ fresh: true })
    expect(await client.contacts()).toEqual([])
    expect((await client.outbox()).length).toBe(0)
    expect(await words(client)).toEqual(['running', 'running', 'running'])
    expect((await client.discover()).json).toMatchObject({ creditsCharged: 0, alreadyRunning: true })
    await client.advance(DISCOVERY_MS)
    expect((await client.prospects()).length).toBeGreaterThanOrEqual(8)
    const { credits, discoveries } = await client.report()
    expect([credits.charged, discoveries]).toEqual([0, { charged: 0, free: 1, alreadyRunning: 1 }])
    await client.advance(HOUR_MS)
    expect(await words(client)).toEqual(['completed', 'completed', 'completed'])
  })

  it('ends the searches that ran at the start', async () => {
    const client = await startOutreach({ brands: 20 })
    const all = async () => {
      const replies = client.sandbox.brands.map((_, brand) => client.call('/v3/outreach/prospects', { brand }))
      return (await Promise.all(replies)).map(({ json }) => json.discoveryStatus)
    }
    expect(await all()).toContain('running')
    await client.advance(DISCOVERY_MS)
    expect(await all()).not.toContain('running')
  })

  it('refuses a brand that is made of an export', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sandbox-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const file = join(folder, 'export.csv')
    await writeFile(file, 'Top queries,Clicks,Impressions,CTR,Position\nmugs,7,790,0.89%,2.18\n')
    const client = await startOutreach({ brands: 0, searchConsoleFiles: [file] })
    const refused = [await client.discover(), await client.findPeople(['p']), await client.unqueue(['c'])]
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400])
    expect([await client.prospects(), await client.outbox(), await client.mailboxes()]).toEqual([[], [], []])
    expect((await client.order({ nextDiscover: 'conflict' })).status).toBe(404)
  })
})

describe('sizes', () => {
  it('has the given number of prospects and contacts, and the same first ones', async () => {
    const usual = await startOutreach()
    const large = await startOutreach({ prospects: 700, contacts: 1000 })
    const prospects = await large.prospects()
    const contacts = await large.contacts()
    expect(prospects.length).toBeGreaterThanOrEqual(700)
    expect(contacts).toHaveLength(1000)
    expect(new Set(prospects.map(({ domain }) => domain)).size).toBe(prospects.length)
    expect(new Set(contacts.map(({ id }) => id)).size).toBe(1000)
    const first = await usual.prospects()
    expect(prospects.slice(0, first.length)).toEqual(first)
    const firstContacts = await usual.contacts()
    expect(contacts.slice(0, firstContacts.length)).toEqual(firstContacts)
    const ids = new Set(prospects.map(({ id }) => id))
    for (const { prospectId } of contacts) expect(ids.has(prospectId)).toBe(true)
  })

  it('has no prospects and contacts if the given number is 0', async () => {
    const client = await startOutreach({ prospects: 0, contacts: 0 })
    expect([await client.prospects(), await client.contacts(), await client.outbox()]).toEqual([[], [], []])
  })
})
