// What one desk of a team queues, the others see, may cancel, and do not send twice.
import { expect, test } from 'vitest'
import { openTestDesk, type TestDesk } from '../support/composed-desk.ts'
import { openOutreachDesk } from '../support/outreach-desk.ts'
import { describePostgres, testDatabase } from '../support/postgres.ts'
import { accessOf } from '../support/team-access.ts'
import { untilTrue } from '../support/team-desk.ts'

describePostgres('desks of a team', (programs) => {
  test('see what a colleague queued, cancel it, and see what was sent', async () => {
    const owner = await (await testDatabase(programs, 'nothing')).connect()
    const { url, password } = accessOf(owner)
    const outreach = await openOutreachDesk()
    const { brand, free, pitches } = outreach
    const ann: TestDesk = outreach
    await ann.call('team.init', { url, password, name: 'Ann Lee', deskName: 'office' })
    await untilTrue(ann, async () => (await ann.call('team.status', {})).team?.connection === 'connected')
    // A key for this session is still here: the desk was opened again by the same process.
    expect((await ann.call('brands.list', {})).brands).toMatchObject([{ keyState: 'ok', keyIn: 'session' }])
    const login = `bob_${Date.now().toString(36)}_${programs.version.replace('.', '_')}`
    const person = { login, name: 'Bob Ray', role: 'sender', brandIds: 'all', password: 'word-of-bob' } as const
    await ann.call('team.addPerson', person)
    const bob = await openTestDesk()
    await bob.call('team.join', { url: url.replace('postgres@', `${login}@`), password: 'word-of-bob' })

    const [first = '', second = ''] = await free(2)
    const item = (prospectEmailId: string) => ({ prospectEmailId, subject: 'Hello', body: 'A story for you.' })
    const stateAt = async (desk: typeof bob, id: string) => {
      const intents = (await desk.call('intents.list', {})).rows
      return intents.find((intent) => intent.id === id)?.state
    }
    const queue = async (contact: string, holdSeconds: number) =>
      (await ann.call('outreach.queue', { brandId: brand.id, items: [item(contact)], holdSeconds })).intentId

    const held = await queue(first, 3600)
    await untilTrue(bob, async () => (await stateAt(bob, held)) === 'held')
    await bob.call('intents.cancel', { id: held })
    await untilTrue(ann, async () => (await stateAt(ann, held)) === 'cancelled')
    expect((await ann.call('intents.get', { id: held })).acts).toContainEqual(
      expect.objectContaining({ act: 'cancelled', person: { login, name: 'Bob Ray' } }),
    )

    const sent = await queue(second, 0)
    await untilTrue(bob, async () => (await stateAt(bob, sent)) === 'confirmed')
    expect((await pitches()).filter(({ contactId }) => contactId === second)).toHaveLength(1)
    expect((await pitches()).filter(({ contactId }) => contactId === first)).toHaveLength(0)
  })
})
