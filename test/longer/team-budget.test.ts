// Two desks of a team spend one budget: what one of them has accepted counts on the other at once.
import { expect, test } from 'vitest'
import { openTestDesk } from '../support/composed-desk.ts'
import { openOutreachDesk } from '../support/outreach-desk.ts'
import { describePostgres, testDatabase } from '../support/postgres.ts'
import { accessOf } from '../support/team-access.ts'
import { untilTrue } from '../support/team-desk.ts'

describePostgres('desks of a team', (programs) => {
  test('order at the same moment no more than the budget allows, for sites and for a discovery', async () => {
    const owner = await (await testDatabase(programs, 'nothing')).connect()
    const { url, password } = accessOf(owner)
    const ann = await openOutreachDesk()
    const brandId = ann.brand.id
    await ann.call('team.init', { url, password, name: 'Ann Lee', deskName: 'office' })
    await untilTrue(ann, async () => (await ann.call('team.status', {})).team?.connection === 'connected')
    const login = `bob_${Date.now().toString(36)}_${programs.version.replace('.', '_')}`
    await ann.call('team.addPerson', { login, name: 'Bob', role: 'sender', brandIds: 'all', password: 'word-of-bob' })
    const bob = await openTestDesk()
    await bob.call('team.join', { url: url.replace('postgres@', `${login}@`), password: 'word-of-bob' })

    const { rows } = await ann.call('prospects.page', { brandIds: [brandId], limit: 500 })
    const searchable = rows.filter(({ status, more }) => status === 'new' && more.opportunity === 'guest post')
    const [first = '', second = ''] = searchable.map(({ id }) => id)
    const budget = async (monthlyBudget: number) => {
      await ann.call('outreach.setBudget', { brandIds: [brandId], monthlyBudget })
      const isSet = async () => (await bob.call('outreach.ledger', {})).totals[0]?.monthlyBudget === monthlyBudget
      await untilTrue(bob, isSet)
    }
    const held = { brandId, holdSeconds: 3_600 }

    await budget(5)
    const searches = await Promise.allSettled([
      ann.call('outreach.findPeople', { ...held, prospectIds: [first] }),
      bob.call('outreach.findPeople', { ...held, prospectIds: [second] }),
    ])
    expect(searches.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await budget(30)
    const discoveries = await Promise.allSettled([
      ann.call('outreach.discover', held),
      bob.call('outreach.discover', held),
    ])
    expect(discoveries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const refused = [...searches, ...discoveries].filter((one) => one.status === 'rejected')
    expect(refused.map(({ reason }) => reason)).toMatchObject(
      refused.map(() => ({ kind: 'conflict', detail: { issues: [{ code: 'budget' }] } })),
    )
  })
})
