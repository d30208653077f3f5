// Stores of two desks on one PostgreSQL, with their threads: what one stores the other has.
import { expect, test } from 'vitest'
import { mirroredUpTo } from '../../../../src-main/store/team/mirrored-up-to.ts'
import type { Mirrored } from '../../../../src-main/store/team/state.ts'
import { describePostgres } from '../../../support/postgres.ts'
import { accessOf } from '../../../support/team-access.ts'
import { column, headOf, type Role, teamDatabase, write } from '../../../support/team-database.ts'
import { tempHome } from '../../../support/temp-home.ts'
import { tempStore } from '../../../support/temp-store.ts'

const entry = (value: string) => ({ entries: [{ kind: 'address' as const, value, reason: '' }], atMs: 1 })
const page = { limit: 100, offset: 0 }

type Team = Awaited<ReturnType<typeof teamDatabase>>

const openDesk = async (team: Team, name: string, role: Role = 'sender') => {
  const person = await team.person(name, { role })
  const { store } = await tempStore({ ...tempHome(), team: accessOf(person) })
  if (store.team === null) throw new Error('This store is of no team.')
  const mirrored: Mirrored[] = []
  store.team.onMirrored((one) => mirrored.push(one))
  return { store, team: store.team, mirrored }
}

type Desk = Awaited<ReturnType<typeof openDesk>>

describePostgres('desks of a team', (programs) => {
  test('see what the others store', async () => {
    const team = await teamDatabase(programs, ['b1'])
    const [ann, ben] = [await openDesk(team, 'ann'), await openDesk(team, 'ben')]
    expect(await ann.store.write('suppressions.add', entry('a@b.c'))).toEqual({ added: 1, already: 0 })
    const listed = async () => (await ben.store.read('suppressions.page', page)).rows
    await expect.poll(listed).toMatchObject([{ value: 'a@b.c' }])
    // The rows are there a moment before it is said that they are.
    await expect.poll(() => ben.mirrored.at(-1)?.tables).toHaveProperty('suppression')
    expect(await ben.store.write('suppressions.add', entry('a@b.c'))).toEqual({ added: 0, already: 1 })
    expect(ben.team.state()).toMatchObject({ connection: 'connected', position: await headOf(team.owner) })
  })

  test('lose a brand that an admin removes, with all that belongs to it', async () => {
    const team = await teamDatabase(programs, ['b1', 'b2'])
    const [ann, ben] = [await openDesk(team, 'ann', 'admin'), await openDesk(team, 'ben', 'sender')]
    for (const brandId of ['b1', 'b2']) await ben.store.write('outreach.savePace', { brandId, spacingMs: 1, atMs: 1 })
    await expect(ben.team.query('brands.remove', { id: 'b1' })).rejects.toMatchObject({ kind: 'forbidden' })
    await mirroredUpTo(ann.team, await ann.team.query('brands.remove', { id: 'b1' }))
    const brands = async ({ store }: Desk) => (await store.read('brands.list', {})).map(({ id }) => id)
    expect(await brands(ann)).toEqual(['b2'])
    await expect.poll(() => brands(ben)).toEqual(['b2'])
    for (const { store } of [ann, ben]) {
      await expect.poll(() => store.read('settings.get', { key: 'brands.removing' })).toBeNull()
    }
    await expect(ann.team.query('brands.remove', { id: 'b1' })).rejects.toMatchObject({ kind: 'not-found' })
  })

  test('delete old deliveries, each the contents that it received', async () => {
    const team = await teamDatabase(programs, ['b1'])
    const ann = await openDesk(team, 'ann')
    const delivery = (no: number) => ({
      ...{ no, brand_id: 'b1', received_at_ms: no, event: null, slug: null, title: null, status: 'accepted' },
      ...{ reason: null, secret_used: 'current', intent_id: null, bytes: 1, search: '' },
    })
    await write(team.owner, { delivery: { rows: [delivery(1), delivery(2), delivery(30)] } })
    await expect.poll(() => ann.store.read('deliveries.hasOlder', { beforeMs: 10 })).toBe(true)
    const numbers = await ann.store.write('deliveries.pruneArrivals', { beforeMs: 10 })
    await ann.store.write('deliveries.pruneRows', { numbers })
    expect(await column(team.owner, 'SELECT no FROM agency_desk.delivery')).toEqual([30])
    expect(await ann.store.read('deliveries.hasOlder', { beforeMs: 10 })).toBe(false)
  })

  test('store what a desk alone has for itself without asking', async () => {
    const team = await teamDatabase(programs, ['b1'])
    const ann = await openDesk(team, 'ann')
    const head = await headOf(team.owner)
    await ann.store.write('settings.set', { key: 'mine', value: 1 })
    expect(await ann.store.read('settings.get', { key: 'mine' })).toBe(1)
    expect(await headOf(team.owner)).toBe(head)
  })
})

test('a desk without its team’s database reads, and says what waits', async () => {
  const nowhere = {
    url: 'postgres://ann@127.0.0.1:1/team',
    password: 'p',
    deskId: 'd',
    deskName: 'a desk',
    deskNo: 1,
    teamId: 't',
  }
  const { store } = await tempStore({ ...tempHome(), team: nowhere })
  expect(await store.write('suppressions.add', entry('a@b.c'))).toEqual({ added: 1, already: 0 })
  expect(await store.read('suppressions.isEmpty', {})).toBe(false)
  await expect(store.write('suppressions.remove', { values: ['a@b.c'] })).rejects.toMatchObject({
    kind: 'network',
    message: expect.stringMatching(
      /^Removing a suppression waits for the team's database, which has not been reachable since \d\d:\d\d\. Nothing was stored\.$/,
    ),
  })
  await store.write('settings.set', { key: 'mine', value: 1 })
  expect(store.team?.state()).toMatchObject({ connection: 'offline' })
})
