// In a team a desk without a brand's key queues for it, says what that waits for, and a desk with the key sends it once.
import { expect, test } from 'vitest'
import { CLAIM_TIMES } from '../../src-main/journal/claims.ts'
import type { IntentState } from '../../src-shared/desk/intents.ts'
import { openTestDesk, type TestDesk } from '../support/composed-desk.ts'
import { runDeskCommand } from '../support/desk-command.ts'
import { openOutreachDesk, type SandboxPitch } from '../support/outreach-desk.ts'
import { describePostgres } from '../support/postgres.ts'
import type { PostgresPrograms } from '../support/postgres-programs.ts'
import type { CmsArticleSeen } from '../support/publishing-desk.ts'
import { type OpenSandbox, openSandbox } from '../support/sandbox.ts'
import { teamDatabase } from '../support/team-database.ts'
import { openTeamDesk, untilTrue } from '../support/team-desk.ts'

const WAITS = 'Waits for a desk with the key of this brand.'
const OUTREACH = ['prospects', 'contacts', 'outbox', 'mailboxes'] as const
/** Another desk ends a hold within moments. */
const claimTimes = { ...CLAIM_TIMES, lateMs: 100 }

/** A team of one brand, whose outreach a desk with the key has read. */
const openTeam = async (programs: PostgresPrograms) => {
  const team = await teamDatabase(programs)
  // The team's time is PostgreSQL's, so it is the service's too.
  const sandbox = await openSandbox({ brands: 1, keywords: 10, days: 3, now: Date.now })
  const open = (name: string, role: 'writer' | 'sender' | 'admin' = 'sender') =>
    openTeamDesk(team, name, { role, claimTimes })
  const ada = await open('ada', 'admin')
  await ada.call('service.setProfile', { baseUrl: sandbox.baseUrl })
  const brand = await ada.call('brands.add', { name: 'Globex', key: sandbox.keyOf(0), sessionOnly: true })
  await ada.sync({ datasets: [...OUTREACH] })
  const giveKey = (desk: TestDesk) =>
    desk.call('brands.replaceKey', { brandId: brand.id, key: sandbox.keyOf(0), sessionOnly: true })
  return { sandbox, brandId: brand.id, ada, open, giveKey }
}

const control = async (sandbox: OpenSandbox, path: string): Promise<unknown> =>
  (await fetch(`${sandbox.controlUrl}/${path}`)).json()
/** How often the service got each. */
const pitchesTo = async (sandbox: OpenSandbox, contact: string): Promise<number> => {
  const { pitches } = (await control(sandbox, 'outreach/pitches')) as { pitches: SandboxPitch[] } // as it answers
  return pitches.filter(({ contactId }) => contactId === contact).length
}
const timesPublished = async (sandbox: OpenSandbox, wanted: string): Promise<number> => {
  const { articles } = (await control(sandbox, 'cms')) as { articles: CmsArticleSeen[] } // as it answers
  return articles.filter(({ slug }) => slug === wanted).reduce((sum, { published }) => sum + published, 0)
}

const seen = async (desk: TestDesk, id: string) => {
  const { rows } = await desk.call('intents.list', {})
  return rows.find((intent) => intent.id === id) ?? null
}
const untilIn = (desk: TestDesk, id: string, state: IntentState) =>
  untilTrue(desk, async () => (await seen(desk, id))?.state === state)
const untilReason = (desk: TestDesk, id: string, reason: string) =>
  untilTrue(desk, async () => (await seen(desk, id))?.reason === reason)

/** Contacts of the brand that nobody wrote to. */
const freeContacts = async (desk: TestDesk, brandId: string): Promise<string[]> => {
  const outbox = await desk.call('outreach.outbox', { brandIds: [brandId], limit: 500 })
  const used = new Set(outbox.rows.map(({ prospectEmailId }) => prospectEmailId))
  const { rows } = await desk.call('contacts.page', { brandIds: [brandId], filter: { hasEmail: true }, limit: 500 })
  return rows.flatMap(({ id }) => (used.has(id) ? [] : [id]))
}
const pitch = (prospectEmailId: string) => ({ prospectEmailId, subject: 'Hello', body: 'A story for you.' })

describePostgres('a desk of a team without a key of the brand', (programs) => {
  test('queues, shows to all what that waits for, also once it is closed, and a desk with the key sends each once', async () => {
    const { sandbox, brandId, ada, open, giveKey } = await openTeam(programs)
    const [ann, bob] = [await open('ann'), await open('bob')]
    await ann.sync({ datasets: [...OUTREACH] })
    await ada.close()
    const [contact = ''] = await freeContacts(ann, brandId)

    const first = await ann.call('outreach.queue', { brandId, items: [pitch(contact)], holdSeconds: 2 })
    await untilIn(bob, first.intentId, 'held')
    expect([(await seen(ann, first.intentId))?.reason, (await seen(bob, first.intentId))?.reason]).toEqual([null, null])
    await untilReason(ann, first.intentId, WAITS)
    await untilReason(bob, first.intentId, WAITS)
    expect((await bob.call('intents.get', { id: first.intentId })).reason).toBe(WAITS)

    const article = { brandId, provider: 'ghost', articleSlug: 'rain-jackets', holdSeconds: 2 } as const
    const second = await ann.call('publishing.publish', article)
    await untilIn(bob, second.intentId, 'held')
    await ann.close()
    await untilReason(bob, second.intentId, WAITS)
    expect([await pitchesTo(sandbox, contact), await timesPublished(sandbox, 'rain-jackets')]).toEqual([0, 0])

    const eve = await open('eve')
    await giveKey(eve)
    for (const { intentId } of [first, second]) {
      await untilIn(bob, intentId, 'confirmed')
      expect((await seen(bob, intentId))?.reason).toBeNull()
    }
    expect([await pitchesTo(sandbox, contact), await timesPublished(sandbox, 'rain-jackets')]).toEqual([1, 1])
  })

  test('schedules, moves, unpublishes, unsends and spends as well', async () => {
    const { brandId, ada, open, giveKey } = await openTeam(programs)
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
    const publishing = { brandId, provider: 'ghost', holdSeconds: 0 } as const
    const old = await ada.call('publishing.schedule', { ...publishing, articleSlug: 'tents', publishAt: inHours(5) })
    await untilIn(ada, old.intentId, 'confirmed')
    const news = await ada.call('publishing.publish', { ...publishing, articleSlug: 'old-news' })
    await untilIn(ada, news.intentId, 'confirmed')
    const ann = await open('ann')
    await ann.sync({ datasets: [...OUTREACH] })
    await ada.close()
    const [prospect] = (await ann.call('prospects.page', { brandIds: [brandId] })).rows
    const [waiting] = (await ann.call('outreach.outbox', { brandIds: [brandId], limit: 500 })).rows.filter(
      ({ isWaiting }) => isWaiting,
    )
    const day = (at: string) => at.slice(0, 10)
    const { entries } = await ann.call('publishing.calendar', {
      brandIds: [brandId],
      from: day(inHours(0)),
      to: day(inHours(48)),
    })
    const tents = entries.find(({ articleSlug }) => articleSlug === 'tents')
    const queued = [
      await ann.call('publishing.schedule', { ...publishing, articleSlug: 'boots', publishAt: inHours(8) }),
      await ann.call('publishing.move', { entryId: tents?.id ?? '', publishAt: inHours(9), holdSeconds: 0 }),
      await ann.call('publishing.unpublish', { ...publishing, articleSlug: 'old-news' }),
      await ann.call('outreach.unqueue', {
        brandId,
        conversationIds: [waiting?.conversationId ?? ''],
        holdSeconds: 0,
      }),
      await ann.call('outreach.discover', { brandId, holdSeconds: 0 }),
      await ann.call('outreach.findPeople', { brandId, prospectIds: [prospect?.id ?? ''], holdSeconds: 0 }),
    ]
    for (const { intentId } of queued) await untilReason(ann, intentId, WAITS)
    const eve = await open('eve')
    await giveKey(eve)
    await untilTrue(ann, async () => {
      const states = await Promise.all(queued.map(async ({ intentId }) => (await seen(ann, intentId))?.endedAt))
      return states.every((endedAt) => endedAt != null)
    })
    for (const { intentId } of queued) expect(await seen(ann, intentId)).toMatchObject({ state: 'confirmed' })
  })

  test('says what needs the key here: what asks the service before it is queued', async () => {
    const { sandbox, brandId, ada, open } = await openTeam(programs)
    const [contact = ''] = await freeContacts(ada, brandId)
    const ann = await open('ann')
    const items = [pitch(contact)]
    await expect(ann.call('outreach.queue', { brandId, items })).rejects.toMatchObject({
      kind: 'invalid',
      message: expect.stringMatching(/^Globex: .*cannot tell who was pitched before\. Sync the brand first\./),
      detail: { issues: [{ path: 'brandId' }] },
    })
    await ann.sync({ datasets: [...OUTREACH] })
    const needsKey = {
      kind: 'unauthorized',
      message: expect.stringMatching(/^Globex: .*Do it at a desk with the key, or add the key here\.$/),
    }
    await expect(ann.call('outreach.queue', { brandId, items, sendNow: true })).rejects.toMatchObject(needsKey)
    expect((await ann.call('intents.list', {})).total).toBe(0)
    const { intentId } = await ann.call('outreach.queue', { brandId, items, holdSeconds: 0 })
    await untilIn(ann, intentId, 'confirmed')
    expect(await pitchesTo(sandbox, contact)).toBe(1)
  })

  test('lets another desk send what its own refused key cannot, and fails nothing', async () => {
    const { sandbox, brandId, ada, open, giveKey } = await openTeam(programs)
    const ann = await open('ann')
    await giveKey(ann)
    await ada.close()
    await sandbox.fault({ operation: 'cms.publish', kind: 'status', status: 401 })
    await sandbox.fault({ operation: 'connectors.catalog', kind: 'status', status: 401 })
    const article = { brandId, provider: 'ghost', holdSeconds: 0 } as const
    const one = await ann.call('publishing.publish', { ...article, articleSlug: 'one' })
    // The first request finds out; the second action is not even tried here.
    const keyWait = /Sending waits for a working key of this brand/
    await untilTrue(ann, async () => keyWait.test((await seen(ann, one.intentId))?.reason ?? ''))
    await sandbox.clearFaults()
    const two = await ann.call('publishing.publish', { ...article, articleSlug: 'two' })
    await untilTrue(ann, async () => keyWait.test((await seen(ann, two.intentId))?.reason ?? ''))
    expect(await timesPublished(sandbox, 'two')).toBe(0)
    const { team } = await ann.call('team.status', {})
    expect(team?.desks.flatMap(({ isThis, keysOf }) => (isThis ? keysOf : []))).toEqual([])

    await giveKey(await open('eve'))
    for (const { intentId } of [one, two]) await untilIn(ann, intentId, 'confirmed')
    expect([await timesPublished(sandbox, 'one'), await timesPublished(sandbox, 'two')]).toEqual([1, 1])
  })

  test('says on the command line who sends, and whether anybody can', async () => {
    const { sandbox, brandId, ada, open } = await openTeam(programs)
    const ann = await open('ann')
    const publish = (articleSlug: string) => {
      const input = { brandId, provider: 'ghost', articleSlug, holdSeconds: 3600 }
      return runDeskCommand(ann, ['call', 'publishing.publish', JSON.stringify(input)])
    }
    const holders = async () =>
      (await ann.call('team.status', {})).team?.desks.filter(({ keysOf }) => keysOf.includes(brandId)).length
    await expect.poll(holders).toBe(1)
    expect(await publish('one')).toMatchObject({
      code: 0,
      stderr: 'This desk has no key for Globex. A desk with the key sends it.\n',
    })
    await sandbox.fault({ operation: 'connectors.catalog', kind: 'status', status: 401 })
    await ada.call('brands.check', { brandId })
    await expect.poll(holders).toBe(0)
    expect((await publish('two')).stderr).toBe(
      'This desk has no key for Globex. No desk of the team has the key now: it waits until one does.\n',
    )
  })

  test('waits for a sender where only a writer has the key', async () => {
    const { brandId, ada, open, giveKey } = await openTeam(programs)
    const walt = await open('walt', 'writer')
    await giveKey(walt)
    await ada.close()
    const article = { brandId, provider: 'ghost', articleSlug: 'one', holdSeconds: 0 } as const
    const { intentId } = await walt.call('publishing.publish', article)
    await untilReason(walt, intentId, 'Waits for the desk of a sender with the key of this brand.')
    await giveKey(await open('eve'))
    await untilIn(walt, intentId, 'confirmed')
  })
})

test('a desk alone without a key of the brand refuses to queue', async () => {
  const first = await openOutreachDesk()
  const [contact = ''] = await first.free(1)
  await first.close()
  // A key for one session is gone with it.
  const desk = await openTestDesk({ home: first.home })
  const refused = {
    kind: 'invalid',
    message: expect.stringContaining('has no key. Add its key again. Nothing was sent.'),
    detail: { issues: [{ message: 'has no usable key' }] },
  }
  const { id: brandId } = first.brand
  const article = { brandId, provider: 'ghost', articleSlug: 'one' } as const
  await expect(desk.call('outreach.queue', { brandId, items: [pitch(contact)] })).rejects.toMatchObject(refused)
  await expect(desk.call('publishing.publish', article)).rejects.toMatchObject(refused)
  await expect(desk.call('outreach.discover', { brandId })).rejects.toMatchObject(refused)
  await expect(desk.call('outreach.unqueue', { brandId, conversationIds: ['c'] })).rejects.toMatchObject(refused)
  expect((await desk.call('intents.list', {})).total).toBe(0)
})
