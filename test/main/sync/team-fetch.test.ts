// Desks of a team ask the service once: the others take what the first one stored.
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { DATASETS, type Dataset } from '../../../src-shared/desk/sync.ts'
import type { BrandsDesk } from '../../support/brands-desk.ts'
import { cachedRows } from '../../support/cached-rows.ts'
import { describePostgres } from '../../support/postgres.ts'
import type { PostgresPrograms } from '../../support/postgres-programs.ts'
import { type OpenSandbox, openSandbox } from '../../support/sandbox.ts'
import { one, teamDatabase } from '../../support/team-database.ts'
import { openTeamDesk } from '../../support/team-desks.ts'
import { tempHome } from '../../support/temp-home.ts'

const BRANDS = ['acme', 'bolt']
const DAYS = 12

const syncSome = async (desk: BrandsDesk, datasets: readonly Dataset[]) => {
  const { rows: all } = await desk.runSync({ datasets: [...datasets] })
  const rows = all.filter(({ dataset }) => datasets.includes(dataset))
  expect(rows.filter(({ state }) => state !== 'ok')).toEqual([])
  return rows
}
const syncAll = (desk: BrandsDesk) => syncSome(desk, DATASETS)

/** A page of a listing and a day are requests of their own. */
const asked = async (sandbox: OpenSandbox): Promise<readonly string[]> =>
  (await sandbox.requests()).map(({ path, query, teamId }) => JSON.stringify([teamId, path, query]))

const twoDesks = async (programs: PostgresPrograms, { hasKeys }: { hasKeys: boolean }) => {
  const sandbox = await openSandbox({ brands: 2, keywords: 10 })
  const team = await teamDatabase(programs, BRANDS)
  const homes = [tempHome(), tempHome()] as const
  const isOffline = { value: false }
  const open = async (at: 0 | 1, person: pg.Client, hasAKey: boolean) => {
    const desk = await openTeamDesk({ person, sandbox, brandIds: BRANDS, hasKeys: hasAKey, home: homes[at], isOffline })
    await desk.settings.set({ historyDays: DAYS })
    return { ...desk, login: person.user }
  }
  const ann = await open(0, await team.person('ann'), true)
  const bob = await team.person('bob')
  return { sandbox, team, homes, ann, isOffline, openBobs: () => open(1, bob, hasKeys) }
}

describePostgres('desks of a team', (programs) => {
  test('fill from what one desk fetched, without a key and without a request, with the same rows', async () => {
    const { sandbox, homes, ann, openBobs } = await twoDesks(programs, { hasKeys: false })
    await syncAll(ann)
    const before = await asked(sandbox)
    expect(before.length).toBeGreaterThan(2 * DAYS)
    const bobs = await openBobs()
    await syncAll(bobs)
    expect(await asked(sandbox)).toEqual(before)
    await ann.close()
    await bobs.close()
    expect(cachedRows(homes[1])).toEqual(cachedRows(homes[0]))
  })

  test('fill a lost cache again from the team', async () => {
    const { sandbox, homes, ann, openBobs } = await twoDesks(programs, { hasKeys: true })
    const bobs = await openBobs()
    await syncAll(ann)
    await syncAll(bobs)
    await ann.close()
    await bobs.close()
    writeFileSync(homes[1].cacheFile, 'no database any more')
    const again = await openBobs()
    const before = await asked(sandbox)
    await syncAll(again)
    await again.close()
    expect(await asked(sandbox)).toEqual(before)
    expect(cachedRows(homes[1])).toEqual(cachedRows(homes[0]))
  })

  test('share the work of a sync that they begin at the same time', async () => {
    const { sandbox, homes, ann, openBobs } = await twoDesks(programs, { hasKeys: true })
    const bobs = await openBobs()
    const before = (await asked(sandbox)).length
    await Promise.all([syncAll(ann), syncAll(bobs)])
    const requests = (await asked(sandbox)).slice(before)
    expect(requests.length).toBeGreaterThan(2 * DAYS)
    expect(requests.filter((request, at) => requests.indexOf(request) !== at)).toEqual([])
    await ann.close()
    await bobs.close()
    expect(cachedRows(homes[1])).toEqual(cachedRows(homes[0]))
  })

  test('ask only for the days of a longer history that nobody has', async () => {
    const { sandbox, ann, openBobs } = await twoDesks(programs, { hasKeys: true })
    const bobs = await openBobs()
    await bobs.settings.set({ historyDays: DAYS + 5 })
    await syncAll(ann)
    const before = (await asked(sandbox)).length
    await syncAll(bobs)
    expect(await asked(sandbox)).toHaveLength(before + 2 * 5)
  })

  test('give a fetch that failed to the next desk at once', async () => {
    const { sandbox, team, ann, openBobs } = await twoDesks(programs, { hasKeys: true })
    await sandbox.fault({ operation: 'outreach.contacts', kind: 'status', status: 403 })
    const { rows } = await ann.runSync({ datasets: ['contacts', 'rankings'] })
    expect(rows.filter(({ state }) => state === 'failed').map(({ dataset }) => dataset)).toEqual(['contacts'])
    expect(await one(team.owner, 'SELECT count(*) FROM agency_desk.fetch_claim')).toBe(0)
    await sandbox.clearFaults()
    const bobs = await openBobs()
    const before = (await asked(sandbox)).length
    await syncSome(bobs, ['contacts', 'rankings'])
    expect(await asked(sandbox)).toHaveLength(before + 1)
  })

  test('fetch for themselves while PostgreSQL cannot be reached; without a key they say so', async () => {
    const { sandbox, ann, openBobs, isOffline } = await twoDesks(programs, { hasKeys: false })
    const bobs = await openBobs()
    isOffline.value = true
    await syncSome(ann, ['contacts'])
    const { rows } = await bobs.runSync({ datasets: ['contacts'] })
    expect(rows.find(({ dataset }) => dataset === 'contacts')).toMatchObject({
      state: 'failed',
      error: { kind: 'network' },
    })
    isOffline.value = false
    await syncSome(ann, ['contacts'])
    const before = await asked(sandbox)
    await syncSome(bobs, ['contacts'])
    expect(await asked(sandbox)).toEqual(before)
  })

  test('without a key follow what others fetch, by themselves', async () => {
    const { ann, openBobs, homes } = await twoDesks(programs, { hasKeys: false })
    const bobs = await openBobs()
    await syncSome(ann, ['clusters', 'mailboxes'])
    const ended = bobs.whenEvent(({ name, payload }) => name === 'sync.progress' && payload.run.endedAt !== null)
    bobs.sync.start()
    await ended
    await ann.close()
    await bobs.close()
    for (const table of ['cluster', 'mailbox']) {
      expect(cachedRows(homes[1])[table]?.length).toBeGreaterThan(0)
      expect(cachedRows(homes[1])[table]).toEqual(cachedRows(homes[0])[table])
    }
  })

  test('give nothing to the team that looks like a key', async () => {
    const { team, ann } = await twoDesks(programs, { hasKeys: true })
    const token = randomUUID()
    const body = new TextEncoder().encode('{"items":[{"note":"use sk_live_abc and whsec_xyz"}]}').buffer
    const place = { brandId: 'acme', dataset: 'contacts', slice: 'all' }
    await team.owner.query(
      `INSERT INTO agency_desk.fetch_claim SELECT 'acme', 'contacts', 'all', $1, 1, $2, now(), now() + interval '1 hour'`,
      [token, ann.login],
    )
    await ann.store.write('fetches.keep', { token, operation: 'outreach.contacts', fetchedAtMs: 1, body })
    expect(await ann.store.write('fetches.store', { ...place, token, fetchedAtMs: 5, rows: 1 })).toBe(true)
    const part = await ann.store.write('fetches.part', { ...place, part: 0, fetchedAtMs: 5 })
    expect(new TextDecoder().decode(part?.body)).toBe('{"items":[{"note":"use sk_… and whsec_…"}]}')
  })

  test('write other rows while the team keeps them waiting', async () => {
    const { team, ann } = await twoDesks(programs, { hasKeys: true })
    await team.owner.query('BEGIN; LOCK TABLE agency_desk.reply')
    const waiting = ann.store.write('fetches.part', {
      brandId: 'acme',
      dataset: 'contacts',
      slice: 'all',
      part: 0,
      fetchedAtMs: 5,
    })
    await ann.store.write('freshness.save', { brandId: 'acme', dataset: 'contacts', state: 'queued' })
    await team.owner.query('ROLLBACK')
    expect(await waiting).toBeNull()
  })
})
