import { expect, test } from 'vitest'
import { openConnectorsDesk } from '../support/connectors-desk.ts'

const PATCHES = 'connectors.update'

test('200 brands accept a preset by their tag; three fail for different reasons; then all is reverted', async () => {
  const desk = await openConnectorsDesk({ sandbox: { brands: 200 } })
  const tagged = desk.brands.filter((_, index) => index % 2 === 0)
  // Each tagged brand has something that the preset takes away.
  for (const { id, teamId } of tagged) {
    await desk.call('brands.update', { brandId: id, tags: ['pilot'] })
    await desk.elsewhere(teamId, { permissions: { cms_publish: 'allow', outreach_reply: 'allow' } })
  }
  await desk.sync({ datasets: ['connectors'] })
  const before = await desk.effective()
  const { brands } = await desk.call('brands.list', {})
  const brandIds = brands.filter(({ tags }) => tags.includes('pilot')).map(({ id }) => id)
  expect(brandIds).toHaveLength(100)

  const plan = await desk.call('connectors.plan', { preset: { presetId: 'read-only', brandIds } })
  expect(plan.brands).toHaveLength(100)
  expect(plan.refused).toBe(0)
  const sent = await desk.sandbox.requests()
  expect(sent.filter(({ operation }) => operation === PATCHES)).toEqual([])
  const [member, moved, down] = tagged
  if (member === undefined || moved === undefined || down === undefined) throw new Error('too few brands')
  await desk.elsewhere(member.teamId, { role: 'member' })
  await desk.elsewhere(moved.teamId, { permissions: { cms_publish: 'deny' } })
  await desk.sandbox.fault({ operation: PATCHES, kind: 'status', status: 500, teamId: down.teamId, times: 20 })
  const progress: number[] = []
  desk.desk.subscribe(({ name, payload }) => {
    if (name === 'connectors.progress') progress.push(payload.done)
  })
  const { results } = await desk.call('connectors.apply', { planId: plan.planId })
  const byBrand = new Map(results.map((result) => [result.brandId, result]))
  expect(byBrand.get(member.id)).toMatchObject({ state: 'refused', error: { kind: 'forbidden' } })
  expect(byBrand.get(moved.id)).toMatchObject({
    state: 'moved',
    moved: [{ tool: 'cms_publish', planned: 'allow', now: 'deny' }],
  })
  expect(byBrand.get(down.id)).toMatchObject({ state: 'failed', error: { kind: 'service' } })
  expect(results.filter(({ state }) => state === 'applied')).toHaveLength(97)
  expect(progress.at(-1)).toBe(100)

  // What the desk shows is what the service holds, and only deltas went out.
  const service = await desk.service()
  const after = await desk.effective()
  const done = desk.brands.filter(({ id }) => byBrand.get(id)?.state === 'applied')
  for (const { id, teamId } of done) {
    const tools = service.get(teamId)?.tools ?? []
    expect(after.get(id)).toEqual(Object.fromEntries(tools.map(({ name, effective }) => [name, effective])))
    expect(tools.filter(({ name, effective }) => before.get(id)?.[name] === 'allow' && effective === 'deny')).toEqual(
      tools.filter(({ name }) =>
        plan.brands.find(({ brandId }) => brandId === id)?.changes.some(({ tool }) => tool === name),
      ),
    )
  }
  for (const { id } of desk.brands.filter(({ id }) => !brandIds.includes(id)))
    expect(after.get(id)).toEqual(before.get(id))

  for (const { id } of done) {
    const { versions } = await desk.call('connectors.versions', { brandId: id, limit: 2 })
    const back = await desk.call('connectors.revert', { brandId: id, versionId: versions[1]?.versionId ?? '' })
    const reverted = await desk.call('connectors.apply', { planId: back.planId })
    expect({ ...reverted.results[0], versions, back }).toMatchObject({ state: 'applied' })
  }
  const reverted = await desk.effective()
  for (const { id } of done) expect(reverted.get(id)).toEqual(before.get(id))
})
