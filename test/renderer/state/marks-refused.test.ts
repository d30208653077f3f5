import { notificationsStore } from '@mantine/notifications'
import { expect, onTestFinished, test, vi } from 'vitest'
import { bridge } from '../../../src-renderer/bridge.ts'
import { markProspects } from '../../../src-renderer/state/marks.ts'

const shown = () => notificationsStore.getState().notifications.map(({ title }) => title)

/** A desk that refuses what is about this brand. */
const refuse = (refused: string): void => {
  const call = async (_name: string, input: unknown) =>
    (input as { readonly brandId: string }).brandId === refused // of the call that marks
      ? { ok: false, error: { kind: 'storage', message: 'The disk is full.' } }
      : { ok: true, value: { before: [] } }
  const spy = vi.spyOn(bridge, 'call').mockImplementation(call as typeof bridge.call) // of the call that marks
  onTestFinished(() => {
    spy.mockRestore()
    notificationsStore.setState({ ...notificationsStore.getState(), notifications: [], queue: [] })
  })
}

const row = (brandId: string, id: string) => ({ brandId, id, domain: `${id}.test` })

test('marks of which the desk refuses some are said to be saved as far as they were', async () => {
  refuse('bolt')
  const rows = [row('acme', 'a'), row('acme', 'b'), row('bolt', 'c')]
  expect(await markProspects(rows, { triage: 'keep' })).toBe(false)
  expect(shown()).toEqual(['Not all marks were saved', '2 prospects kept'])
})

test('marks that the desk refuses are not said to be saved', async () => {
  refuse('acme')
  expect(await markProspects([row('acme', 'a')], { triage: 'keep' })).toBe(false)
  expect(shown()).toEqual(['The marks were not saved'])
})
