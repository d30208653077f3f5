import { expect, it } from 'vitest'
import { openBrandsDesk } from '../support/brands-desk.ts'
import { openSandbox } from '../support/sandbox.ts'

const BRANDS = 200
const SWITCHES = 60

/** Numbers that are the same in every run. */
const createDice = (seed: number) => {
  let state = seed
  return (sides: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * sides)
  }
}

it('200 brands with random switching in flight: no key and no row ever serves another brand', async () => {
  const sandbox = await openSandbox({ brands: BRANDS, keywords: 5, days: 3 })
  const desk = await openBrandsDesk({ baseUrl: sandbox.baseUrl })
  await desk.settings.set({ syncConcurrency: 16, historyDays: 3 })
  const { results } = await desk.call('brands.addMany', {
    rows: sandbox.brands.map(({ teamId, key }) => ({ name: teamId, key })),
    sessionOnly: true,
  })
  const brands = results.flatMap(({ brand }) => (brand === undefined ? [] : [brand]))
  expect(brands).toHaveLength(BRANDS)
  // Each brand is named after the team whose key it was added with.
  expect(brands.filter(({ name, teamId }) => name !== teamId)).toEqual([])

  const dice = createDice(7)
  const anyBrand = () => brands[dice(BRANDS)]?.id ?? ''
  const ended = desk.whenEvent(
    ({ name, payload }) => name === 'sync.progress' && payload.run.endedAt !== null && payload.run.total >= BRANDS,
  )
  await desk.call('sync.run', { datasets: ['rankings', 'clusters', 'contacts'] })
  for (let turn = 0; turn < SWITCHES; turn += 1) {
    await desk.call('sync.prioritise', { brandIds: [anyBrand(), anyBrand()] })
    if (turn % 6 === 0) {
      const cancelled = anyBrand()
      await desk.call('sync.cancel', { brandIds: [cancelled] })
      await desk.call('sync.run', { brandIds: [cancelled], datasets: ['rankings', 'clusters', 'contacts'] })
    }
    if (turn % 10 === 0) await desk.call('brands.check', { brandId: anyBrand() })
    await desk.whenEvent(({ name }) => name === 'changed')
  }
  await ended
  const left = await desk.runSync({ datasets: ['rankings', 'clusters', 'contacts'] })
  expect(left.run).toMatchObject({ failed: 0 })

  // The sandbox knows a request's team by its key alone: rows that are not that team's came with another's key.
  expect((await sandbox.requests()).filter(({ teamId }) => teamId === null)).toEqual([])
  let mismatches = 0
  for (const [index, brand] of brands.entries()) {
    const reply = await fetch(`${sandbox.baseUrl}/v3/topic-clusters`, {
      headers: { authorization: `Bearer ${sandbox.keyOf(index)}` },
    })
    const { items } = (await reply.json()) as { items: { id: string }[] } // the sandbox's listing
    const { rows } = await desk.call('clusters.page', { brandIds: [brand.id], limit: 500 })
    const ids = (list: readonly { id: string }[]) =>
      list
        .map(({ id }) => id)
        .sort()
        .join()
    if (ids(rows) !== ids(items)) mismatches += 1
  }
  expect(mismatches).toBe(0)
  expect((await sandbox.counts()).filter(({ largest, limit }) => largest > limit)).toEqual([])
  expect(desk.unexpected).toEqual([])
})
