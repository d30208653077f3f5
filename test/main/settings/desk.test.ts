import Database from 'better-sqlite3'
import { expect, onTestFinished, test, vi } from 'vitest'
import { systemClock } from '../../../src-main/base/clock.ts'
import { createDeskHandlers } from '../../../src-main/settings/calls.ts'
import { createSettings } from '../../../src-main/settings/settings.ts'
import { DEFAULT_SETTINGS } from '../../../src-shared/desk/desk.ts'
import { DEFAULT_PROFILE } from '../../../src-shared/service/profile.ts'
import { callHandler } from '../../support/call-handler.ts'
import { testAlone } from '../../support/team-engine.ts'
import { tempStore } from '../../support/temp-store.ts'

const openDesk = async () => {
  const opened = await tempStore()
  const settings = await createSettings(opened)
  const handlers = createDeskHandlers({
    store: opened.store,
    emit: () => {},
    settings,
    clock: { ...systemClock, now: () => Date.UTC(2026, 0, 3) },
    version: '9.8.7',
    shell: 'none',
    paths: opened,
    keychainStatus: () => Promise.resolve({ state: 'session', message: 'Kept in memory.' }),
    demoStatus: () => ({ running: false, baseUrl: null }),
    reopen: () => Promise.reject(new Error('it was reopened')),
    notices: () => [],
  })
  return { ...opened, settings, handlers }
}

test('about returns versions, folder, limits and sizes', async () => {
  const { handlers, settings, home } = await openDesk()
  await settings.setProfile({ limits: { requestsPerMinute: 30 } })
  const about = await callHandler(handlers, 'desk.about', {})
  expect(about).toMatchObject({
    version: '9.8.7',
    shell: 'none',
    dataFolder: home,
    versions: { node: process.versions.node, sqlite: expect.stringMatching(/^3\./) },
    keychain: { state: 'session' },
    demo: { running: false, baseUrl: null },
    limits: { requestsPerMinute: 30, queueItemsMax: 200 },
    lastBackupAt: null,
  })
  expect(about.coreBytes).toBeGreaterThan(4096)
  expect(about.cacheBytes).toBeGreaterThan(4096)
})

test('a backup returns its time, and about lists it', async () => {
  const { handlers, backupsFolder } = await openDesk()
  const backup = await callHandler(handlers, 'desk.backup', {})
  expect(backup.takenAt).toBe('2026-01-03T00:00:00.000Z')
  expect(backup.path.startsWith(backupsFolder)).toBe(true)
  expect(backup.bytes).toBeGreaterThan(0)
  expect((await callHandler(handlers, 'desk.about', {})).lastBackupAt).toBe(backup.takenAt)
})

test('about checks no backup: each is as large as core.db, and other reads wait', async () => {
  const { handlers, store } = await openDesk()
  await callHandler(handlers, 'desk.backup', {})
  const read = vi.spyOn(store, 'read')
  await callHandler(handlers, 'desk.about', {})
  expect(read.mock.calls.map(([name]) => name)).not.toContain('backups.list')
})

test('settings begin with their defaults, keep changes, and survive a restart', async () => {
  const { handlers, settings, store } = await openDesk()
  expect(await callHandler(handlers, 'desk.settings', {})).toEqual(DEFAULT_SETTINGS)
  const heard: string[] = []
  const stop = settings.onChange(() => heard.push(settings.get().theme))
  expect(await callHandler(handlers, 'desk.setSettings', { theme: 'dark' })).toEqual({
    ...DEFAULT_SETTINGS,
    theme: 'dark',
  })
  stop()
  await settings.set({ theme: 'light', historyDays: undefined })
  expect(heard).toEqual(['dark'])
  const later = await createSettings({ store })
  expect(later.get()).toEqual({ ...DEFAULT_SETTINGS, theme: 'light' })
})

test('changes made at the same moment are merged, and none is lost', async () => {
  const { settings, store } = await openDesk()
  await Promise.all([settings.set({ theme: 'dark' }), settings.set({ csvBom: true }), settings.set({ historyDays: 7 })])
  const wanted = { ...DEFAULT_SETTINGS, theme: 'dark', csvBom: true, historyDays: 7 }
  expect(settings.get()).toEqual(wanted)
  expect((await createSettings({ store })).get()).toEqual(wanted)
})

test('a change that cannot be stored has no effect, and the next one is still made', async () => {
  const { settings, store } = await openDesk()
  await store.close()
  await expect(settings.set({ theme: 'dark' })).rejects.toMatchObject({ kind: 'storage' })
  await expect(settings.setProfile({ baseUrl: 'https://x.test' })).rejects.toMatchObject({ kind: 'storage' })
  expect(settings.get()).toEqual(DEFAULT_SETTINGS)
  expect(settings.profile()).toEqual(DEFAULT_PROFILE)
})

// PostgreSQL refuses such a switch (test/main/store/team/column-checks.test.ts).
testAlone('stored settings of another release are kept where valid, else the default', async () => {
  const { store } = await openDesk()
  const stored = { theme: 'dark', density: 'roomy', old: 1 }
  await store.write('settings.save', { settings: stored, isSendingHeld: 'yes', profile: 'spoilt' })
  const settings = await createSettings({ store })
  expect(settings.get()).toEqual({ ...DEFAULT_SETTINGS, theme: 'dark' })
  expect(settings.profile()).toEqual(DEFAULT_PROFILE)
})

test('the profile merges changes and survives a restart', async () => {
  const { settings, store } = await openDesk()
  await settings.setProfile({ baseUrl: 'https://api.test', operations: { 'cms.publish': { path: '/v3/cms/publish' } } })
  const heard: string[] = []
  settings.onChange((changed) => heard.push(changed))
  await settings.setProfile({ limits: { scope: 'account' } })
  expect(heard).toEqual(['profile'])
  const later = await createSettings({ store })
  expect(later.profile()).toMatchObject({
    baseUrl: 'https://api.test',
    operations: { 'cms.publish': { path: '/v3/cms/publish' } },
    limits: { requestsPerMinute: 60, scope: 'account' },
  })
})

test('conflicting field names are refused by name, and the profile stays unchanged', async () => {
  const { settings } = await openDesk()
  const named = (response: Record<string, string>) =>
    settings.setProfile({ fields: { 'connectors.catalog': { response } } })
  const before = await named({ 'tools[].name': 'list[].id' })
  await expect(named({ 'tools[].label': 'other[].label' })).rejects.toMatchObject({
    kind: 'invalid',
    detail: { issues: [{ path: 'fields.connectors.catalog.response.tools[].label' }] },
  })
  expect(settings.profile()).toEqual(before)
})

test('settings and profile that another desk changed are taken over; who listens hears of what changed alone', async () => {
  const { settings, store } = await openDesk()
  const heard: string[] = []
  settings.onChange((what) => heard.push(what))
  const other = await createSettings({ store })
  await other.setProfile({ baseUrl: 'https://api.example.com' })
  await settings.refresh()
  expect([settings.profile().baseUrl, heard]).toEqual(['https://api.example.com', ['profile']])
  await other.set({ isSendingHeld: true })
  await settings.refresh()
  expect([settings.get().isSendingHeld, heard]).toEqual([true, ['profile', 'settings']])
})

test('what holds for a whole team is separate from this desk’s own settings, and each change writes its own alone', async () => {
  const { settings, coreFile } = await openDesk()
  const core = new Database(coreFile, { readonly: true })
  onTestFinished(() => void core.close())
  const keysOf = (table: string) =>
    core.prepare(`SELECT key FROM ${table} WHERE key <> 'inbox.derivedThrough'`).pluck().all()
  await settings.set({ isSendingHeld: true })
  await settings.setProfile({ baseUrl: 'https://api.example.com' })
  expect([keysOf('setting'), keysOf('team_setting')]).toEqual([[], ['isSendingHeld', 'profile']])
  await settings.set({ theme: 'dark', isSendingHeld: false })
  expect(core.prepare("SELECT value FROM setting WHERE key = 'settings'").pluck().get()).not.toContain('isSendingHeld')
  expect(core.prepare("SELECT value FROM team_setting WHERE key = 'isSendingHeld'").pluck().get()).toBe('false')
})
