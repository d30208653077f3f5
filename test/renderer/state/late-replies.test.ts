// A reply says what was true when the desk wrote it: what came to the window meanwhile is newer.
import { expect, onTestFinished, test, vi } from 'vitest'
import { bridge } from '../../../src-renderer/bridge.ts'
import { queries } from '../../../src-renderer/data/desk.ts'
import { deskQuery } from '../../../src-renderer/data/queries.ts'
import { setAlertSettings } from '../../../src-renderer/state/alerts.ts'
import { applySettings, loadSettings, setSettings, useSettings } from '../../../src-renderer/state/settings.ts'
import { applySyncProgress, loadSync, useSync } from '../../../src-renderer/state/sync.ts'
import type { AlertSettings } from '../../../src-shared/desk/alerts.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../../src-shared/desk/desk.ts'
import type { SyncRun, SyncStatusRow } from '../../../src-shared/desk/sync.ts'

type Asked = { readonly name: string; readonly input: unknown; readonly reply: (value: unknown) => void }

/** A desk that answers when the test says so. */
const answerLater = (): Asked[] => {
  const asked: Asked[] = []
  const call = (name: string, input: unknown) =>
    new Promise((resolve) => asked.push({ name, input, reply: (value) => resolve({ ok: true, value }) }))
  const spy = vi.spyOn(bridge, 'call').mockImplementation(call as typeof bridge.call) // replies are those of the calls below
  onTestFinished(() => spy.mockRestore())
  return asked
}

const run = (runId: string, endedAt: string | null): SyncRun => ({
  runId,
  origin: 'person',
  startedAt: '2026-11-28T10:00:00.000Z',
  endedAt,
  done: 0,
  failed: 0,
  cancelled: 0,
  total: 1,
})
const pair = (state: SyncStatusRow['state']): SyncStatusRow =>
  ({ brandId: 'a', dataset: 'rankings', state }) as SyncStatusRow // what the page reads here

test('a sync that began while the status was asked for is not replaced by the one before', async () => {
  const asked = answerLater()
  const loaded = loadSync()
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  applySyncProgress(run('second', null), pair('running'))
  asked[0]?.reply({ rows: [pair('ok')], run: run('first', '2026-11-28T10:01:00.000Z'), watch: null })
  await loaded
  expect(useSync.getState().run?.runId).toBe('second')
  expect(useSync.getState().byBrand.get('a')?.rankings?.state).toBe('running')
})

const settings = (change: Partial<Settings>): Settings => ({ ...DEFAULT_SETTINGS, ...change })

test('settings that were changed while they were read are not replaced by older ones', async () => {
  const asked = answerLater()
  const loaded = loadSettings()
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  applySettings(settings({ theme: 'dark' }))
  asked[0]?.reply(settings({ theme: 'light' }))
  await loaded
  expect(useSettings.getState().settings?.theme).toBe('dark')
})

test('changes of settings are sent one after the other', async () => {
  useSettings.setState({ settings: settings({}) })
  const asked = answerLater()
  const both = Promise.all([setSettings({ theme: 'dark' }), setSettings({ density: 'compact' })])
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  expect(useSettings.getState().settings).toMatchObject({ theme: 'dark', density: 'compact' })
  asked[0]?.reply(settings({ theme: 'dark' }))
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  asked[1]?.reply(settings({ theme: 'dark', density: 'compact' }))
  await both
  expect(asked.map(({ input }) => input)).toEqual([{ theme: 'dark' }, { density: 'compact' }])
  expect(useSettings.getState().settings).toMatchObject({ theme: 'dark', density: 'compact' })
})

test('a second change of the notifications builds on the first, before the desk has answered', async () => {
  const { queryKey } = deskQuery('alerts.settings', {})
  const before = { quiet: { isOn: false, from: '22:00', to: '07:00' }, days: [1, 2] }
  queries.client.setQueryData(queryKey, before as unknown as AlertSettings) // what changes here
  const asked = answerLater()
  const both = Promise.all([
    setAlertSettings({ days: [1, 2, 3] }),
    setAlertSettings({ quiet: { isOn: true, from: '22:00', to: '07:00' } }),
  ])
  const shown = () => queries.client.getQueryData<AlertSettings>(queryKey)
  expect(shown()).toEqual({ quiet: { isOn: true, from: '22:00', to: '07:00' }, days: [1, 2, 3] })
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  asked[0]?.reply({ ...before, days: [1, 2, 3] })
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  expect(shown()?.quiet.isOn).toBe(true)
  asked[1]?.reply({ ...before, days: [1, 2, 3], quiet: { ...before.quiet, isOn: true } })
  await both
  expect(shown()).toEqual({ quiet: { isOn: true, from: '22:00', to: '07:00' }, days: [1, 2, 3] })
})
