// Desks of a team send each intent once, also if the desk that sends it is interrupted.
import { expect, test } from 'vitest'
import type { JournalKind } from '../../../src-main/journal/kind.ts'
import { pitches, queued } from '../../support/open-journal.ts'
import { startPgProxy } from '../../support/pg-proxy.ts'
import { describePostgres } from '../../support/postgres.ts'
import type { Answer } from '../../support/scripted-server.ts'
import { one, type TeamDatabase, teamDatabase } from '../../support/team-database.ts'
import { BRAND, contactsIn, openTeamJournals } from '../../support/team-journal.ts'

const endLease = ({ owner }: TeamDatabase) =>
  owner.query("UPDATE agency_desk.claim SET until = clock_timestamp() - interval '1 ms'")

/** A service that answers when the test says so. */
const heldAnswer = () => {
  let go = () => undefined as unknown
  let arrived = () => undefined as unknown
  const hasArrived = new Promise<void>((resolve) => {
    arrived = () => resolve()
  })
  const answer: Answer = (response, request) => {
    arrived()
    go = () => queued(3)(response, request)
  }
  return { answer, hasArrived, release: () => go() }
}

describePostgres('the journal in a team', (programs) => {
  test('sends what a desk without the key made, at the desk that has it, and once', async () => {
    const team = await teamDatabase(programs, [BRAND])
    const { server, openDesk } = await openTeamJournals(team, queued(3))
    const ann = await openDesk('ann', { hasKey: false })
    const id = await ann.submit(['c0', 'c1', 'c2', 'c3'])
    const gus = await openDesk('gus', { hasKey: false })
    for (const desk of [ann, gus]) {
      await desk.when(id, 'ready')
      expect((await desk.journal.handlers['intents.get']({ id })).reason).toBe(
        'Waits for a desk with the key of this brand.',
      )
    }
    expect(server.seen).toEqual([])
    const ben = await openDesk('ben')
    expect((await ben.ended(id)).state).toBe('confirmed')
    expect((await ann.ended(id)).state).toBe('confirmed')
    expect(contactsIn(server.seen)).toEqual([['c0', 'c1', 'c2'], ['c3']])
  })

  test('sends each of many intents once, with three desks that have the key', async () => {
    const team = await teamDatabase(programs, [BRAND])
    const { server, openDesk } = await openTeamJournals(team, queued(1))
    const desks = [await openDesk('ann'), await openDesk('ben'), await openDesk('eve')]
    const ids = await Promise.all(
      Array.from({ length: 12 }, (_, at) => desks[at % 3]?.submit([`c${at}`]) ?? Promise.resolve('')),
    )
    for (const desk of desks) for (const id of ids) expect((await desk.ended(id)).state).toBe('confirmed')
    const sent = contactsIn(server.seen).flat()
    expect(sent.toSorted()).toEqual(Array.from({ length: 12 }, (_, at) => `c${at}`).toSorted())
  })

  test('ends the hold of a desk that is gone', async () => {
    const team = await teamDatabase(programs, [BRAND])
    const { server, openDesk } = await openTeamJournals(team, queued(1))
    const [ann, ben] = [await openDesk('ann'), await openDesk('ben')]
    // Longer than it takes until the other desk hears of it.
    const id = await ann.submit(['c0'], 3)
    await ben.when(id, 'held')
    await ann.shut()
    expect((await ben.ended(id)).state).toBe('confirmed')
    expect(server.seen).toHaveLength(1)
  })

  test('lets nobody send twice: what was in flight when its lease ended is unknown, and the late reply still counts', async () => {
    const team = await teamDatabase(programs, [BRAND])
    const held = heldAnswer()
    const { server, openDesk } = await openTeamJournals(team, held.answer, queued(3))
    const [ann, ben] = [await openDesk('ann'), await openDesk('ben', { hasKey: false })]
    const id = await ann.submit(['c0', 'c1'])
    await held.hasArrived
    await endLease(team)
    await ben.session.set(`brand:${BRAND}`, 'sk_test')
    await ben.book.update(BRAND, { keyState: 'ok', keyIn: 'session', keyOrigin: server.baseUrl })
    const lost = await ben.when(id, 'unknown')
    expect(lost.items.map(({ reason }) => reason?.slice(0, 29))).toEqual([
      'The desk that was sending thi',
      'The desk that was sending thi',
    ])
    const again = ben.journal.handlers['intents.resolve']({ id, as: 'retry' })
    await expect(again).rejects.toMatchObject({
      kind: 'conflict',
      message: expect.stringContaining('its request may still arrive. Nothing was sent. Send it again after'),
    })
    held.release()
    expect((await ben.when(id, 'confirmed')).counts.confirmed).toBe(2)
    expect(server.seen).toHaveLength(1)
  })

  test('keeps its lease while another statement gets no answer', async () => {
    const team = await teamDatabase(programs, [BRAND])
    const held = heldAnswer()
    const { server, openDesk } = await openTeamJournals(team, held.answer, queued(1))
    const proxy = await startPgProxy(await team.person('between'))
    const ann = await openDesk('ann', { port: proxy.port, times: { renewEveryMs: 50 } })
    const sent = await ann.submit(['c0'])
    await held.hasArrived
    const hung = proxy.hangAt('agency_desk.write(')
    let isAnswered = false
    const later = ann.submit(['c1'], 3600).finally(() => {
      isAnswered = true
    })
    await hung
    const seen = new Set<number>()
    while (seen.size < 4)
      seen.add(await one(team.owner, 'SELECT extract(epoch FROM until)::float8 FROM agency_desk.claim'))
    expect(isAnswered).toBe(false)
    held.release()
    proxy.resume()
    expect((await ann.ended(sent)).state).toBe('confirmed')
    expect((await ann.when(await later, 'held')).items).toHaveLength(1)
    expect(server.seen).toHaveLength(1)
  })

  test('renews its lease on its first connection where the server gives it no other one', async () => {
    const team = await teamDatabase(programs, [BRAND])
    const held = heldAnswer()
    const { openDesk } = await openTeamJournals(team, held.answer)
    const ann = await openDesk('ann', { times: { renewEveryMs: 200 } })
    const desks = "FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'Agency Desk'"
    const login = await one<string>(team.owner, `SELECT usename ${desks}`)
    await team.owner.query(`ALTER ROLE "${login}" CONNECTION LIMIT 1`)
    const sent = await ann.submit(['c0'])
    await held.hasArrived
    const seen = new Set<number>()
    while (seen.size < 4)
      seen.add(await one(team.owner, 'SELECT extract(epoch FROM until)::float8 FROM agency_desk.claim'))
    expect(await one(team.owner, `SELECT count(*)::int ${desks}`)).toBe(1)
    held.release()
    await ann.ended(sent)
  })

  test('goes on with the second part of a move after the first was lost in flight', async () => {
    const team = await teamDatabase(programs, [BRAND])
    const held = heldAnswer()
    const { server, openDesk } = await openTeamJournals(team, held.answer, queued(1))
    const [ann, ben] = [await openDesk('ann'), await openDesk('ben', { hasKey: false })]
    const move = { id: 'move_1', entryId: 'entry_1', articleSlug: 'one', from: '2026-01-01', to: '2026-01-02' }
    const items = [{ label: 'one', payload: { to: 'c0', body: 'Hello' } }]
    const part = { brandId: BRAND, details: { move, provider: 'webhook' }, holdSeconds: 0, items }
    const [out = '', back = ''] = await ann.journal.submit([
      { ...part, kind: 'unschedule' },
      { ...part, kind: 'schedule' },
    ])
    await held.hasArrived
    await ben.when(back, 'ready')
    await endLease(team)
    await ben.session.set(`brand:${BRAND}`, 'sk_test')
    await ben.book.update(BRAND, { keyState: 'ok', keyIn: 'session', keyOrigin: server.baseUrl })
    await ben.when(out, 'unknown')
    expect((await ben.ended(back)).sentAt).not.toBeNull()
    held.release()
    await ann.when(out, 'confirmed')
  })

  test('lets nothing leave after the lease ended, and says that it was not sent', async () => {
    const team = await teamDatabase(programs, [BRAND])
    let checks = 0
    const kind: JournalKind = {
      ...pitches,
      itemsToSkip: async () => {
        checks += 1
        // The last look before the request leaves.
        if (checks === 2) await endLease(team)
        return []
      },
    }
    const { server, openDesk } = await openTeamJournals(team, queued(3))
    const ann = await openDesk('ann', { kind })
    const { items } = await ann.ended(await ann.submit(['c0']))
    expect(server.seen).toEqual([])
    expect(items[0]?.state).toMatch(/^(failed|unknown)$/)
  })

  test('refuses a second pitch to a contact, and names the colleague', async () => {
    const team = await teamDatabase(programs, [BRAND])
    const { openDesk } = await openTeamJournals(team, queued(1))
    const [ann, ben] = [await openDesk('ann', { hasKey: false }), await openDesk('ben', { hasKey: false })]
    await ann.submit(['c0'], 600)
    await expect(ben.submit(['c1', 'c0'])).rejects.toMatchObject({
      kind: 'conflict',
      message: expect.stringMatching(
        /^ann queued a pitch to this contact \(c0@site\.test\) at \d\d:\d\d, and it is still open\. Nothing was sent\.$/,
      ),
      detail: { issues: [{ path: 'items.1.prospectEmailId', code: 'open-pitch' }] },
    })
    await ben.submit(['c1'], 600)
  })

  test('leaves out whom a colleague suppressed a moment before, and sends the others', async () => {
    const team = await teamDatabase(programs, [BRAND])
    const { server, openDesk } = await openTeamJournals(team, queued(1))
    const ben = await openDesk('ben', { hasKey: false })
    let isFirst = true
    const kind: JournalKind = {
      ...pitches,
      skipReads: ['suppression'],
      itemsToSkip: async ({ items }) => {
        const isEmpty = await ann.store.read('suppressions.isEmpty', {})
        // Right after this desk read the list, before its mirror has the change.
        if (isFirst) {
          isFirst = false
          const entries = [{ kind: 'address' as const, value: 'c0@site.test', reason: '' }]
          await ben.store.write('suppressions.add', { entries, atMs: 1 })
        }
        const skipped = { state: 'skipped', reason: 'suppressed', result: {} } as const
        return isEmpty ? [] : items.filter(({ refId }) => refId === 'c0').map(({ item }) => ({ item, ...skipped }))
      },
    }
    const ann = await openDesk('ann', { kind })
    const { items } = await ann.ended(await ann.submit(['c0', 'c1']))
    expect(items.map(({ state }) => state)).toEqual(['skipped', 'confirmed'])
    expect(contactsIn(server.seen)).toEqual([['c1']])
    // What this desk itself changed is no news to it.
    await ann.store.write('suppressions.add', {
      entries: [{ kind: 'address', value: 'c2@site.test', reason: '' }],
      atMs: 1,
    })
    expect((await ann.ended(await ann.submit(['c3']))).state).toBe('confirmed')
    expect(server.seen).toHaveLength(2)
  })

  test('lets a colleague pause, release and cancel, and says who sends what is in flight', async () => {
    const team = await teamDatabase(programs, [BRAND])
    const held = heldAnswer()
    const { server, openDesk } = await openTeamJournals(team, held.answer)
    const [ann, ben] = [await openDesk('ann'), await openDesk('ben', { hasKey: false })]
    const { handlers } = ben.journal
    const [kept, gone] = [await ann.submit(['c0'], 600), await ann.submit(['c1'], 600)]
    await ben.when(gone, 'held')
    await handlers['intents.pause']({ id: kept, paused: true })
    await ann.until(async () => ((await ann.intentOf(kept))?.isPaused === true ? true : null))
    await handlers['intents.cancel']({ id: gone })
    expect((await ann.ended(gone)).acts?.map(({ act, person }) => [act, person?.name])).toEqual([
      ['created', 'ann'],
      ['cancelled', 'ben'],
    ])
    await handlers['intents.releaseNow']({ id: kept })
    await held.hasArrived
    await ben.when(kept, 'in_flight')
    await expect(handlers['intents.cancel']({ id: kept })).rejects.toMatchObject({
      kind: 'conflict',
      message: 'Being sent by desk of ann: it cannot be cancelled any more.',
    })
    held.release()
    expect((await ben.ended(kept)).state).toBe('confirmed')
    expect(server.seen).toHaveLength(1)
  })

  test('looks for an outcome on the desk that sent it alone', async () => {
    const team = await teamDatabase(programs, [BRAND])
    const polls: string[] = []
    const kindOf = (name: string): JournalKind => ({
      ...pitches,
      recheckAfterMs: 600_000,
      reconcile: async ({ items }, { nowMs }) => {
        polls.push(name)
        const result = { lookedAt: new Date(nowMs).toISOString(), looks: 1 }
        return items.map(({ item }) => ({ item, state: 'unknown', reason: 'not seen yet', result }))
      },
    })
    const { openDesk } = await openTeamJournals(team, (response) => response.destroy())
    const ann = await openDesk('ann', { kind: kindOf('ann') })
    const ben = await openDesk('ben', { kind: kindOf('ben'), hasKey: false })
    const id = await ben.submit(['c0'])
    await ben.until(async () => {
      const intent = await ben.intentOf(id)
      return intent?.items[0]?.reason === 'not seen yet' ? true : null
    })
    expect(polls).toEqual(['ann'])
    expect(await ann.store.read('intents.unknown', {})).toMatchObject([{ id }])
    expect(await ben.store.read('intents.unknown', {})).toEqual([])
  })
})
