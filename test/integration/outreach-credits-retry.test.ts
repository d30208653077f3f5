// Retry of paid intents: within the budget, at the price shown, and never confirmed by another intent's search.
import { expect, test } from 'vitest'
import { openCreditsDesk } from '../support/credits-desk.ts'
import { whenIntent } from '../support/publishing-desk.ts'

test('retry of a paid intent respects the current budget', async () => {
  const desk = await openCreditsDesk()
  await desk.calmDown()
  await desk.sandbox.fault({ operation: 'outreach.discover', kind: 'status', status: 402 })
  const { id } = await desk.discover({ holdSeconds: 0 })
  await desk.call('outreach.setBudget', { brandIds: [desk.brandId], monthlyBudget: 10 })
  await expect(desk.call('intents.resolve', { id, as: 'retry' })).rejects.toMatchObject({ kind: 'conflict' })
  await desk.call('outreach.setBudget', { brandIds: [desk.brandId], monthlyBudget: 100 })
  const { newIntentId } = await desk.call('intents.resolve', { id, as: 'retry' })
  await desk.call('intents.releaseNow', { id: newIntentId ?? '' })
  expect((await whenIntent(desk, newIntentId ?? '')).state).toBe('confirmed')
})

test('a search that was never sent is not confirmed when another intent searches the same site', async () => {
  const desk = await openCreditsDesk()
  await desk.calmDown()
  const [site = ''] = await desk.searchable(1)
  const search = (holdSeconds: number) =>
    desk.call('outreach.findPeople', { brandId: desk.brandId, prospectIds: [site], holdSeconds })
  const second = await search(30)
  await whenIntent(desk, (await search(0)).intentId)
  await desk.sandbox.fault({ operation: 'outreach.findPeople', kind: 'cut', at: 'before' })
  await desk.call('intents.releaseNow', { id: second.intentId })
  await whenIntent(desk, second.intentId)
  await desk.call('outreach.recheck', { intentId: second.intentId })
  const { items } = await desk.call('intents.get', { id: second.intentId })
  expect(items[0]?.state).toBe('unknown')
})
