import { notificationsStore } from '@mantine/notifications'
import { expect, onTestFinished, test, vi } from 'vitest'
import { bridge } from '../../../src-renderer/bridge.ts'
import { setBudget } from '../../../src-renderer/state/credits.ts'

test('a budget that the desk refuses for some brands is said to be saved for the others', async () => {
  const replies = [{ ok: true, value: { totals: [] } }]
  const refusal = { ok: false, error: { kind: 'storage', message: 'The disk is full.' } }
  const call = (async () => replies.pop() ?? refusal) as typeof bridge.call // of the call that sets budgets
  const spy = vi.spyOn(bridge, 'call').mockImplementation(call)
  onTestFinished(() => {
    spy.mockRestore()
    notificationsStore.setState({ ...notificationsStore.getState(), notifications: [], queue: [] })
  })
  const brands = Array.from({ length: 1_001 }, (_, at) => ({ brandId: `b${at}`, monthlyBudget: null }))
  await setBudget(brands, 100)
  await setBudget(brands, 100)
  expect(notificationsStore.getState().notifications.map(({ title }) => title)).toEqual([
    'The budget was saved for 1,000 brands only',
    'The budget was not saved',
  ])
})
