// What desks of a team do where one stops, has no key, or cannot reach PostgreSQL.

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { sliceKey } from '../../../src-main/sync/rules/slice-key.ts'
import type { DeskEvent } from '../../../src-shared/desk/contract.ts'
import { DEFAULT_SLICE } from '../../../src-shared/desk/values/slice.ts'
import { cachedRows } from '../../support/cached-rows.ts'
import { interceptRequests } from '../../support/intercept-requests.ts'
import { describePostgres } from '../../support/postgres.ts'
import { one } from '../../support/team-database.ts'
import { asked, DAYS, syncAll, syncSome, twoDesks } from '../../support/two-desks.ts'

describePostgres('desks of a team', (programs) => {
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
      `INSERT INTO agency_desk.fetch_claim SELECT 'acme', 'contacts', 'all', $1, 1, $2, now(), now() + interval '9 minutes'`,
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
    await ann.store.write('freshness.save', [{ brandId: 'acme', dataset: 'contacts', state: 'queued' }])
    await team.owner.query('ROLLBACK')
    expect(await waiting).toBeNull()
  })

  test('take over from a desk that stopped, once its lease ended', async () => {
    const { team, ann, sandbox } = await twoDesks(programs, { hasKeys: true })
    await team.owner.query(
      `INSERT INTO agency_desk.fetch_claim SELECT id, 'mailboxes', $1, gen_random_uuid(), 9999, 'nobody', now(),
        clock_timestamp() + CASE id WHEN 'acme' THEN interval '300 ms' ELSE interval '9 minutes' END FROM agency_desk.brand`,
      [sliceKey(DEFAULT_SLICE)],
    )
    const before = (await asked(sandbox)).length
    const isDone = ({ name, payload }: DeskEvent) =>
      name === 'sync.progress' && payload.pair?.brandId === 'acme' && payload.pair.state === 'ok'
    const taken = ann.whenEvent(isDone)
    await ann.call('sync.run', { datasets: ['mailboxes'] })
    await taken
    expect(await asked(sandbox)).toHaveLength(before + 1)
    // The other one waits on, until a person cancels it.
    expect((await ann.call('sync.cancel', {})).cancelled).toBe(1)
  })

  test('give the days of a history that broke off to the others', async () => {
    const read = 5
    let answered = 0
    const breaking = interceptRequests(({ url }) => {
      if (!url.pathname.includes('top-keywords')) return undefined
      answered += 1
      return answered > read ? { answer: { status: 400 } } : undefined
    })
    const { sandbox, ann, openBobs } = await twoDesks(programs, { hasKeys: true, dispatcherOfAnn: breaking })
    const bobs = await openBobs()
    const history = { brandIds: ['acme'], datasets: ['history' as const] }
    const { rows } = await ann.runSync(history)
    expect(rows.find(({ dataset }) => dataset === 'history')?.state).toBe('failed')
    const before = (await asked(sandbox)).length
    await bobs.runSync(history)
    expect((await asked(sandbox)).length - before).toBe(DAYS - 1 - read)
  })

  test('give the others what they fetched without a connection', async () => {
    const { sandbox, ann, homes, isOffline, openBobs } = await twoDesks(programs, { hasKeys: false })
    isOffline.value = true
    await syncAll(ann)
    isOffline.value = false
    await syncAll(ann)
    const before = await asked(sandbox)
    const bobs = await openBobs()
    await syncAll(bobs)
    expect(await asked(sandbox)).toEqual(before)
    await ann.close()
    await bobs.close()
    expect(cachedRows(homes[1])).toEqual(cachedRows(homes[0]))
  })
})
