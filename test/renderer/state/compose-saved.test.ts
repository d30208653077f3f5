import { expect, onTestFinished, test, vi } from 'vitest'
import { bridge } from '../../../src-renderer/bridge.ts'
import { setCompose } from '../../../src-renderer/state/compose/compose.ts'
import { saveNow, useSaveState } from '../../../src-renderer/state/compose/docs.ts'

const AT = '2026-11-28T10:00:00.000Z'

test('a save that ends while more is typed does not call that saved', async () => {
  const saved: { readonly subject: unknown; readonly reply: () => void }[] = []
  const call = (_name: string, input: unknown) =>
    new Promise((resolve) =>
      saved.push({
        subject: (input as { readonly subject: unknown }).subject, // of the call that saves
        reply: () => resolve({ ok: true, value: { id: 'template_1', updatedAt: AT } }),
      }),
    )
  const spy = vi.spyOn(bridge, 'call').mockImplementation(call as typeof bridge.call) // of the call that saves
  onTestFinished(() => spy.mockRestore())

  setCompose({ subject: 'First' })
  const first = saveNow()
  await vi.waitFor(() => expect(saved.map(({ subject }) => subject)).toEqual(['First']))
  setCompose({ subject: 'First and second' })
  saved[0]?.reply()
  await first
  expect(useSaveState.getState()).toEqual({ state: 'typing', savedAt: AT, error: null })
  const second = saveNow()
  await vi.waitFor(() => expect(saved.map(({ subject }) => subject)).toEqual(['First', 'First and second']))
  expect(useSaveState.getState().state).toBe('saving')
  saved[1]?.reply()
  await second
  expect(useSaveState.getState().state).toBe('saved')
})
